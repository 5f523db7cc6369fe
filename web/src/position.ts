// The position editor: the line itself, and its parts as a form. Pieces can also be dragged on the board.
import { type App, shownGame } from "./app-state";
import { Board } from "./board";
import { fill, h, icon } from "./dom";
import { copy } from "./download";
import { isAbort } from "./engine";
import { failureOf } from "./game";
import { t } from "./text";
import type { PositionCheck, View } from "./types";

/** A position line in its parts. The fields keep their order; those of the middle of a turn can be dropped. */
export type Line = { spaces: string[]; seat: string; fields: [string, string][] };
const MID_TURN = new Set(["at", "frame", "memory", "outcome", "active", "winner", "roll", "rng", "pieces"]);

export function parseLine(text: string): Line {
  const [board = "", seat = "", ...rest] = text.trim().split(/\s+/);
  return { spaces: board.split("/"), seat, fields: rest.map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)]) };
}
export function printLine({ spaces, seat, fields }: Line): string {
  return [spaces.join("/"), seat, ...fields.filter(([, value]) => value !== "").map(([name, value]) => `${name}=${value}`)].join(" ").trim();
}
/** Move a piece to the top of another space; a tower takes along what is above it. `letterAt` counts letters from the bottom. */
export function movePiece(line: Line, from: number, letterAt: number, to: number): Line {
  const spaces = [...line.spaces];
  const stack = spaces[from] ?? ".";
  const piece = stack[letterAt];
  if (piece === undefined || piece === "." || spaces[to] === undefined) return line;
  const taken = piece === "N" || piece === "R" ? stack.slice(letterAt) : piece;
  spaces[from] = stack.slice(0, letterAt) + stack.slice(letterAt + taken.length) || ".";
  spaces[to] = (spaces[to] === "." ? "" : spaces[to]!) + taken;
  return { ...line, spaces };
}

export function positionPanel(app: App, play: (position: string, players: number) => void) {
  let serial = 0;
  let shown: View | null = null;
  const text = h("textarea.position-line", { id: "position-line", rows: "3", spellcheck: "false", autocapitalize: "off", oninput: () => changed(false) });
  const problems = h("ul.position-problems", { "aria-live": "polite" });
  const form = h("div.position-form");
  const preview = h("div.position-preview");
  const use = h("button.primary", { type: "button", onclick: () => play(text.value.trim(), players()) }, icon("play"), t("position.play"));
  const element = h(
    "div.panel",
    null,
    h("p.muted", null, t("position.intro")),
    h("label.field.wide", { for: "position-line" }, h("span", null, t("position.line")), text),
    h("div.row", null, use, h("button", { type: "button", onclick: () => void copy(text.value.trim()) }, icon("copy"), t("position.copy")), h("button", { type: "button", onclick: () => take() }, t("position.take"))),
    problems,
    h("div.position-split", null, form, preview),
  );

  const players = () => shownGame(app)?.players ?? app.check?.players[0] ?? 2;

  /** What is on the board now, as the beginning of a turn: the rules then find the first decision themselves. */
  function take() {
    const line = shownGame(app)?.view?.position;
    if (!line) return;
    const parsed = parseLine(line);
    const active = parsed.fields.find(([name]) => name === "active")?.[1];
    text.value = printLine({ ...parsed, seat: active ?? parsed.seat, fields: parsed.fields.filter(([name]) => !MID_TURN.has(name.split(".")[0]!) && name !== "pile") });
    changed(true);
  }

  function changed(isOurs: boolean) {
    if (!isOurs || !form.contains(document.activeElement)) drawForm();
    void check();
  }

  async function check() {
    const mine = ++serial;
    const line = text.value.trim();
    if (!line) return fill(problems);
    try {
      const found = await app.engine.call("positionCheck", { project: app.playable ?? app.project, players: players(), position: line, lang: app.lang });
      if (mine === serial) show(found);
    } catch (error) {
      if (mine !== serial || isAbort(error)) return;
      use.disabled = true;
      fill(problems, h("li.bad", null, failureOf(error).message));
    }
  }

  function show(found: PositionCheck) {
    use.disabled = !found.ok;
    fill(problems, found.ok ? h("li.good", null, icon("check"), t("position.ok")) : found.problems.map((problem) => h("li.bad", null, problem.text, problem.help && h("span.muted", null, problem.help))));
    for (const input of form.querySelectorAll<HTMLInputElement>("[data-space]")) {
      const isBad = found.problems.some((problem) => String(problem.space) === input.dataset.space);
      input.setAttribute("aria-invalid", String(isBad));
    }
    if (found.view) shown = found.view;
    preview.classList.toggle("stale", !found.ok);
    if (found.view) drawPreview();
  }

  function drawPreview() {
    if (shown) board.show(shown, { animate: true });
  }

  // Drag a piece of the picture to another space.
  const board = new Board(preview);
  board.onDrop((key, target) => {
    const piece = preview.querySelector<SVGElement>(`[data-key="${CSS.escape(key)}"]`);
    const to = preview.querySelector<SVGElement>(`[data-key="${CSS.escape(target)}"]`)?.dataset.space;
    const index = piece ? letterIndex(piece) : -1;
    if (!piece || to === undefined || index < 0) return;
    text.value = printLine(movePiece(parseLine(text.value), Number(piece.dataset.space), index, Number(to)));
    changed(false);
  });

  /** Where in its space's letters a piece of the picture is: by its level and, among equals, its order. */
  function letterIndex(piece: SVGElement): number {
    const space = Number(piece.dataset.space);
    const stack = parseLine(text.value).spaces[space] ?? "";
    const level = Number(piece.dataset.level ?? 0);
    const kind = piece.dataset.kind;
    if (kind === "castle") return stack.indexOf("K");
    if (kind === "tower") {
      let towers = 0;
      for (let i = 0; i < stack.length; i++) if (stack[i] === "N" || stack[i] === "R") if (++towers === Math.max(1, level)) return i;
      return -1;
    }
    const letter = piece.dataset.letter ?? "";
    let height = 0;
    for (let i = 0; i < stack.length; i++) {
      if (stack[i] === "N" || stack[i] === "R") height++;
      else if (stack[i] === letter && height === level) return i;
    }
    return stack.indexOf(letter);
  }

  function drawForm() {
    const line = parseLine(text.value);
    const set = (change: (line: Line) => Line) => {
      text.value = printLine(change(parseLine(text.value)));
      changed(true);
    };
    const setField = (name: string, value: string) => set((old) => ({ ...old, fields: old.fields.some(([n]) => n === name) ? old.fields.map(([n, v]) => [n, n === name ? value : v]) : [...old.fields, [name, value]] }));
    const value = (event: Event) => (event.target as HTMLInputElement).value.trim();
    fill(
      form,
      h("h3", null, t("position.spaces")),
      h("p.muted", null, t("position.letters")),
      h(
        "div.spaces",
        null,
        line.spaces.map((stack, i) =>
          h("label", null, h("span", null, `s${i}`), h("input", { value: stack === "." ? "" : stack, "data-space": String(i), spellcheck: "false", autocapitalize: "off", "aria-label": t("position.space", { n: i }), oninput: (event: Event) => set((old) => ({ ...old, spaces: old.spaces.map((s, j) => (j === i ? value(event) || "." : s)) })) })),
        ),
      ),
      h("h3", null, t("position.fields")),
      h("div.fields", null, h("label", null, h("span", null, t("position.seat")), h("input", { value: line.seat, oninput: (event: Event) => set((old) => ({ ...old, seat: value(event) })) })), line.fields.filter(([name]) => name !== "rng").map(([name, content]) => h("label", null, h("span", null, name), h("input", { value: content, spellcheck: "false", oninput: (event: Event) => setField(name, value(event)) })))),
    );
  }

  function update() {
    if (!text.value && element.offsetParent) take();
  }
  return { element, update };
}
