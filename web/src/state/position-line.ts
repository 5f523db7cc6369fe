// A position as one line, in its parts: spaces, the player to act, and fields such as `flasks=5.0.0,5.0.0`.

/** The fields keep their order; those of the middle of a turn can be dropped. */
export type Line = { spaces: string[]; seat: string; fields: [string, string][] };
const MID_TURN = new Set(["at", "frame", "memory", "outcome", "active", "winner", "roll", "rng", "pieces"]);

export function parseLine(text: string): Line {
  const [board = "", seat = "", ...rest] = text.trim().split(/\s+/);
  return {
    spaces: board.split("/"),
    seat,
    fields: rest.map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)]),
  };
}

export function printLine({ spaces, seat, fields }: Line): string {
  return [
    spaces.join("/"),
    seat,
    ...fields.filter(([, value]) => value !== "").map(([name, value]) => `${name}=${value}`),
  ]
    .join(" ")
    .trim();
}

/** The same position at the beginning of the turn: the rules then find the first decision themselves. */
export function turnStart(line: Line): Line {
  const seat = fieldOf(line, "active") || line.seat;
  return {
    ...line,
    seat,
    fields: line.fields.filter(([name]) => !MID_TURN.has(name.split(".")[0]!) && name !== "pile"),
  };
}

export const fieldOf = (line: Line, name: string): string => line.fields.find(([other]) => other === name)?.[1] ?? "";

export function withField(line: Line, name: string, value: string): Line {
  const isThere = line.fields.some(([other]) => other === name);
  return {
    ...line,
    fields: isThere
      ? line.fields.map(([other, old]) => [other, other === name ? value : old])
      : [...line.fields, [name, value]],
  };
}

/** One player's part of a field whose parts are separated by commas. */
export const partOf = (line: Line, name: string, seat: number): string => fieldOf(line, name).split(",")[seat] ?? "";

export function withPart(line: Line, name: string, seat: number, players: number, value: string, none: string): Line {
  const parts = fieldOf(line, name).split(",");
  return withField(
    line,
    name,
    Array.from({ length: players }, (_, i) => (i === seat ? value : parts[i] || none)).join(","),
  );
}

const isTower = (letter: string | undefined) => letter === "N" || letter === "R";

/**
 * Move a piece to the top of another space; a tower takes along what is above it. `letterAt` counts letters from
 * the bottom.
 */
export function movePiece(line: Line, from: number, letterAt: number, to: number): Line {
  const spaces = [...line.spaces];
  const stack = spaces[from] ?? ".";
  const piece = stack[letterAt];
  if (piece === undefined || piece === "." || spaces[to] === undefined) return line;
  const taken = isTower(piece) ? stack.slice(letterAt) : piece;
  spaces[from] = stack.slice(0, letterAt) + stack.slice(letterAt + taken.length) || ".";
  spaces[to] = (spaces[to] === "." ? "" : spaces[to]!) + taken;
  return { ...line, spaces };
}

/** Where in its space's letters a piece of the picture is: by its level and, among equals, its order. */
export function letterIndex(line: Line, { space, level = "0", kind, letter = "" }: DOMStringMap): number {
  const stack = line.spaces[Number(space)] ?? "";
  if (kind === "castle") return stack.indexOf("K");
  let towers = 0;
  for (let i = 0; i < stack.length; i++) {
    if (isTower(stack[i])) towers++;
    if (
      kind === "tower"
        ? isTower(stack[i]) && towers === Math.max(1, Number(level))
        : stack[i] === letter && towers === Number(level)
    )
      return i;
  }
  return kind === "tower" ? -1 : stack.indexOf(letter);
}
