// From one picture of the board to the next: every piece that has the same `data-key` in both travels from its old
// place
// to its new one. Nothing waits for it: the new picture is there at once, can be clicked, and the next one may come
// any time.
const STEP = 110; // milliseconds for each space on the way
const SHORTEST = 260;
const LONGEST = 1000;
const SVG = "http://www.w3.org/2000/svg";

type Point = { x: number; y: number };
type Spot = Point & { space: number; element: SVGGElement };
export type Moved = { key: string; from: number; to: number };

/** The translation in a `transform` attribute. */
function shift(element: Element): Point {
  const found = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(element.getAttribute("transform") ?? "");
  return found ? { x: Number(found[1]), y: Number(found[2]) } : { x: 0, y: 0 };
}

function pieces(svg: SVGSVGElement): SVGGElement[] {
  return [...svg.querySelectorAll<SVGGElement>('[data-key]:not([data-kind="space"])')];
}

/** Where every piece is now, in the units of the picture; in the middle of its way if it is moving. */
export function spots(svg: SVGSVGElement): Map<string, Spot> {
  const found = new Map<string, Spot>();
  for (const element of pieces(svg)) {
    const base = shift(element.parentElement!);
    let { x, y } = shift(element);
    if (element.getAnimations().length) {
      const now = new DOMMatrixReadOnly(getComputedStyle(element).transform);
      if (now.e || now.f) ({ e: x, f: y } = now);
    }
    found.set(element.dataset.key!, { x: base.x + x, y: base.y + y, space: Number(element.dataset.space), element });
  }
  return found;
}

/** The spaces by number, with what follows each. */
class Ring {
  readonly at = new Map<number, Point>();
  private readonly next = new Map<number, number>();
  private readonly previous = new Map<number, number>();
  constructor(svg: SVGSVGElement) {
    const spaces = [...svg.querySelectorAll<SVGGElement>('[data-kind="space"]')];
    for (const element of spaces) {
      const space = Number(element.dataset.space);
      this.at.set(space, shift(element));
      this.next.set(space, Number(element.dataset.next ?? (space + 1) % spaces.length));
      this.previous.set(space, Number(element.dataset.previous ?? (space + spaces.length - 1) % spaces.length));
    }
  }
  /** The spaces from one to another, the shorter way round; clockwise unless back is much shorter. */
  way(from: number, to: number): number[] {
    const on = this.walk(from, to, this.next);
    const back = this.walk(from, to, this.previous);
    if (!on || !back) return on ?? back ?? [from, to];
    return back.length * 3 < on.length ? back : on;
  }
  private walk(from: number, to: number, ways: Map<number, number>): number[] | null {
    const found = [from];
    for (let space = from; space !== to;) {
      space = ways.get(space) ?? -1;
      if (space < 0 || found.includes(space)) return null;
      found.push(space);
    }
    return found;
  }
}

/** Let the pieces of the new picture travel from where they were. Returns those that changed their space. */
export function travel(before: Map<string, Spot>, svg: SVGSVGElement, animate: boolean): Moved[] {
  const ring = new Ring(svg);
  const now = spots(svg);
  const moved: Moved[] = [];
  const going: { spot: Spot; frames: Keyframe[]; duration: number }[] = [];
  let last = 0;
  for (const [key, spot] of now) {
    const old = before.get(key);
    if (!old) continue;
    if (old.space !== spot.space) moved.push({ key, from: old.space, to: spot.space });
    if (Math.hypot(old.x - spot.x, old.y - spot.y) < 0.5) continue;
    const route = old.space === spot.space ? [spot.space, spot.space] : ring.way(old.space, spot.space);
    const duration = old.space === spot.space ? SHORTEST : Math.min(LONGEST, SHORTEST + STEP * (route.length - 1));
    going.push({ spot, frames: frames(route, ring, old, spot), duration });
    last = Math.max(last, duration);
  }
  if (!animate) return moved;
  const layer = svg.appendChild(document.createElementNS(SVG, "g"));
  for (const { spot, frames, duration } of going)
    lift(spot.element, layer).push(spot.element.animate(frames, { duration, easing: "ease-in-out" }));
  for (const [key, spot] of now)
    if (!before.has(key))
      spot.element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 300, delay: last * 0.4, fill: "backwards" });
  for (const [key, old] of before) if (!now.has(key)) leave(old, now, svg, layer, last);
  return moved;
}

/**
 * Positions on the way, in the coordinates of the space where the piece is now: from space to space, lifted a
 * little.
 */
function frames(route: number[], ring: Ring, old: Point, now: Point & { element: SVGGElement }): Keyframe[] {
  const base = shift(now.element.parentElement!);
  const kind = now.element.dataset.kind;
  const size = /scale\([^)]*\)/.exec(now.element.getAttribute("transform") ?? "")?.[0] ?? "";
  const from = ring.at.get(route[0]!) ?? old;
  const to = ring.at.get(route.at(-1)!) ?? now;
  const steps = route.length - 1;
  const isFar = route[0] !== route.at(-1);
  const at = (x: number, y: number, offset: number): Keyframe => ({
    transform: `translate(${(x - base.x).toFixed(1)}px, ${(y - base.y).toFixed(1)}px) ${size}`,
    offset,
  });
  const points: Keyframe[] = [at(old.x, old.y, 0)];
  for (let i = 0; isFar && i < steps; i++) {
    const [one, two] = [ring.at.get(route[i]!)!, ring.at.get(route[i + 1]!)!];
    // How high it is above the ground changes evenly from where it was to where it will be.
    const above = (t: number): Point => ({
      x: (old.x - from.x) * (1 - t) + (now.x - to.x) * t,
      y: (old.y - from.y) * (1 - t) + (now.y - to.y) * t,
    });
    const middle = above((i + 0.5) / steps);
    const end = above((i + 1) / steps);
    const hop = kind === "wizard" || kind === "piece" ? 14 : 0;
    const raised = (t: number) => (hop ? 0 : 34 * Math.sin(Math.PI * t));
    points.push(
      at(
        (one.x + two.x) / 2 + middle.x,
        (one.y + two.y) / 2 + middle.y - hop - raised((i + 0.5) / steps),
        (i + 0.5) / steps,
      ),
    );
    if (i < steps - 1) points.push(at(two.x + end.x, two.y + end.y - raised((i + 1) / steps), (i + 1) / steps));
  }
  points.push(at(now.x, now.y, 1));
  return points;
}

/** Draw a moving piece above everything else; when all its animations are over, it goes back to its place. */
function lift(element: SVGGElement, layer: SVGGElement): Animation[] {
  const animations: Animation[] = [];
  const home = element.parentElement!;
  const mark = document.createComment("");
  const focused = document.activeElement === element;
  const place = layer.appendChild(document.createElementNS(SVG, "g"));
  place.setAttribute("transform", home.getAttribute("transform") ?? "");
  element.replaceWith(mark);
  place.append(element);
  if (focused) element.focus();
  queueMicrotask(() => {
    void Promise.allSettled(animations.map((animation) => animation.finished)).then(() => {
      const wasFocused = document.activeElement === element;
      mark.replaceWith(element);
      place.remove();
      if (wasFocused) element.focus();
    });
  });
  return animations;
}

/** A piece that is not in the new picture: covered where it was, or gone into the castle. */
function leave(old: Spot, now: Map<string, Spot>, svg: SVGSVGElement, layer: SVGGElement, delay: number) {
  const ghost = old.element.cloneNode(true) as SVGGElement;
  for (const name of ["data-key", "tabindex", "role", "aria-label", "class"]) ghost.removeAttribute(name);
  ghost.setAttribute("aria-hidden", "true");
  ghost.style.pointerEvents = "none";
  // Shapes of the old picture have other identifiers.
  const prefix = svg.querySelector("defs [id]")?.id.split("-")[0];
  for (const use of ghost.querySelectorAll("use"))
    use.setAttribute("href", use.getAttribute("href")!.replace(/^#[^-]*/, `#${prefix}`));
  if ([...ghost.querySelectorAll("use")].some((use) => !svg.querySelector(use.getAttribute("href")!))) return;
  const towers = (root: ParentNode, space: number) =>
    root.querySelectorAll(`[data-kind="tower"][data-space="${space}"]`).length;
  const isCovered = towers(svg, old.space) > Number(old.element.dataset.level ?? 0);
  const castle = now.get("castle");
  const size = /scale\([^)]*\)/.exec(old.element.getAttribute("transform") ?? "")?.[0] ?? "";
  const at = (x: number, y: number) => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) ${size}`;
  const end = !isCovered && castle ? at(castle.x, castle.y) : at(old.x, old.y);
  layer.prepend(ghost);
  const animation = ghost.animate(
    [
      { transform: at(old.x, old.y), opacity: 1 },
      { transform: end, opacity: 1, offset: 0.8 },
      { transform: end, opacity: 0 },
    ],
    { duration: isCovered ? Math.max(300, delay) : 700, easing: "ease-in-out" },
  );
  void animation.finished.catch(() => {}).then(() => ghost.remove());
}
