// Pictures that the engine drew, as elements.
const known = new Map<string, SVGSVGElement | null>();
const MOST_KNOWN = 300;

/** SVG made by our own engine, as a new element. Scripts and event handlers are dropped in any case. */
export function svgElement(text: string): SVGSVGElement | null {
  if (!known.has(text)) {
    if (known.size > MOST_KNOWN) known.clear();
    known.set(text, parsed(text));
  }
  const found = known.get(text);
  return found ? (document.importNode(found, true) as SVGSVGElement) : null;
}

function parsed(text: string): SVGSVGElement | null {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.localName !== "svg") return null;
  for (const element of [root, ...root.querySelectorAll("*")]) {
    if (["script", "foreignObject", "iframe"].includes(element.localName)) element.remove();
    for (const { name, value } of [...element.attributes]) {
      const isAddress = name.endsWith("href") && !value.startsWith("#");
      if (name.startsWith("on") || isAddress) element.removeAttribute(name);
    }
  }
  return root as unknown as SVGSVGElement;
}
