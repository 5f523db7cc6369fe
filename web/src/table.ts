// Cards, flasks, dice and spell tiles. The engine draws them, in the style of the board; here they become elements, and
// what changes between two positions moves: a flask fills, a card that was played goes to the discards.
import { h, svgElement } from "./dom";
import type { Art, Player } from "./types";

/** A picture that was drawn by the engine. It says nothing to screen readers: the words beside it do. */
export function picture(svg: string | undefined, name = ""): HTMLElement | null {
  const drawn = svg ? svgElement(svg) : null;
  if (!drawn) return null;
  drawn.setAttribute("aria-hidden", "true");
  drawn.querySelector("title")?.remove();
  const box = h("span.wt-picture", { class: name });
  box.append(drawn);
  return box;
}

/** The flasks of a player: full ones first. Too many for a row are a number beside one of them. */
export function flasks(art: Art | undefined, player: Player): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (const kind of ["full", "empty", "spent"] as const) {
    const count = player.flasks[kind];
    const isFew = player.flasks.full + player.flasks.empty + player.flasks.spent <= 12;
    for (let i = 0; i < (isFew ? count : Math.min(1, count)); i++) {
      const flask = picture(art?.flasks[kind], "wt-flask") ?? h("i", { class: `flask ${kind}` });
      flask.dataset.flask = `${player.letter}:${kind}:${i}`;
      found.push(flask);
    }
    if (!isFew && count) found.push(h("small", null, `×${count}`));
  }
  return found;
}

/** The die with its number; before a roll, nothing. */
export function die(art: Art | undefined): HTMLElement | null {
  return picture(art?.die ?? undefined, "wt-die");
}

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;

/** The flasks that are shown now, to compare with what comes next. */
export function shownFlasks(root: ParentNode): Set<string> {
  return new Set([...root.querySelectorAll<HTMLElement>("[data-flask]")].map((element) => element.dataset.flask!));
}

/** Let the flasks that were not there before fill up. Nothing waits for it. */
export function fillFlasks(before: Set<string>, root: ParentNode) {
  if (isCalm() || !before.size) return;
  for (const element of root.querySelectorAll<HTMLElement>("[data-flask]")) {
    if (before.has(element.dataset.flask!)) continue;
    element.animate([{ transform: "scale(0.4)", filter: "brightness(2)" }, { transform: "scale(1.35)", offset: 0.6 }, { transform: "none" }], { duration: 550, easing: "ease-out" });
  }
}

/** Let a card that is played fly away to the discards; the card itself may be redrawn at once. */
export function discard(card: HTMLElement | null) {
  if (!card || isCalm()) return;
  const box = card.getBoundingClientRect();
  const ghost = card.cloneNode(true) as HTMLElement;
  for (const name of ["data-card", "data-move", "id", "tabindex"]) ghost.removeAttribute(name);
  ghost.setAttribute("aria-hidden", "true");
  ghost.inert = true;
  Object.assign(ghost.style, { position: "fixed", left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px`, margin: "0", pointerEvents: "none", zIndex: "25" });
  document.body.append(ghost);
  const away = ghost.animate([{ opacity: 1 }, { transform: "translateY(-70px) rotate(8deg) scale(0.75)", opacity: 0 }], { duration: 450, easing: "ease-in" });
  void away.finished.catch(() => {}).then(() => ghost.remove());
}
