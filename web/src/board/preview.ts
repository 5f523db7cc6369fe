// Where moves would lead: an arrow to the target and a ghost of each piece that goes there, or how often each one wins.
import type { Travel } from "../calls";

const SVG = "http://www.w3.org/2000/svg";
const OVERLAP = 10; // units by which a piece stands in what is below it
const HEAD = 13; // units of the arrow's head
const MOST_ARROWS = 3; // of the best moves
const BADGE = { width: 52, height: 26 };

/** A move on the board: what it does, and its chance of winning in words. */
export type Marked = { travels: Travel[]; text: string };

export const clearPreview = (svg: SVGSVGElement) => svg.querySelector(":scope > .wt-preview")?.remove();

const find = (svg: SVGSVGElement, key: string) => svg.querySelector<SVGGElement>(`[data-key="${CSS.escape(key)}"]`);

/** The box of some elements, in the units of the picture. */
function boxOf(svg: SVGSVGElement, elements: SVGGraphicsElement[]): DOMRect | null {
  const toPicture = svg.getScreenCTM()?.inverse();
  const boxes = elements.map((element) => element.getBoundingClientRect()).filter((box) => box.width > 0);
  if (!toPicture || !boxes.length) return null;
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.right));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  const from = new DOMPoint(left, top).matrixTransform(toPicture);
  const to = new DOMPoint(right, bottom).matrixTransform(toPicture);
  return new DOMRect(from.x, from.y, to.x - from.x, to.y - from.y);
}

/** Where something put on a space would stand: on top of what is there. */
function landing(svg: SVGSVGElement, space: number, moving: Set<string>): { x: number; y: number } | null {
  const here = [...svg.querySelectorAll<SVGGElement>(`[data-key][data-space="${space}"]`)];
  const ground = here.find((element) => element.dataset.kind === "space")?.querySelector<SVGGraphicsElement>("use");
  const floor = ground ? boxOf(svg, [ground]) : null;
  if (!floor) return null;
  const towers = here.filter((element) => element.dataset.kind === "tower" && !moving.has(element.dataset.key!));
  const stack = boxOf(svg, towers);
  const x = floor.x + floor.width / 2;
  return stack ? { x, y: stack.y + OVERLAP * 1.6 } : { x, y: floor.y + floor.height * 0.6 };
}

type Way = { to: number | null; pieces: SVGGElement[]; start: Point; shift: Point };

/** The ways of the pieces that a move takes somewhere; those that go together are one. */
function ways(svg: SVGSVGElement, travels: Travel[]): Way[] {
  const moving = new Set(travels.map((travel) => travel.key));
  const groups = Map.groupBy(travels, (travel) => `${travel.from}>${travel.to}`);
  return [...groups.values()].flatMap((group) => {
    const { to } = group[0]!;
    const pieces = group.flatMap((travel) => find(svg, travel.key) ?? []);
    const box = boxOf(svg, pieces);
    const castle = find(svg, "castle");
    const gate = castle ? boxOf(svg, [castle]) : null;
    const target =
      to === null ? gate && { x: gate.x + gate.width / 2, y: gate.y + gate.height } : landing(svg, to, moving);
    if (!box || !target) return [];
    const shift = { x: target.x - box.x - box.width / 2, y: target.y - box.y - box.height + OVERLAP };
    return [{ to, pieces, start: { x: box.x + box.width / 2, y: box.y + box.height / 2 }, shift }];
  });
}

const endOf = ({ start, shift }: Way): Point => ({ x: start.x + shift.x, y: start.y + shift.y });

export function showPreview(svg: SVGSVGElement, travels: Travel[]) {
  if (!travels.length) return;
  const layer = svg.appendChild(element("g", { class: "wt-preview", "aria-hidden": "true" }));
  for (const way of ways(svg, travels)) {
    if (way.to !== null) for (const piece of way.pieces) layer.append(ghost(svg, piece, way.shift));
    layer.append(...arrow(way.start, endOf(way)));
  }
}

/** Show the chances of winning where the moves lead, the best one first; of several to one space, the best. */
export function showChances(svg: SVGSVGElement, marked: Marked[]) {
  svg.querySelector(":scope > .wt-chances")?.remove();
  const layer = element("g", { class: "wt-chances", "aria-hidden": "true" });
  const arrows: SVGElement[] = [];
  const badges = new Map<number | null, SVGElement>();
  for (const { travels, text } of marked) {
    // What is taken along, or gives way, goes elsewhere: the first way is that of the piece.
    const [way] = ways(svg, travels);
    if (!way || badges.has(way.to)) continue;
    if (badges.size < MOST_ARROWS) arrows.push(...arrow(way.start, endOf(way)));
    badges.set(way.to, badge(endOf(way), text, badges.size === 0));
  }
  layer.append(...arrows, ...badges.values());
  svg.append(layer);
}

function badge({ x, y }: Point, text: string, isBest: boolean): SVGElement {
  const group = element("g", { class: `wt-chance${isBest ? " best" : ""}`, transform: `translate(${x} ${y})` });
  const { width, height } = BADGE;
  const place = { x: String(-width / 2), y: String(-height / 2), rx: String(height / 2) };
  const words = element("text", { y: "1" });
  words.textContent = text;
  group.append(element("rect", { ...place, width: String(width), height: String(height) }), words);
  return group;
}

function ghost(svg: SVGSVGElement, piece: SVGGElement, shift: { x: number; y: number }): SVGElement {
  const copy = piece.cloneNode(true) as SVGGElement;
  for (const name of ["data-key", "data-kind", "data-space", "tabindex", "role", "aria-label", "class"]) {
    copy.removeAttribute(name);
  }
  copy.querySelectorAll(".wt-focus, title").forEach((part) => part.remove());
  // The place of a piece is that of its space, and its own.
  const [own, picture] = [piece.parentElement as unknown as SVGGElement, svg];
  const matrix = picture.getScreenCTM()!.inverse().multiply(own.getScreenCTM()!);
  const values = [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e + shift.x, matrix.f + shift.y];
  const place = element("g", { transform: `matrix(${values.map((value) => value.toFixed(2)).join(" ")})` });
  place.setAttribute("class", "wt-ghost");
  place.append(copy);
  return place;
}

type Point = { x: number; y: number };

/** A bow from one point to another, with a head. */
function arrow(from: Point, to: Point): SVGElement[] {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const lift = Math.min(90, length * 0.35);
  const bend = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - lift };
  const angle = Math.atan2(to.y - bend.y, to.x - bend.x);
  const corner = (turn: number) =>
    `${(to.x - HEAD * Math.cos(angle + turn)).toFixed(1)},${(to.y - HEAD * Math.sin(angle + turn)).toFixed(1)}`;
  const [x1, y1, x2, y2] = [from.x, from.y, to.x, to.y].map((value) => value.toFixed(1));
  const d = `M${x1} ${y1}Q${bend.x.toFixed(1)} ${bend.y.toFixed(1)} ${x2} ${y2}`;
  const points = `${x2},${y2} ${corner(0.45)} ${corner(-0.45)}`;
  return [
    element("path", { d, class: "wt-arrow-edge" }),
    element("path", { d, class: "wt-arrow" }),
    element("polygon", { points, class: "wt-arrow-head" }),
  ];
}

function element(name: string, attributes: Record<string, string>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
