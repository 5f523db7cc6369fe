// A game with very many moves.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Engine } from "../src/engine/engine";
import { Game } from "../src/state/game";

const view = { to_act: 0, position: "p", log: [], players: [], event: { words: "", rule: null } };
const engine = { kind: "worker", call: () => Promise.resolve(view), onState: () => {} } as unknown as Engine;
const rules = { files: {}, main: "x" };
const start = { players: 2, seed: 1, seats: ["person", "greedy"] };

test("20,000 moves are kept and come back in their order", async () => {
  const game = new Game(engine, rules, start, () => {});
  const moves = Array.from({ length: 20_000 }, (_, i) => `move ${i}`);
  assert.ok(await game.follow(moves, "en"));
  assert.deepEqual(game.ref().moves, moves);
  const again = Game.restore(engine, rules, game.save(), () => {});
  assert.equal(again.line().length, 20_001);
  assert.deepEqual(again.ref().moves, moves);
});
