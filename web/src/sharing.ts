// Sharing and saving: a link that holds everything, and files of the rules, the game, the picture and the book.
import type { App } from "./app-state";
import { showBook } from "./book";
import { dialog, h, icon } from "./dom";
import { copy, download } from "./download";
import type { Game } from "./game";
import { pack } from "./share";
import { t } from "./text";

const LONG = 8000; // characters of a link that some messengers cut off

export async function shareLink(app: App, game: Game | null): Promise<string> {
  const ref = game?.ref();
  const main = [app.project.main, ...app.variants].join("+");
  const fragment = await pack({ files: app.project.files, main, players: ref?.players ?? 2, seed: ref?.seed ?? 0, position: ref?.position, settings: ref?.settings, moves: ref?.moves ?? [], seats: game?.seats });
  return `${location.origin}${location.pathname}#${fragment}`;
}

export async function share(app: App) {
  const link = await shareLink(app, app.game);
  const name = app.project.main.replace(/\.wtr$/, "").replaceAll("+", "-");
  const game = app.game;
  const svg = game?.view?.svg;
  const file = (label: string, run: () => void) => h("button", { type: "button", onclick: run }, icon("save"), label);
  dialog(
    t("share.title"),
    t("close"),
    h(
      "div.share",
      null,
      h("p", null, t("share.text")),
      h("textarea.copy", { readonly: true, rows: "4", "aria-label": t("share.link"), onfocus: (event: Event) => (event.target as HTMLTextAreaElement).select() }, link),
      link.length > LONG && h("p.warn", null, t("share.long")),
      h("div.row", null, h("button.primary", { type: "button", onclick: () => void copy(link) }, icon("copy"), t("share.copy")), "share" in navigator && h("button", { type: "button", onclick: () => void navigator.share({ url: link, title: app.check?.title }).catch(() => {}) }, icon("share"), t("share.send"))),
      h("h3", null, t("share.save")),
      h(
        "div.row",
        null,
        Object.entries(app.project.files).map(([own, text]) => file(own, () => download(own, text, "text/plain"))),
        game && file(t("share.game"), () => download(`${name}.game.json`, JSON.stringify({ ...game.ref(), words: game.line().slice(1).map((step) => step.words) }, null, 1), "application/json")),
        svg && file(t("share.picture"), () => download(`${name}.svg`, svg, "image/svg+xml")),
        h("button", { type: "button", onclick: () => void showBook(app) }, icon("book"), t("share.book")),
      ),
    ),
    { wide: true },
  );
}
