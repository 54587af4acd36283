// Wait until a page stays as it is: transitions are at their end, and nothing changes for a while, in ms.
async (quiet) => {
  const frame = () => new Promise(requestAnimationFrame);
  const fading = () => document.getAnimations().filter((each) => {
    return each.playState === "running" && each.effect.getComputedTiming().endTime !== Infinity;
  });
  let changed = performance.now();
  const changes = () => (changed = performance.now());
  const watcher = new MutationObserver(changes);
  watcher.observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
  await frame(); // only now do styles change, and transitions begin
  await frame();
  while (fading().length || performance.now() - changed < quiet) {
    for (const each of fading()) each.finish(), changes(); // what inherits its colour may begin to fade
    await frame();
  }
  watcher.disconnect();
}
