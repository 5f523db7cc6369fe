// A new game: rules, variants, who plays, and everything else that the rules let players choose before.
import type { App } from "./app-state";
import { type Ways, withCatalog } from "./dialogs";
import { dialog, fill, h, icon } from "./dom";
import { isAbort } from "./engine";
import { failureOf, PERSON } from "./game";
import { field } from "./measure";
import { t } from "./text";
import { openButton, trainedBots } from "./trained";
import type { Choices, Project, Ruleset, Setting, Variant } from "./types";

export const newGame = (app: App, ways: Ways) => withCatalog(app, t("game.new"), () => new NewGame(app, ways).open());

class NewGame {
  private readonly rulesets: Ruleset[];
  private readonly rules = h("select", { id: "game-rules", onchange: () => this.rulesChosen() });
  private readonly players = h("select", { id: "game-players", onchange: () => this.drawSeats() });
  private readonly variants = h("fieldset.variants");
  private readonly seats = h("fieldset.seats");
  private readonly settings = h("div.settings");
  private readonly seed = h("input", { id: "game-seed", type: "number", min: "0", value: String(Math.floor(Math.random() * 100000)) });
  private choices: Choices | null = null;
  private asking: AbortController | null = null;

  constructor(
    private readonly app: App,
    private readonly ways: Ways,
  ) {
    this.rulesets = app.catalog!.rulesets;
  }

  open() {
    const { app } = this;
    const own = app.project.main in app.project.files;
    fill(this.rules, own && h("option", { value: "" }, app.check?.title || app.project.main), this.rulesets.map((r) => h("option", { value: r.name, selected: !own && app.project.main.split("+")[0] === r.name }, `${r.title} (${r.name})`)));
    const submit = h("button.primary", { type: "submit" }, icon("play"), t("game.start"));
    const form = h(
      "form.new-game",
      {
        onsubmit: (event: Event) => {
          event.preventDefault();
          close();
          this.start();
        },
      },
      h("div.row.form", null, field("game-rules", t("game.rules"), this.rules), field("game-players", t("game.players"), this.players)),
      this.seats,
      openButton((name) => this.seat(name)),
      this.variants,
      h("details.more", null, h("summary", null, t("game.more")), this.settings, field("game-seed", t("game.seed"), this.seed)),
      h("div.row.sticky", null, submit),
    );
    const { close } = dialog(t("game.new"), t("close"), form, { wide: true });
    this.rulesChosen();
    submit.focus({ preventScroll: true });
  }

  private start() {
    const chosen = this.chosenVariants();
    const seats = [...this.seats.querySelectorAll<HTMLSelectElement>("[data-seat]")].map((select) => select.value);
    this.ways.start({ players: Number(this.players.value), seed: Number(this.seed.value) || 0, seats, settings: this.chosenSettings() }, this.rules.value ? [this.rules.value, ...chosen].join("+") : undefined, chosen);
  }

  // --- rules and variants ---

  private known(): Variant[] {
    return this.rulesets.find((r) => r.name === this.rules.value)?.variants ?? this.app.check?.variants ?? [];
  }

  private chosenVariants(): string[] {
    return [...this.variants.querySelectorAll<HTMLInputElement>("input:checked")].map((box) => box.value);
  }

  private rulesChosen() {
    const { app } = this;
    const counts = this.rulesets.find((r) => r.name === this.rules.value)?.players ?? ownPlayers(app);
    const wanted = Number(this.players.value) || app.game?.players || 2;
    fill(this.players, counts.map((n) => h("option", { value: String(n), selected: n === (counts.includes(wanted) ? wanted : counts[0]) }, n)));
    const playedWith = app.game?.project.main.split("+").slice(1) ?? [];
    const known = this.known();
    fill(
      this.variants,
      known.length > 0 && h("legend", null, t("game.variants")),
      known.map((variant) => h("label.wish", null, h("input", { type: "checkbox", value: variant.name, checked: playedWith.includes(variant.name), onchange: (event: Event) => this.settle(event.target as HTMLInputElement) }), h("span", null, h("strong", null, variant.title), variant.says && h("small.muted", null, variant.says)))),
    );
    this.variants.hidden = !known.length;
    this.settle(null);
  }

  /** A variant may need or exclude others: tick and untick them along with the one that was clicked. */
  private settle(clicked: HTMLInputElement | null) {
    const known = this.known();
    const boxes = [...this.variants.querySelectorAll<HTMLInputElement>("input")];
    const box = (name: string) => boxes.find((other) => other.value === name);
    for (const variant of known) {
      if (!box(variant.name)?.checked) continue;
      for (const name of variant.needs ?? []) {
        const needed = box(name);
        if (!needed) continue;
        if (needed === clicked) box(variant.name)!.checked = false;
        else needed.checked = true;
      }
    }
    for (const variant of known) {
      if (!box(variant.name)?.checked) continue;
      for (const name of variant.excludes ?? []) {
        const other = box(name);
        if (other?.checked) (other === clicked ? box(variant.name)! : other).checked = false;
      }
    }
    void this.ask();
  }

  // --- what can be chosen with them ---

  private async ask() {
    const { app } = this;
    const own = app.playable ?? app.project;
    const project: Project = this.rules.value ? { files: {}, main: [this.rules.value, ...this.chosenVariants()].join("+") } : { ...own, main: [own.main, ...this.chosenVariants()].join("+") };
    this.asking?.abort();
    const mine = (this.asking = new AbortController());
    this.countPlayers();
    try {
      const found = await app.engine.call("choices", { project, lang: app.lang }, { signal: mine.signal });
      if (mine.signal.aborted) return;
      this.choices = found;
      this.countPlayers();
      this.drawSettings();
    } catch (error) {
      if (isAbort(error)) return;
      this.choices = null;
      fill(this.settings, h("p.warn", null, failureOf(error).message));
    }
    this.drawSeats();
  }

  /** Variants are for certain numbers of players. */
  private countPlayers() {
    const chosen = new Set(this.chosenVariants());
    const counts = this.known().flatMap((variant) => (chosen.has(variant.name) && variant.players?.length ? [variant.players] : []));
    if (this.choices) counts.push(this.choices.players);
    const wanted = new Set([...[...this.players.options].map((option) => Number(option.value)), ...counts.flat()]);
    const value = this.players.value;
    fill(this.players, [...wanted].sort((a, b) => a - b).map((n) => h("option", { value: String(n), disabled: counts.some((list) => !list.includes(n)) }, n)));
    this.players.value = value;
    if (!this.players.selectedOptions[0] || this.players.selectedOptions[0].disabled) this.players.value = [...this.players.options].find((option) => !option.disabled)?.value ?? "";
    this.drawSeats();
  }

  private drawSeats() {
    const { app } = this;
    const n = Number(this.players.value);
    const before = app.game?.seats ?? [PERSON, "greedy"];
    const old = [...this.seats.querySelectorAll<HTMLSelectElement>("[data-seat]")].map((select) => select.value);
    const colours = this.choices?.colours.options ?? [];
    const given = app.game?.settings?.[this.choices?.colours.id ?? ""]?.split("+") ?? [];
    const painted = [...this.seats.querySelectorAll<HTMLSelectElement>("[data-colour]")].map((select) => select.value);
    fill(
      this.seats,
      h("legend", null, t("game.who")),
      Array.from({ length: n }, (_, i) => {
        const who = old[i] ?? before[i] ?? "greedy";
        const colour = painted[i] ?? given[i] ?? colours[i]?.value;
        return h(
          "div.seat",
          null,
          field(`seat-${i}`, t("game.seat", { n: i + 1 }), h("select", { id: `seat-${i}`, "data-seat": String(i) }, h("option", { value: PERSON, selected: who === PERSON }, t("game.person")), [...app.catalog!.bots, ...trainedBots()].map((bot) => h("option", { value: bot.name, selected: bot.name === who }, bot.title)))),
          colours.length > 1 && h("select", { "data-colour": String(i), "aria-label": t("game.colour", { n: i + 1 }), onchange: (event: Event) => this.swapColours(event.target as HTMLSelectElement) }, colours.map((one) => h("option", { value: one.value, selected: one.value === colour }, one.title))),
        );
      }),
    );
    this.swapColours(null);
  }

  /** A bot that was just opened takes the last seat of a bot. */
  private seat(name: string) {
    this.drawSeats();
    const bots = [...this.seats.querySelectorAll<HTMLSelectElement>("[data-seat]")].filter((select) => select.value !== PERSON);
    if (bots.length) bots.at(-1)!.value = name;
  }

  /** Two seats never have one colour: the other one takes a colour that is free. */
  private swapColours(changed: HTMLSelectElement | null) {
    const all = [...this.seats.querySelectorAll<HTMLSelectElement>("[data-colour]")];
    const taken = new Set(changed ? [changed.value] : []);
    for (const select of all) {
      if (select === changed) continue;
      if (taken.has(select.value)) {
        const used = new Set(all.filter((other) => other !== select).map((other) => other.value));
        select.value = [...select.options].find((option) => !used.has(option.value))?.value ?? select.value;
      }
      taken.add(select.value);
    }
  }

  private drawSettings() {
    const given = this.app.game?.settings ?? {};
    fill(this.settings, this.choices!.settings.map((setting) => settingField(setting, given[setting.id] ?? setting.value)));
  }

  /** Only what differs from the rules: a game with nothing chosen is the game as it is printed. */
  private chosenSettings(): Record<string, string> | undefined {
    const found: Record<string, string> = {};
    const colours = [...this.seats.querySelectorAll<HTMLSelectElement>("[data-colour]")].map((select) => select.value);
    if (colours.some((colour, i) => colour !== this.choices?.colours.options[i]?.value)) found[this.choices!.colours.id] = colours.join("+");
    for (const setting of this.choices?.settings ?? []) {
      const value = settingValue(this.settings, setting);
      if (value && value !== setting.value) found[setting.id] = value;
    }
    return Object.keys(found).length ? found : undefined;
  }
}

function settingField(setting: Setting, value: string): HTMLElement {
  const id = `setting-${setting.id}`;
  if (setting.kind === "list") {
    const held = value.split("+");
    return h("fieldset.wishes", { "data-setting": setting.id }, h("legend", null, setting.title), setting.options!.map((one) => h("label.wish", { title: one.says }, h("input", { type: "checkbox", value: one.value, checked: held.includes(one.value) }), h("span", null, one.title))));
  }
  const control =
    setting.kind === "word"
      ? h("select", { id, "data-setting": setting.id }, setting.options!.map((one) => h("option", { value: one.value, selected: one.value === value }, one.title)))
      : h("input", { id, type: "number", min: String(setting.least ?? 0), max: String(setting.most ?? 100), required: true, value, "data-setting": setting.id });
  return field(id, setting.title, control);
}

function settingValue(root: HTMLElement, setting: Setting): string {
  const control = root.querySelector<HTMLElement>(`[data-setting="${CSS.escape(setting.id)}"]`);
  if (control instanceof HTMLFieldSetElement) {
    const chosen = [...control.querySelectorAll<HTMLInputElement>("input:checked")].map((box) => box.value);
    const before = setting.value.split("+");
    // The order matters to nobody, so the same choice is no change.
    return chosen.length === before.length && before.every((one) => chosen.includes(one)) ? setting.value : chosen.join("+");
  }
  return (control as HTMLInputElement | HTMLSelectElement | null)?.value ?? "";
}

/** How many can play the edited rules; from the newest text that could be played, if this one cannot. */
const ownPlayers = (app: App): number[] => (app.check?.players.length ? app.check.players : app.game ? [app.game.players] : [2]);
