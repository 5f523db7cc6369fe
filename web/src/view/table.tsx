// Flasks and dice. The engine draws them, in the style of the board; what changes between two positions moves: a flask
// fills, a card that was played goes to the discards.
import type { Art, Player } from "../calls";
import { Picture } from "./widgets";

const MANY = 12;

/** The flasks of a player: full ones first. Too many for a row are a number beside one of them. */
export function Flasks({ art, player }: { art: Art | undefined; player: Player }) {
  const { full, empty, spent } = player.flasks;
  const isFew = full + empty + spent <= MANY;
  return (
    <>
      {(["full", "empty", "spent"] as const).map((kind) => {
        const count = player.flasks[kind];
        const shown = isFew ? count : Math.min(1, count);
        return (
          <>
            {Array.from({ length: shown }, (_, i) =>
              art ? (
                <Picture key={i} svg={art.flasks[kind]} class={`wt-flask ${kind}`} />
              ) : (
                <i class={`flask ${kind}`} />
              ),
            )}
            {!isFew && count > 0 && <small>×{count}</small>}
          </>
        );
      })}
    </>
  );
}

/** The die with its number; before a roll, nothing. */
export const Die = ({ art }: { art: Art | undefined }) => (art?.die ? <Picture svg={art.die} class="wt-die" /> : null);

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;

/** Let a card that is played fly away to the discards; the card itself may be redrawn at once. */
export function discard(card: HTMLElement) {
  if (isCalm()) return;
  const box = card.getBoundingClientRect();
  const ghost = card.cloneNode(true) as HTMLElement;
  for (const name of ["data-card", "data-move", "id", "tabindex"]) ghost.removeAttribute(name);
  ghost.setAttribute("aria-hidden", "true");
  ghost.inert = true;
  const [left, top, width, height] = [box.x, box.y, box.width, box.height].map((value) => `${value}px`);
  Object.assign(ghost.style, { position: "fixed", left, top, width, height, margin: "0", pointerEvents: "none" });
  ghost.style.zIndex = "25";
  document.body.append(ghost);
  const away = { transform: "translateY(-70px) rotate(8deg) scale(0.75)", opacity: 0 };
  const flight = ghost.animate([{ opacity: 1 }, away], { duration: 450, easing: "ease-in" });
  void flight.finished.catch(() => {}).then(() => ghost.remove());
}
