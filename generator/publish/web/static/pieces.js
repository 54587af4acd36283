// Pieces: filtered by their names and words, turned over, and looked at large.
(() => {
  root.classList.add("js");
  const form = document.querySelector("form.search"), field = document.getElementById("filter");
  const part = document.getElementById("part"), count = document.getElementById("count");
  const pieces = [...document.querySelectorAll(".piece")].map((card) => ({
    card, plain: plain(card.querySelector("h2").textContent + " " + (card.querySelector("details p") || card).textContent),
  }));

  function filter() {
    const words = plain(field.value.trim()).split(" ").filter(Boolean);
    let shown = 0;
    for (const { card, plain: text } of pieces) {
      const fits = words.every((word) => text.includes(word));
      card.hidden = !fits || Boolean(part.value && card.dataset.part !== part.value);
      shown += !card.hidden;
    }
    count.textContent = count.dataset.some.replace("{n}", shown);
  }

  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  field.addEventListener("input", filter);
  part.addEventListener("change", filter);
  filter();

  const dialog = document.getElementById("large");
  const large = dialog.querySelector("div");
  for (const button of document.querySelectorAll("[data-turn],[data-larger]")) button.hidden = false;
  document.querySelector(".wall").addEventListener("click", (event) => {
    const card = event.target.closest(".piece");
    const button = event.target.closest("button");
    if (!card || (!button && !event.target.closest(".faces"))) return;
    if (button && "turn" in button.dataset) {
      card.classList.toggle("turned");
      return;
    }
    large.replaceChildren(...[...card.querySelectorAll(".faces svg")].map((one) => one.cloneNode(true)));
    dialog.querySelector("h2").textContent = card.querySelector("h2").textContent;
    const words = card.querySelector("details p");
    dialog.querySelector("p").textContent = words ? words.textContent : "";
    dialog.showModal();
  });
  dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });

  const named = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (named) named.scrollIntoView();
})();
