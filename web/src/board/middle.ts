// What is on the table in the middle of the ring: the draw pile, the last discarded card and the die.
// The landscape goes on around the picture, so that no part of the table is left empty.
import { svgElement } from "./svg";
import type { View } from "../calls";

const SVG = "http://www.w3.org/2000/svg";
const CARD = { width: 62, height: 92 };
const FREE = 165; // no space may be nearer to the middle than this
const FAR = 4000;

/** Lay the piles out in the middle of a picture; if there is no room, below it, where the meadow goes on anyway. */
export function layPiles(svg: SVGSVGElement, view: Pick<View, "svg"> & Partial<View>, shape: number) {
  const deck = view.decks?.[0];
  const first = svg.querySelector('[data-kind="space"]');
  if (!deck || !view.art || !first) return;
  const group = element("g", { class: "wt-middle", "aria-hidden": "true" });
  if (!isFree(svg)) {
    const box = svg.viewBox.baseVal;
    const more = CARD.height + 50;
    if ((box.height + more) / box.width > shape) return;
    group.setAttribute("transform", `translate(${box.x + box.width / 2} ${box.y + box.height + more / 2 - 20})`);
    svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height + more}`);
  }
  const copies = Math.min(3, Math.ceil(deck.pile / 15));
  for (let i = 0; i < copies; i++) put(group, view.art.back, -CARD.width - 14 - 3 * i, -CARD.height / 2 - 4 * i);
  if (!deck.pile) group.append(outline(-CARD.width - 14));
  if (deck.face && deck.discards) put(group, deck.face, 14, -CARD.height / 2);
  else group.append(outline(14));
  group.append(count(-CARD.width / 2 - 14, deck.pile), count(CARD.width / 2 + 14, deck.discards));
  if (view.art.die) put(group, view.art.die, CARD.width + 28, -24, 48, 48);
  first.before(group);
}

/** Whether nothing else is in the middle: no space of another ring or of an eight, and no legend. */
function isFree(svg: SVGSVGElement): boolean {
  if (svg.querySelector("g.key")) return false;
  return [...svg.querySelectorAll<SVGGElement>('[data-kind="space"]')].every((space) => {
    const at = /translate\((\S+) (\S+)\)/.exec(space.getAttribute("transform") ?? "");
    return at && Math.hypot(Number(at[1]), Number(at[2])) > FREE;
  });
}

function put(group: SVGElement, drawn: string, x: number, y: number, width = CARD.width, height = CARD.height) {
  const picture = svgElement(drawn);
  if (!picture) return;
  picture.querySelector("title")?.remove();
  picture.removeAttribute("role");
  for (const [name, value] of Object.entries({ x, y, width, height })) picture.setAttribute(name, String(value));
  group.append(picture);
}

const outline = (x: number) =>
  element("rect", { x, y: -CARD.height / 2, width: CARD.width, height: CARD.height, rx: 7, class: "wt-no-pile" });

function count(x: number, n: number): SVGElement {
  const text = element("text", { x, y: CARD.height / 2 + 20, class: "wt-count" });
  text.textContent = String(n);
  return text;
}

/** Let sky, hills and meadow go on beyond the frame: mirrored to both sides, plain above and below. */
export function widen(svg: SVGSVGElement) {
  const box = svg.viewBox.baseVal;
  const sky = svg.querySelector<SVGElement>(":scope > .wt-sky");
  const meadow = svg.querySelector<SVGElement>(":scope > .wt-meadow");
  if (!sky || !meadow) return;
  const group = element("g", { class: "wt-beyond", "aria-hidden": "true" });
  group.append(
    element("rect", { x: box.x - FAR, y: box.y - FAR, width: 2 * FAR + box.width, height: FAR + 1, class: "wt-sky" }),
  );
  for (const edge of [box.x, box.x + box.width]) {
    for (const part of svg.querySelectorAll(
      ":scope > .wt-sky, :scope > .wt-far, :scope > .wt-ridge, :scope > .wt-meadow",
    )) {
      const copy = part.cloneNode() as SVGElement;
      copy.setAttribute("transform", `translate(${2 * edge + (edge > box.x ? -4 : 4)} 0) scale(-1 1)`);
      group.append(copy);
    }
  }
  group.append(
    element("rect", {
      x: box.x - FAR,
      y: box.y + box.height - 1,
      width: 2 * FAR + box.width,
      height: FAR,
      class: "wt-meadow",
    }),
  );
  svg.prepend(group);
}

function element(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
