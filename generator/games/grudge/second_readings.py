"""Second readings: what the checks of this kit want, said again in the simplest way (see `mutation`)."""

from __future__ import annotations

from generator.kit.tables.records import Tables, table_named

COVERED = {
    "tent-city": 7, "tent-city-campfire": 8, "tent-city-pig": 8, "outskirts": 6,
    "outskirts-campfire": 7, "outskirts-pig": 7,
}  # fmt: skip
LINES = {"north": "rank 8", "east": "file h", "south": "rank 1", "west": "file a"}


def room_squares(tables: Tables) -> bool:
    """Every Room covers its number of squares, with the Elements that there are."""
    elements = table_named(tables, "elements")
    for row, covered in zip(table_named(tables, "rooms"), (*COVERED.values(), 0), strict=False):
        used = [elements[id] for id in row["elements"]]
        if sum(each["length"] * each["width"] for each in used) != covered:
            return False
        if any(row["elements"].count(each["id"]) > each["copies"] for each in used):
            return False
    return True


def encounter_once(tables: Tables) -> bool:
    """All standees of an Encounter differ, and none is the Warrior's."""
    kinds = {row["id"]: row["kind"] for row in table_named(tables, "standees")}
    used = [
        [each["standee"] for each in row["monsters"]] for row in table_named(tables, "encounters")
    ]
    return all(
        len({*ids}) == len(ids) and all(kinds[id] != "warrior" for id in ids) for ids in used
    )


def edge_lines(tables: Tables) -> bool:
    """The four edges have the line they are called by, and nothing else has one."""
    return all(row["line"] == LINES.get(row["id"]) for row in table_named(tables, "edges"))


def special_rules(tables: Tables) -> bool:
    """What goes by one rule has one name."""
    named = [
        (each["rule"], each["name"])
        for row in table_named(tables, "monsters")
        for each in (*row["abilities"], row["special"])
    ]
    named += [(row["rule"], row["name"]) for row in table_named(tables, "spells")]
    return len(dict(named)) == len({*named})
