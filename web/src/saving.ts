// What survives a reload, and the file on the disk that the program was started with.
import type { App, Theme } from "./app-state";
import { share } from "./sharing";
import { dialog, h, toast } from "./dom";
import type { Editor } from "./editor";
import { failureOf, type SavedGame } from "./game";
import { save } from "./store";
import { t } from "./text";
import type { Lang, OnDisk, Project, View } from "./types";

export type Saved = { project: Project; file: string; variants?: string[]; disk?: OnDisk | null; lang: Lang; theme: Theme; playable: Project | null; game: SavedGame | null; view?: View | null; tab: string };

export class Keeper {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private couldSave = true;

  constructor(
    private readonly app: App,
    private readonly editor: () => Editor,
  ) {}

  readonly soon = () => {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.now(), 300);
  };

  now() {
    const { app } = this;
    clearTimeout(this.timer);
    const saved: Saved = { project: app.project, file: app.file, variants: app.variants, disk: app.disk, lang: app.lang, theme: app.theme, playable: app.playable, game: app.game?.save() ?? null, view: this.view(), tab: app.tab };
    const worked = save(saved);
    if (!worked && this.couldSave) toast(t("save.failed"), { label: t("share.open"), run: () => void share(app) }, 15_000);
    this.couldSave = worked;
    document.body.classList.toggle("unsaved", !worked);
  }

  /** The view of the game, so that a reload shows the board at once; not if the hand in it is covered. */
  private view(): View | null {
    const { game } = this.app;
    return game?.view && !game.failure && !game.isCovered && game.people().length < 2 ? { ...game.view, log: [] } : null;
  }

  async toDisk(hash = this.app.disk?.hash) {
    const { app } = this;
    if (!app.disk || hash === undefined) return;
    const { file } = app.disk;
    const text = app.project.files[file] ?? "";
    try {
      const answer = await app.engine.call("save", { text, hash, lang: app.lang });
      app.disk = { file, hash: answer.hash };
      toast(t("save.done", { name: file }));
      this.soon();
    } catch (error) {
      const failure = failureOf(error);
      if (failure.code !== "conflict") return toast(failure.message);
      const { close } = dialog(
        t("save.conflict"),
        t("close"),
        h(
          "div.welcome",
          null,
          h("p", null, failure.message),
          h("details", null, h("summary", null, t("save.theirs")), h("pre", { tabindex: "0" }, failure.text)),
          h(
            "div.row",
            null,
            h("button", { type: "button", onclick: () => (close(), (app.disk = { file, hash: failure.hash! }), void this.editor().goTo(file, 0, 0), this.editor().replace(failure.text!)) }, t("save.take")),
            h("button.primary", { type: "button", onclick: () => (close(), void this.toDisk(failure.hash)) }, t("save.overwrite")),
          ),
        ),
      );
    }
  }
}
