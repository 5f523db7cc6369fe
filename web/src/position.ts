// The position editor: a picture whose pieces can be dragged, flasks, hands and spells as a form, and the line itself.
import { type App, shownGame } from "./app-state";
import { Board } from "./board";
import { fill, h, icon, iconButton } from "./dom";
import { copy } from "./download";
import { isAbort } from "./engine";
import { failureOf } from "./game";
import { fieldOf, letterIndex, type Line, movePiece, parseLine, partOf, printLine, turnStart, withField, withPart } from "./position-line";
import { t } from "./text";
import { capital } from "./turn";
import type { Box, Player, PositionCheck } from "./types";

const FLASKS = ["empty", "full", "spent"] as const;

export function positionPanel(app: App, play: (position: string, players: number) => void) {
  let serial = 0;
  let box: Box = { cards: [], spells: [] };
  let people: Player[] = [];
  const text = h("textarea.position-line", { id: "position-line", rows: "3", spellcheck: "false", autocapitalize: "off", oninput: () => changed(text) });
  const problems = h("ul.position-problems", { "aria-live": "polite" });
  const letters = h("div.spaces");
  const table = h("div.position-table");
  const preview = h("div.position-preview");
  const use = h("button.primary", { type: "button", onclick: () => play(text.value.trim(), players()) }, icon("play"), t("position.play"));
  const element = h(
    "div.panel",
    null,
    h("p.muted", null, t("position.intro")),
    preview,
    problems,
    h("div.row", null, use, h("button", { type: "button", onclick: () => void copy(text.value.trim()) }, icon("copy"), t("position.copy")), h("button", { type: "button", onclick: () => take() }, icon("board"), t("position.take"))),
    h("label.field.wide", { for: "position-line" }, h("span", null, t("position.line")), text),
    table,
    h("details.more", null, h("summary", null, t("position.spaces")), h("p.muted", null, t("position.letters")), letters),
  );

  const players = () => shownGame(app)?.players ?? app.check?.players[0] ?? 2;
  const line = () => parseLine(text.value);
  function set(change: (old: Line) => Line, by?: Element) {
    text.value = printLine(change(line()));
    changed(by ?? null);
  }

  /** What is on the board now, as the beginning of a turn. */
  function take() {
    const found = shownGame(app)?.view;
    if (!found) return;
    people = found.players;
    text.value = printLine(turnStart(parseLine(found.position)));
    changed(null);
  }

  /** The part of the form that the change was made in stays as it is, with its cursor. */
  function changed(by: Element | null) {
    if (!by || !letters.contains(by)) drawLetters();
    if (!by || !table.contains(by)) drawTable();
    void check();
  }

  async function check() {
    const mine = ++serial;
    const position = text.value.trim();
    if (!position) return fill(problems);
    try {
      const found = await app.engine.call("positionCheck", { project: app.playable ?? app.project, players: players(), position, lang: app.lang });
      if (mine === serial) show(found);
    } catch (error) {
      if (mine !== serial || isAbort(error)) return;
      use.disabled = true;
      fill(problems, h("li.bad", null, failureOf(error).message));
    }
  }

  function show(found: PositionCheck) {
    use.disabled = !found.ok;
    fill(problems, found.ok ? h("li.good", null, icon("check"), t("position.ok")) : found.problems.map((problem) => h("li.bad", null, icon("alert"), problem.text, problem.help && h("span.muted", null, problem.help))));
    for (const input of letters.querySelectorAll<HTMLInputElement>("[data-space]")) input.setAttribute("aria-invalid", String(found.problems.some((problem) => String(problem.space) === input.dataset.space)));
    preview.classList.toggle("stale", !found.ok);
    if (found.view) board.show(found.view, { animate: true });
    const isNew = found.box && JSON.stringify(found.box) !== JSON.stringify(box);
    if (found.box) box = found.box;
    if (found.view) people = found.view.players;
    if (isNew && !table.contains(document.activeElement)) drawTable();
  }

  // Drag a piece of the picture to another space.
  const board = new Board(preview);
  board.onDrop((key, target) => {
    const at = (name: string) => preview.querySelector<SVGElement>(`[data-key="${CSS.escape(name)}"]`)?.dataset;
    const piece = at(key);
    const to = at(target)?.space;
    const index = piece ? letterIndex(line(), piece) : -1;
    if (piece && to !== undefined && index >= 0) set((old) => movePiece(old, Number(piece.space), index, Number(to)));
  });

  function drawLetters() {
    const value = (input: EventTarget | null) => (input as HTMLInputElement).value.trim() || ".";
    fill(
      letters,
      line().spaces.map((stack, i) =>
        h("label", null, h("span", null, `s${i}`), h("input", { value: stack === "." ? "" : stack, "data-space": String(i), spellcheck: "false", autocapitalize: "off", "aria-label": t("position.space", { n: i }), oninput: (event: Event) => set((old) => ({ ...old, spaces: old.spaces.map((s, j) => (j === i ? value(event.target) : s)) }), event.target as Element) })),
      ),
    );
  }

  function drawTable() {
    const now = line();
    const laid = fieldOf(now, "spells").split(",").filter(Boolean);
    const lay = (event: Event) => {
      const chosen = box.spells.filter((spell) => table.querySelector<HTMLInputElement>(`[data-spell-box="${CSS.escape(spell.id)}"]`)?.checked).map((spell) => spell.id);
      set((old) => withField(old, "spells", chosen.join(",")), event.target as Element);
    };
    fill(
      table,
      people.length > 1 && h("label.field", { for: "position-seat" }, h("span", null, t("position.turn")), h("select", { id: "position-seat", onchange: (event: Event) => set((old) => ({ ...old, seat: (event.target as HTMLSelectElement).value }), event.target as Element) }, people.map((player) => h("option", { value: player.letter, selected: player.letter === now.seat }, player.name)))),
      people.map((player, seat) => playerFields(now, player, seat)),
      box.spells.length > 0 && h("fieldset", null, h("legend", null, t("position.spells")), h("div.wishes", null, box.spells.map((spell) => h("label.wish", null, h("input", { type: "checkbox", "data-spell-box": spell.id, checked: laid.includes(spell.id), onchange: lay }), h("span", null, spell.name))))),
    );
  }

  function playerFields(now: Line, player: Player, seat: number): HTMLElement {
    const flasks = (partOf(now, "flasks", seat) || "0.0.0").split(".");
    const setFlasks = (event: Event) => {
      const inputs = [...table.querySelectorAll<HTMLInputElement>(`[data-flasks="${seat}"]`)];
      set((old) => withPart(old, "flasks", seat, people.length, inputs.map((input) => String(Math.max(0, Number(input.value) || 0))).join("."), "0.0.0"), event.target as Element);
    };
    const hand = (partOf(now, "hands", seat) || "-").split(".").filter((code) => code !== "-");
    const setHand = (codes: string[]) => {
      set((old) => withPart(old, "hands", seat, people.length, codes.join(".") || "-", "-"));
      table.querySelector<HTMLElement>(`[data-hand="${seat}"] select`)?.focus();
    };
    const words = (code: string) => box.cards.find((card) => card.code === code)?.words ?? code;
    return h(
      "fieldset",
      { style: { "--player": player.colour } },
      h("legend", null, capital(player.name)),
      h("div.row", null, FLASKS.map((kind, i) => h("label.field", null, h("span", null, kind === "empty" ? t("position.empty") : kind === "full" ? t("position.full") : t("position.spent")), h("input", { type: "number", min: "0", max: "99", value: flasks[i] ?? "0", "data-flasks": String(seat), oninput: setFlasks })))),
      h(
        "div.chips",
        { "data-hand": String(seat), role: "group", "aria-label": `${t("position.hand")}: ${player.name}` },
        hand.map((code, i) => h("span.chip", null, words(code), iconButton("close", t("position.drop", { card: words(code) }), () => setHand(hand.filter((_, j) => j !== i))))),
        box.cards.length > 0 && h("select", { "aria-label": `${t("position.addCard")} ${player.name}`, onchange: (event: Event) => setHand([...hand, (event.target as HTMLSelectElement).value]) }, h("option", { value: "" }, t("position.addCard")), box.cards.map((card) => h("option", { value: card.code }, card.words))),
      ),
    );
  }

  function update() {
    if (!text.value && element.offsetParent) take();
  }
  return { element, update };
}
