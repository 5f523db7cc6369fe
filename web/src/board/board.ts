// The picture of the board as something to play with: pieces that may be chosen light up and are buttons, for the
// mouse, the
// finger, the keyboard and the screen reader; moves are animated; in the position editor, pieces can be dragged.
import { installStyle } from "./board-style";
import { svgElement } from "./svg";
import { layPiles, widen } from "./middle";
import { type Moved, spots, travel } from "./motion";
import { clearPreview, type Marked, showChances, showPreview } from "./preview";
import type { Travel, View } from "../calls";

const REACH = 20; // pixels from the middle of a small piece at which a tap still means it
const SVG = "http://www.w3.org/2000/svg";
const PIECES = ["tower", "wizard", "piece", "castle"];

type Listener = (key: string, event: MouseEvent | KeyboardEvent) => void;
type Shown = Pick<View, "svg"> & Partial<View>;

export class Board {
  private svg: SVGSVGElement | null = null;
  private offered = new Set<string>();
  private current: string | null = null; // the key of the piece that the keyboard is at
  private listener: Listener = () => {};
  private refused: Listener | null = null;
  private pointing: ((key: string | null) => void) | null = null;
  private at: string | null = null; // the offered piece that is pointed at
  private dropped: ((key: string, target: string) => void) | null = null;
  private drag: { element: SVGGElement; start: DOMPoint; space: number; isMoving: boolean } | null = null;

  /** `isTable`: the picture is all there is, so piles are laid out in it and the landscape goes on around it. */
  constructor(
    private readonly parent: HTMLElement,
    private readonly isTable = false,
    private readonly hasLetters = () => true,
  ) {
    installStyle();
    parent.addEventListener("click", (event) => this.click(event));
    parent.addEventListener("keydown", (event) => this.key(event));
    parent.addEventListener("focusin", (event) => this.focused(event.target as Element));
    parent.addEventListener("focusout", () => (this.ring(null), this.point(null)));
    parent.addEventListener(
      "pointerover",
      (event) => event.pointerType === "mouse" && this.point(event.target as Element),
    );
    parent.addEventListener("pointerleave", () => this.point(null));
    parent.addEventListener("pointerdown", (event) => (this.point(event.target as Element), this.grab(event)));
    parent.addEventListener("pointermove", (event) => this.pull(event));
    parent.addEventListener("pointerup", (event) => this.release(event));
    parent.addEventListener("pointercancel", () => (this.letGo(), this.point(null)));
  }

  /** Show a position. With `animate`, pieces travel from where they were; the spaces of the last move are marked. */
  show(view: Shown, options: { animate: boolean }) {
    const svg = svgElement(view.svg);
    if (!svg) return;
    const before = this.svg ? spots(this.svg) : null;
    const hadFocus = this.svg?.contains(document.activeElement) ?? false;
    const label = svg.querySelector("title")?.textContent ?? "";
    // As an image, a picture hides its parts from screen readers.
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", label);
    svg.classList.add("wt-board");
    if (this.dropped) svg.dataset.drag = "";
    svg.querySelector(":scope > title")?.remove();
    for (const element of svg.querySelectorAll<SVGGElement>("[data-key]")) {
      element.setAttribute("aria-label", element.querySelector(":scope > title")?.textContent ?? "");
      element.setAttribute("role", "img");
    }
    for (const element of svg.querySelectorAll("use, text, path, ellipse, circle, rect"))
      if (!element.closest("[data-key]")) element.setAttribute("aria-hidden", "true");
    // Colours and places say as much as the letters of wizards.
    if (this.isTable && !this.hasLetters()) hideLetters(svg);
    if (this.isTable) {
      widen(svg);
      layPiles(svg, view, this.parent.clientHeight / Math.max(1, this.parent.clientWidth));
    }
    if (this.svg?.isConnected && this.svg.parentNode === this.parent) this.svg.replaceWith(svg);
    else this.parent.replaceChildren(svg);
    this.svg = svg;
    this.at = null;
    this.letGo();
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
    const moved = before ? travel(before, svg, options.animate && !isCalm) : [];
    if (options.animate) this.trace(moved);
    this.offer([...this.offered]);
    if (hadFocus) this.focus(this.current && this.find(this.current) ? this.current : (this.choices()[0] ?? "space:0"));
  }

  /** A piece that may be chosen was chosen. Without `onRefused`, all others are reported here, too. */
  onChoose(listener: Listener) {
    this.listener = listener;
  }

  /** A piece that may not be chosen was chosen, so that the page can say why. */
  onRefused(listener: Listener) {
    this.refused = listener;
  }

  /** For the position editor: a piece was dragged to a space. With null, pieces cannot be dragged. */
  onDrop(listener: ((key: string, target: string) => void) | null) {
    this.dropped = listener;
    if (this.svg) listener ? (this.svg.dataset.drag = "") : delete this.svg.dataset.drag;
  }

  /** Somebody points at a piece that may be chosen, or at nothing any more. */
  onPoint(listener: (key: string | null) => void) {
    this.pointing = listener;
  }

  /** Show where a move would lead: the pieces it is about, arrows, and ghosts at their targets. */
  preview(keys: string[], travels: Travel[]) {
    if (!this.svg) return;
    clearPreview(this.svg);
    for (const element of this.elements()) element.classList.toggle("pointed", keys.includes(element.dataset.key!));
    showPreview(this.svg, travels);
  }

  /** Show how often moves win, where they lead; the best one comes first. */
  chances(marked: Marked[]) {
    if (this.svg) showChances(this.svg, marked);
  }

  /** Say what may be chosen. */
  offer(keys: string[]) {
    this.offered = new Set(keys);
    for (const mark of this.svg?.querySelectorAll(".wt-spot") ?? []) mark.remove();
    for (const element of this.elements()) {
      const isOffered = this.offered.has(element.dataset.key!);
      element.classList.toggle("offered", isOffered);
      element.setAttribute("role", isOffered ? "button" : "img");
      element.setAttribute("tabindex", "-1");
      if (isOffered && element.dataset.kind === "space")
        element.insertBefore(oval("wt-spot", 50, 26), element.children[2] ?? null);
    }
    const start = (this.current && this.find(this.current)) || this.find(this.choices()[0] ?? "") || this.elements()[0];
    start?.setAttribute("tabindex", "0");
  }

  /** Move the keyboard to a piece. */
  focus(key: string) {
    this.find(key)?.focus();
  }

  // --- parts of the picture ---

  private elements(): SVGGElement[] {
    return [...(this.svg?.querySelectorAll<SVGGElement>("[data-key]") ?? [])];
  }

  private find(key: string): SVGGElement | null {
    return key ? (this.svg?.querySelector<SVGGElement>(`[data-key="${CSS.escape(key)}"]`) ?? null) : null;
  }

  /** What is offered, in the order of the ring. */
  private choices(): string[] {
    const found = this.elements().filter((element) => this.offered.has(element.dataset.key!));
    return found
      .sort((a, b) => Number(a.dataset.space) - Number(b.dataset.space))
      .map((element) => element.dataset.key!);
  }

  /** The things on a space from the ground up: the space itself, its towers, who is on top, the castle. */
  private stack(space: number): SVGGElement[] {
    const order = (element: SVGGElement) =>
      element.dataset.kind === "space"
        ? -1
        : 10 * Number(element.dataset.level) + PIECES.indexOf(element.dataset.kind!);
    return this.elements()
      .filter((element) => Number(element.dataset.space) === space)
      .sort((a, b) => order(a) - order(b));
  }

  /** Mark where the pieces of the last move came from and went to. */
  private trace(moved: Moved[]) {
    for (const [name, spaces] of [
      ["from", moved.map((x) => x.from)],
      ["to", moved.map((x) => x.to)],
    ] as const) {
      for (const space of new Set(spaces)) {
        const element = this.find(`space:${space}`);
        element?.insertBefore(oval(`wt-trace ${name}`, 53, 28), element.children[1] ?? null);
      }
    }
  }

  // --- mouse and finger ---

  private point(target: Element | null) {
    const under = target?.closest<SVGGElement>("[data-key]") ?? null;
    const key = under?.dataset.key ?? "";
    const found = this.offered.has(key) ? key : this.below(under);
    if (found === this.at) return;
    this.at = found;
    this.pointing?.(found);
  }

  private click(event: MouseEvent) {
    const under = (event.target as Element).closest<SVGGElement>("[data-key]");
    if (!this.svg?.contains(event.target as Node)) return;
    const key = under?.dataset.key;
    // A mouse means the wizard that it points at; a finger may mean the one beside it.
    const isExact = (event as PointerEvent).pointerType === "mouse" && under?.dataset.kind === "wizard";
    const near = isExact ? null : this.near(event.clientX, event.clientY);
    const chosen = key && this.offered.has(key) ? key : (near ?? this.below(under) ?? key);
    if (chosen) this.choose(chosen, event);
  }

  /** The offered piece whose middle is nearest, if it is near: small pieces are hard to hit. */
  private near(x: number, y: number): string | null {
    let best: string | null = null;
    let nearest = Infinity;
    for (const key of this.offered) {
      const element = this.find(key);
      if (!element) continue;
      const box = (element.dataset.kind === "space" ? element.querySelector("use")! : element).getBoundingClientRect();
      const away = Math.hypot(x - box.x - box.width / 2, y - box.y - box.height / 2);
      if (away < Math.max(REACH, box.width / 4) && away < nearest) [best, nearest] = [key, away];
    }
    return best;
  }

  /** A space that is offered is also meant by what is on it. */
  private below(element: SVGGElement | null): string | null {
    const key = `space:${element?.dataset.space}`;
    return this.offered.has(key) ? key : null;
  }

  private choose(key: string, event: MouseEvent | KeyboardEvent) {
    if (this.offered.has(key) || !this.refused) this.listener(key, event);
    else this.refused(key, event);
  }

  // --- keyboard ---

  private key(event: KeyboardEvent) {
    const element = (event.target as Element).closest<SVGGElement>("[data-key]");
    if (!element || event.ctrlKey || event.metaKey || event.altKey) return;
    const space = Number(element.dataset.space);
    const stack = this.stack(space);
    const at = stack.indexOf(element);
    const spaces = this.elements().filter((other) => other.dataset.kind === "space").length;
    const all = this.choices();
    const turn = (by: number) => this.goTo((space + by + spaces) % spaces);
    const actions: Record<string, () => void> = {
      ArrowRight: () => turn(1),
      ArrowLeft: () => turn(-1),
      ArrowUp: () => this.focus(stack[Math.min(at + 1, stack.length - 1)]!.dataset.key!),
      ArrowDown: () => this.focus(stack[Math.max(at - 1, 0)]!.dataset.key!),
      Home: () => all.length && this.focus(all[0]!),
      End: () => all.length && this.focus(all.at(-1)!),
      PageDown: () => all.length && this.focus(all[(all.indexOf(element.dataset.key!) + 1) % all.length]!),
      PageUp: () => all.length && this.focus(all.at(all.indexOf(element.dataset.key!) - 1)!),
      Enter: () => this.choose(element.dataset.key!, event),
      " ": () => this.choose(element.dataset.key!, event),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation(); // the same keys do other things elsewhere on the page
    action();
  }

  /** Go to a space: to what is offered there, or to the top of its stack. */
  private goTo(space: number) {
    const stack = this.stack(space);
    this.focus((stack.find((element) => this.offered.has(element.dataset.key!)) ?? stack.at(-1))!.dataset.key!);
  }

  private focused(target: Element) {
    const element = target.closest<SVGGElement>("[data-key]");
    if (!element) return;
    this.find(this.current ?? "")?.setAttribute("tabindex", "-1");
    this.current = element.dataset.key!;
    element.setAttribute("tabindex", "0");
    const isByKey = element.matches(":focus-visible");
    this.ring(isByKey ? element : null);
    if (isByKey) this.point(element);
  }

  /** Draw a ring around the piece that the keyboard is at. */
  private ring(element: SVGGElement | null) {
    this.svg?.querySelector(".wt-focus")?.remove();
    if (!element) return;
    const shape = element.dataset.kind === "space" ? element.querySelector<SVGGraphicsElement>("use")! : element;
    const box = shape.getBBox();
    const mark = document.createElementNS(SVG, "rect");
    const values = {
      x: box.x - 4,
      y: box.y - 4,
      width: box.width + 8,
      height: box.height + 8,
      rx: 8,
      class: "wt-focus",
      "aria-hidden": "true",
    };
    for (const [name, value] of Object.entries(values)) mark.setAttribute(name, String(value));
    element.append(mark);
  }

  // --- dragging ---

  private grab(event: PointerEvent) {
    const element = (event.target as Element).closest<SVGGElement>("[data-key]");
    if (!this.dropped || !element || !PIECES.includes(element.dataset.kind!) || !event.isPrimary || event.button)
      return;
    this.drag = { element, start: this.place(event), space: Number(element.dataset.space), isMoving: false };
    this.parent.setPointerCapture(event.pointerId);
  }

  private pull(event: PointerEvent) {
    const { drag } = this;
    if (!drag) return;
    const now = this.place(event);
    const [dx, dy] = [now.x - drag.start.x, now.y - drag.start.y];
    if (!drag.isMoving && Math.hypot(dx, dy) < 6) return;
    drag.isMoving = true;
    this.svg!.classList.add("dragging");
    for (const element of this.carried(drag.element)) {
      element.classList.add("dragged");
      element.style.translate = `${dx}px ${dy}px`;
    }
    const target = this.target(event, drag.space);
    for (const element of this.elements()) element.classList.toggle("wt-target", element === target);
  }

  private release(event: PointerEvent) {
    const { drag } = this;
    if (!drag) return;
    const target = drag.isMoving ? this.target(event, drag.space) : null;
    if (drag.isMoving) {
      // The click that follows is part of dragging.
      this.parent.addEventListener("click", (click) => click.stopImmediatePropagation(), { capture: true, once: true });
      setTimeout(() => this.letGo());
    } else this.drag = null;
    if (target) this.dropped?.(drag.element.dataset.key!, target.dataset.key!);
  }

  private letGo() {
    this.drag = null;
    this.svg?.classList.remove("dragging");
    for (const element of this.elements()) {
      element.classList.remove("dragged", "wt-target");
      element.style.translate = "";
    }
  }

  /** What goes along: a tower carries everything above it. */
  private carried(element: SVGGElement): SVGGElement[] {
    if (element.dataset.kind !== "tower") return [element];
    return this.stack(Number(element.dataset.space)).filter(
      (other) => other.dataset.kind !== "space" && Number(other.dataset.level) >= Number(element.dataset.level),
    );
  }

  /** The space below the pointer: the nearest ground, or the one whose stack is there. */
  private target(event: PointerEvent, from: number): SVGGElement | null {
    const under = document
      .elementsFromPoint(event.clientX, event.clientY)
      .map((element) => element.closest<SVGGElement>("[data-space]"));
    const space = under.find(
      (element) => element && this.svg!.contains(element) && Number(element.dataset.space) !== from,
    )?.dataset.space;
    return space === undefined ? null : this.find(`space:${space}`);
  }

  private place(event: PointerEvent): DOMPoint {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg!.getScreenCTM()!.inverse());
  }
}

function oval(name: string, rx: number, ry: number): SVGEllipseElement {
  const mark = document.createElementNS(SVG, "ellipse");
  mark.setAttribute("class", name);
  mark.setAttribute("rx", String(rx));
  mark.setAttribute("ry", String(ry));
  mark.setAttribute("aria-hidden", "true");
  return mark;
}

/** Take the letters off the faces of wizards; other pieces keep theirs. */
function hideLetters(svg: SVGSVGElement) {
  for (const shape of svg.querySelectorAll("defs > g")) {
    const letter = String.fromCharCode(parseInt(shape.id.split("-").at(-1) ?? "", 16));
    if (/^[a-z]$/.test(letter)) for (const text of shape.querySelectorAll("text")) text.remove();
  }
}
