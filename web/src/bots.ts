// The moves of bots, one after the other, slowly enough for people to follow.
import { type App, shownGame } from "./app-state";
import { h, icon, toast } from "./dom";
import { isAbort } from "./engine";
import { failureOf } from "./game";
import { t } from "./text";
import { filesOf, trainedBots } from "./trained";

const PAUSE = 700; // milliseconds between two moves

export class Bots {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isThinking = false;
  private isPaused = false;

  constructor(
    private readonly app: App,
    private readonly redraw: () => void,
  ) {}

  title(name: string): string {
    return [...(this.app.catalog?.bots ?? []), ...trainedBots()].find((bot) => bot.name === name)?.title ?? name;
  }

  /** The name of the strongest bot: the last one. */
  get strongest(): string {
    return this.app.catalog?.bots.at(-1)?.name ?? "greedy";
  }

  schedule() {
    clearTimeout(this.timer);
    const game = shownGame(this.app);
    if (!game?.view || this.app.aside || game.failure || !game.isBot(game.view.to_act) || game.current.children.length || this.isPaused || document.hidden) return;
    this.timer = setTimeout(() => void this.move(), PAUSE);
  }

  private async move() {
    const game = shownGame(this.app);
    const seat = game?.view?.to_act;
    if (!game || seat === null || seat === undefined || !game.isBot(seat) || this.isThinking) return;
    const step = game.current;
    this.isThinking = true;
    try {
      const bot = game.seats[seat]!;
      const { move } = await this.app.engine.call("hint", { game: game.ref(), bot, trained: filesOf(bot), lang: this.app.lang });
      if (game === shownGame(this.app) && step === game.current) await game.play(move, this.app.lang);
    } catch (error) {
      if (!isAbort(error)) {
        this.isPaused = true;
        toast(failureOf(error).message);
      }
    } finally {
      this.isThinking = false;
    }
    this.schedule();
  }

  /** Pause and continue; in the middle of a game that was played before, let the bot choose anew. */
  controls(): HTMLElement {
    const atEnd = !shownGame(this.app)!.current.children.length;
    const isRunning = !this.isPaused && atEnd;
    const press = () => {
      this.isPaused = atEnd ? !this.isPaused : false;
      if (atEnd) this.redraw();
      else void this.move();
    };
    return h("div.row", null, h("button", { type: "button", onclick: press }, icon(isRunning ? "pause" : "play"), isRunning ? t("bots.pause") : t("bots.go")));
  }
}
