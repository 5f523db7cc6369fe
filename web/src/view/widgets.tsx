// Small parts that everything is made of: icons, buttons, pictures by the engine, texts with code in them.
import type { ButtonHTMLAttributes, ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { svgElement } from "../board/svg";

const ICONS = {
  share: "M12 3v12M12 3l-4 4M12 3l4 4M5 13v6a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 19 19v-6",
  menu: "M4 6.500h16M4 12h16M4 17.500h16",
  sun:
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.500v2M12 19.500v2M2.5 12h2M19.5 12h2M5.3 5.300l1.4 1.4" +
    "M17.3 17.300l1.4 1.4M5.3 18.700l1.4-1.4M17.3 6.700l1.4-1.4",
  moon: "M19.5 14.500A8 8 0 0 1 9.5 4.500a8 8 0 1 0 10 10z",
  undo: "M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-3",
  redo: "M16 5l4 4-4 4M20 9H10a5.5 5.5 0 0 0 0 11h3",
  first: "M18 5l-8 7 8 7zM6 5v14",
  last: "M6 5l8 7-8 7zM18 5v14",
  play: "M8 5l10 7-10 7z",
  pause: "M8 5v14M16 5v14",
  plus: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  light: "M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0c-.6.5-.9 1.2-.9 2h-5.2c0-.8-.3-1.5-.9-2z",
  chart: "M4 20V4M4 20h16M8 16v-4M12 16V8M16 16v-6",
  format: "M4 6h16M4 10h10M4 14h16M4 18h10",
  check: "M5 12.500l4.5 4.5L19 7.5",
  alert: "M12 4L2.8 19.500h18.4zM12 10v4M12 17v.2",
  pen: "M4 20l1-4L16.5 4.500l3 3L8 19z",
  board: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
  more: "M5 12h.1M12 12h.1M19 12h.1",
  copy: "M9 9h10v11H9zM5 15V4h10",
  book: "M4 5.500c3-1.5 6-1 8 .5 2-1.5 5-2 8-.5V19c-3-1.5-6-1-8 .5-2-1.5-5-2-8-.5zM12 6v13",
  save: "M5 4h11l3 3v13H5zM8 4v5h7V4M8 20v-6h8v6",
  home: "M4 20v-9l3-6 3 6v9M10 20v-7h4v7M14 20v-9l3-6 3 6v9M3 20h18",
  next: "M9 5l7 7-7 7",
  down: "M5 9l7 7 7-7",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.1M4 12h.1M4 18h.1",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  star: "M12 3.500l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.5 9.700l5.9-.8z",
  cards: "M8 7h9v13H8zM5 17L3.5 5.500 12 4",
} as const;
export type IconName = keyof typeof ICONS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg viewBox="0 0 24 24" class="icon" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "icon"> & { [data: `data-${string}`]: string };

/** A button that shows an icon and says its name to screen readers and in a tooltip. */
export function IconButton({ icon, label, class: more, ...rest }: ButtonProps & { icon: IconName; label: string }) {
  return (
    <button type="button" class={`icon-button ${more ?? ""}`} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}

export function Field({ id, label, children }: { id: string; label: string; children: ComponentChildren }) {
  return (
    <label class="field" for={id}>
      <span>{label}</span>
      {children}
    </label>
  );
}

export const Spinner = () => <span class="spinner small" aria-hidden="true" />;

/** A picture that was drawn by the engine. It says nothing to screen readers: the words beside it do. */
export function Picture({ svg, class: name = "", flask }: { svg: string; class?: string; flask?: string }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const drawn = svgElement(svg);
    drawn?.setAttribute("aria-hidden", "true");
    drawn?.querySelector("title")?.remove();
    place.current!.replaceChildren(...(drawn ? [drawn] : []));
  }, [svg]);
  return <span ref={place} class={`wt-picture ${name}`} data-flask={flask} />;
}

/**
 * The words of a line of Markdown, with code, bold and italic parts. Nothing in a text can become anything but
 * text.
 */
export function Inline({ text }: { text: string }) {
  const parts: ComponentChildren[] = [];
  const pattern = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\([^)]*\)/g;
  let at = 0;
  for (const found of text.matchAll(pattern)) {
    parts.push(text.slice(at, found.index));
    const [whole, code, strong, em, link] = found;
    if (code !== undefined) parts.push(<code>{code}</code>);
    else if (strong !== undefined)
      parts.push(
        <strong>
          <Inline text={strong} />
        </strong>,
      );
    else if (em !== undefined)
      parts.push(
        <em>
          <Inline text={em} />
        </em>,
      );
    else parts.push(<Inline text={link!} />);
    at = found.index + whole.length;
  }
  parts.push(text.slice(at));
  return <>{parts}</>;
}

/** As much Markdown as the manual pages use. */
export function Markdown({ text }: { text: string }) {
  const parts: ComponentChildren[] = [];
  const lines = text.split("\n");
  for (let i = 0; i < lines.length;) {
    const line = lines[i]!;
    if (line.startsWith("```")) {
      const end = lines.findIndex((other, j) => j > i && other.startsWith("```"));
      const stop = end < 0 ? lines.length : end;
      parts.push(
        <pre tabIndex={0}>
          <code>{lines.slice(i + 1, stop).join("\n")}</code>
        </pre>,
      );
      i = stop + 1;
    } else if (/^#+ /.test(line)) {
      parts.push(
        <h3>
          <Inline text={line.replace(/^#+ /, "")} />
        </h3>,
      );
      i++;
    } else if (/^[-*] /.test(line)) {
      const items: string[] = [];
      while (i < lines.length && /^([-*] | {2}\S)/.test(lines[i]!)) {
        const item = lines[i++]!;
        if (/^[-*] /.test(item)) items.push(item.slice(2));
        else items.push(`${items.pop()} ${item.trim()}`);
      }
      parts.push(
        <ul>
          {items.map((item) => (
            <li>
              <Inline text={item} />
            </li>
          ))}
        </ul>,
      );
    } else if (line.trim()) {
      const start = i;
      while (i < lines.length && lines[i]!.trim() && !/^(```|#+ |[-*] )/.test(lines[i]!)) i++;
      parts.push(
        <p>
          <Inline text={lines.slice(start, i).join(" ")} />
        </p>,
      );
    } else i++;
  }
  return <div class="prose">{parts}</div>;
}
