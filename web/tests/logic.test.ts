// The logic of the page that needs no browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ClickGuard } from "../src/state/guard";
import { compareLines } from "../src/state/lines";
import { MOST_MOVES, pack, unpack } from "../src/state/link";
import { movePiece, parseLine, printLine } from "../src/state/position-line";
import { obstacle, playersOf, toggled } from "../src/state/variants";

const variant = (name: string, players: number[], more: object = {}) => ({ name, title: name, players, ...more });
const KNOWN = [
  variant("team", [4, 6]),
  variant("solo", [1], { excludes: ["team", "coop"] }),
  variant("solo_spells", [1], { needs: ["solo"] }),
  variant("coop", [2, 3, 4]),
  variant("coop_spells", [2, 3, 4], { needs: ["coop"] }),
  variant("duel", [2]),
];

test("what a variant needs comes with it, and goes with it", () => {
  assert.deepEqual(toggled(KNOWN, [], "solo_spells"), ["solo", "solo_spells"]);
  assert.deepEqual(toggled(KNOWN, ["solo", "solo_spells"], "solo"), []);
  assert.deepEqual(toggled(KNOWN, ["solo", "solo_spells"], "solo_spells"), ["solo"]);
});

test("what cannot be together says what is in the way, and is not ticked", () => {
  const chosen = toggled(KNOWN, [], "solo_spells");
  assert.equal(obstacle(KNOWN, chosen, "coop")?.name, "solo"); // excluded by what was brought along
  assert.equal(obstacle(KNOWN, chosen, "coop_spells")?.name, "solo");
  assert.equal(obstacle(KNOWN, ["team"], "duel")?.name, "team"); // no number of players for both
  assert.equal(obstacle(KNOWN, ["coop"], "duel"), null);
  assert.deepEqual(toggled(KNOWN, chosen, "coop"), chosen);
});

test("variants are for the numbers of players that all of them are for", () => {
  assert.deepEqual(playersOf(KNOWN, [], [2, 3]), [2, 3]);
  assert.deepEqual(playersOf(KNOWN, ["team", "coop"], [1, 2, 3, 4, 5, 6]), [4]);
  assert.deepEqual(playersOf(KNOWN, ["solo", "coop"], [1, 2, 3]), []);
});

test("lines that are in both texts are marked as the same", () => {
  const marks = compareLines("a\nb\nc\nd", "a\nc\nx\nd").map(({ is, text }) => `${is} ${text}`);
  assert.deepEqual(marks, ["same a", "old b", "same c", "new x", "same d"]);
  assert.ok(compareLines("a", "a").every(({ is }) => is === "same"));
});

test("a second click on the same spot is no choice of what has appeared there", () => {
  const guard = new ClickGuard();
  assert.ok(guard.allows({ time: 0, x: 100, y: 100 }));
  assert.ok(!guard.allows({ time: 450, x: 104, y: 98 }));
  assert.ok(guard.allows({ time: 500, x: 180, y: 100 })); // elsewhere
  assert.ok(guard.allows({ time: 1300, x: 180, y: 100 })); // later
  guard.moved({ x: 300, y: 300 });
  assert.ok(guard.allows({ time: 1400, x: 180, y: 100 })); // the pointer was away
});

test("a link holds what was put into it", async () => {
  const shared = {
    files: { "a.wtr": "ruleset ä {}" },
    main: "a.wtr",
    players: 3,
    seed: 7,
    moves: ["card t1", "tower s1"],
  };
  const found = await unpack(`#${await pack(shared)}`);
  assert.deepEqual(
    { ...found, position: 0, settings: 0, seats: 0, isCut: 0 },
    { ...shared, position: 0, settings: 0, seats: 0, isCut: 0 },
  );
  assert.equal(await unpack("#board"), null);
  await assert.rejects(unpack("#9abcdefghijk"));
});

test("a link with too many moves is cut, and says so", async () => {
  const moves = Array.from({ length: 20_000 }, (_, i) => `tower s${i % 16}`);
  const found = await unpack(`#${await pack({ files: {}, main: "en-capstone", players: 2, seed: 1, moves })}`);
  assert.equal(found?.moves.length, MOST_MOVES);
  assert.equal(found?.isCut, true);
});

test("a tower takes along what is on it", () => {
  const line = parseLine("K/Rb/NyNb b flasks=5.0.0");
  assert.equal(printLine(movePiece(line, 2, 0, 1)), "K/RbNyNb/. b flasks=5.0.0");
  assert.equal(printLine(movePiece(line, 1, 1, 0)), "Kb/R/NyNb b flasks=5.0.0");
});
