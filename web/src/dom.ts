// A tiny helper to make elements: h("button.primary", {onclick: go, "aria-label": "Go"}, "Go").
type Child = Node | string | number | null | undefined | false | Child[];
type Attributes = Record<string, unknown>;

export function h<K extends keyof HTMLElementTagNameMap>(tag: K | `${K}.${string}`, attributes?: Attributes | null, ...children: Child[]): HTMLElementTagNameMap[K];
export function h(tag: string, attributes?: Attributes | null, ...children: Child[]): HTMLElement;
export function h(tag: string, attributes?: Attributes | null, ...children: Child[]): HTMLElement {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name!);
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value as EventListener);
    else if (key === "class") element.className += ` ${value}`;
    else if (key === "style") Object.entries(value as Record<string, string>).forEach(([k, v]) => element.style.setProperty(k, v));
    else if (key === "value" || key === "checked" || key === "selected") Object.assign(element, { [key]: value });
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

export function append(parent: Element, children: Child[]) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(parent, child);
    else parent.append(child instanceof Node ? child : String(child));
  }
}

export function fill(parent: Element, ...children: Child[]) {
  parent.replaceChildren();
  append(parent, children);
}

/** SVG made by our own engine, as an element. Scripts and event handlers are dropped in any case. */
export function svgElement(text: string): SVGSVGElement | null {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.localName !== "svg") return null;
  for (const element of [root, ...root.querySelectorAll("*")]) {
    if (["script", "foreignObject", "iframe"].includes(element.localName)) element.remove();
    for (const { name, value } of [...element.attributes]) {
      if (name.startsWith("on") || (name.endsWith("href") && !value.startsWith("#"))) element.removeAttribute(name);
    }
  }
  return document.importNode(root, true) as unknown as SVGSVGElement;
}

const ICONS: Record<string, string> = {
  share: "M12 3v12M12 3l-4 4M12 3l4 4M5 13v6a1.5 1.5 0 0 0 1.5 1.500h11A1.5 1.5 0 0 0 19 19v-6",
  menu: "M4 6.500h16M4 12h16M4 17.500h16",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.500v2M12 19.500v2M2.5 12h2M19.5 12h2M5.3 5.300l1.4 1.400M17.3 17.300l1.4 1.400M5.3 18.700l1.4-1.400M17.3 6.700l1.4-1.4",
  moon: "M19.5 14.500A8 8 0 0 1 9.5 4.500a8 8 0 1 0 10 10z",
  undo: "M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-3",
  redo: "M16 5l4 4-4 4M20 9H10a5.5 5.5 0 0 0 0 11h3",
  first: "M18 5l-8 7 8 7zM6 5v14",
  last: "M6 5l8 7-8 7zM18 5v14",
  play: "M8 5l10 7-10 7z",
  pause: "M8 5v14M16 5v14",
  plus: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  light: "M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0c-.6.5-.9 1.2-.9 2h-5.200c0-.8-.3-1.5-.9-2z",
  chart: "M4 20V4M4 20h16M8 16v-4M12 16V8M16 16v-6",
  format: "M4 6h16M4 10h10M4 14h16M4 18h10",
  check: "M5 12.500l4.5 4.500L19 7.5",
  alert: "M12 4L2.8 19.500h18.400zM12 10v4M12 17v.2",
  pen: "M4 20l1-4L16.5 4.500l3 3L8 19z",
  board: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
  more: "M5 12h.1M12 12h.1M19 12h.1",
  copy: "M9 9h10v11H9zM5 15V4h10",
  book: "M4 5.500c3-1.5 6-1 8 .5 2-1.5 5-2 8-.5V19c-3-1.5-6-1-8 .5-2-1.5-5-2-8-.5zM12 6v13",
  save: "M5 4h11l3 3v13H5zM8 4v5h7V4M8 20v-6h8v6",
  home: "M4 20v-9l3-6 3 6v9M10 20v-7h4v7M14 20v-9l3-6 3 6v9M3 20h18",
  next: "M9 5l7 7-7 7",
};

export function icon(name: string): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", ICONS[name]!);
  svg.append(path);
  return svg;
}

/** A button that shows an icon and says its name to screen readers and in a tooltip. */
export function iconButton(name: string, label: string, onclick: (event: Event) => void, extra: Attributes = {}): HTMLButtonElement {
  return h("button.icon-button", { type: "button", "aria-label": label, title: label, onclick, ...extra }, icon(name));
}

/** A modal dialog with a heading and a close button. It is removed when it closes. */
export function dialog(title: string, closeLabel: string, body: Child, options: { wide?: boolean; onclose?: () => void; fixed?: boolean } = {}) {
  const box = h("dialog", { class: options.wide ? "wide" : "", "aria-label": title });
  const close = () => box.close();
  append(box, [
    h("header", null, h("h2", null, title), options.fixed ? null : iconButton("close", closeLabel, close)),
    h("div.dialog-body", null, body),
  ]);
  box.addEventListener("close", () => {
    box.remove();
    options.onclose?.();
  });
  box.addEventListener("cancel", (event) => options.fixed && event.preventDefault());
  box.addEventListener("click", (event) => event.target === box && !options.fixed && close());
  document.body.append(box);
  box.showModal();
  return { box, close };
}

let toasts: HTMLElement | null = null;
/** A short message at the edge of the screen, read aloud as well. */
export function toast(message: string, action?: { label: string; run: () => void }, ms = 6000) {
  if (!toasts?.isConnected) document.body.append((toasts = h("div.toasts", { role: "status", "aria-live": "polite" })));
  const item = h("div.toast", null, h("span", null, message), action && h("button", { type: "button", onclick: () => (action.run(), item.remove()) }, action.label));
  toasts.append(item);
  setTimeout(() => item.remove(), ms);
}
