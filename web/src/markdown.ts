// As much Markdown as the manual pages use, as elements: nothing in a text can become anything but text.
import { h } from "./dom";

/** The words of a line, with code, bold and italic parts. */
export function inline(text: string): (Node | string)[] {
  const parts: (Node | string)[] = [];
  const pattern = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\([^)]*\)/g;
  let at = 0;
  for (const found of text.matchAll(pattern)) {
    parts.push(text.slice(at, found.index));
    const [whole, code, strong, em, link] = found;
    if (code !== undefined) parts.push(h("code", null, code));
    else if (strong !== undefined) parts.push(h("strong", null, ...inline(strong)));
    else if (em !== undefined) parts.push(h("em", null, ...inline(em)));
    else parts.push(...inline(link!));
    at = found.index + whole.length;
  }
  parts.push(text.slice(at));
  return parts;
}

export function markdown(text: string): HTMLElement {
  const out = h("div.prose");
  const lines = text.split("\n");
  for (let i = 0; i < lines.length; ) {
    const line = lines[i]!;
    if (line.startsWith("```")) {
      const end = lines.findIndex((other, j) => j > i && other.startsWith("```"));
      const stop = end < 0 ? lines.length : end;
      out.append(h("pre", { tabindex: "0" }, h("code", null, lines.slice(i + 1, stop).join("\n"))));
      i = stop + 1;
    } else if (/^#+ /.test(line)) {
      const level = Math.min(line.match(/^#+/)![0].length + 1, 4);
      out.append(h(`h${level}`, null, ...inline(line.replace(/^#+ /, ""))));
      i++;
    } else if (/^[-*] /.test(line)) {
      const list = h("ul");
      while (i < lines.length && /^([-*] | {2}\S)/.test(lines[i]!)) {
        const item = lines[i++]!;
        if (/^[-*] /.test(item)) list.append(h("li", null, ...inline(item.slice(2))));
        else list.lastElementChild!.append(" ", ...inline(item.trim()));
      }
      out.append(list);
    } else if (line.trim()) {
      const start = i;
      while (i < lines.length && lines[i]!.trim() && !/^(```|#+ |[-*] )/.test(lines[i]!)) i++;
      out.append(h("p", null, ...inline(lines.slice(start, i).join(" "))));
    } else i++;
  }
  return out;
}
