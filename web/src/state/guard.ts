// A second click on the same spot is a double click: it does not mean the choice that has just appeared there.
const SOON = 700; // milliseconds
const NEAR = 24; // pixels

export type Click = { time: number; x: number; y: number };

export class ClickGuard {
  private last: Click | null = null;

  /** Whether a click means what is there now. */
  allows(click: Click): boolean {
    const { last } = this;
    const isAgain =
      last !== null && click.time - last.time < SOON && Math.hypot(click.x - last.x, click.y - last.y) < NEAR;
    if (!isAgain) this.last = click;
    return !isAgain;
  }

  /** The pointer is somewhere: once it has left the spot, the next click there is meant. */
  moved({ x, y }: Pick<Click, "x" | "y">) {
    if (this.last && Math.hypot(x - this.last.x, y - this.last.y) >= NEAR) this.last = null;
  }
}

const guard = new ClickGuard();
if (typeof document !== "undefined") {
  document.addEventListener("pointermove", ({ clientX: x, clientY: y }) => guard.moved({ x, y }), { passive: true });
}

/** Whether an event is meant: a key is, unless it is held down. */
export function isMeant(event: MouseEvent | KeyboardEvent): boolean {
  if (!("clientX" in event)) return !event.repeat;
  if (event.detail === 0) return true; // Enter on a button
  return guard.allows({ time: event.timeStamp, x: event.clientX, y: event.clientY });
}
