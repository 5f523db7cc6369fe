// What needs no editor: which example the cursor is in, and the page with its board.
export type Shown = { id?: string; says?: string; position?: string; svg?: string };

/** The id of the example that contains an offset, or null. Comments and texts do not count as code. */
export function exampleAt(text: string, offset: number): string | null {
  const token = /#[^\n]*|"(?:\\.|[^"\\\n])*"?|[{}]|(?<![\p{L}\p{N}_.-])example\s+([\p{L}_][\p{L}\p{N}_.-]*)(?=\s*\{)/gu;
  let start = -1;
  let depth = 0;
  let id = "";
  for (const match of text.matchAll(token)) {
    if (match[1]) {
      if (match.index > offset) return null;
      [start, depth, id] = [match.index, 0, match[1]];
    } else if (start >= 0 && match[0] === "{") depth += 1;
    else if (start >= 0 && match[0] === "}" && --depth === 0) {
      if (offset <= match.index + 1) return id;
      start = -1;
    }
  }
  return start >= 0 && start <= offset ? id : null;
}

/** A page without scripts; nothing in a text can become more than text. */
export function page(shown: Shown, language: string, uri: string): string {
  const title = shown.id ? `<h1>${escaped(shown.id)}</h1>` : "";
  const says = shown.says ? `<p>${escaped(shown.says)}</p>` : "";
  const position = shown.position ? `<pre>${escaped(shown.position)}</pre>` : "";
  return `<!DOCTYPE html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:;">
<title>${escaped(shown.id ?? uri)}</title>
<style>
body { font-family: var(--vscode-font-family); color: var(--vscode-foreground); }
h1 { font-size: 1.2em; }
svg { width: 100%; height: auto; max-height: 80vh; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; color: var(--vscode-descriptionForeground); }
</style>
</head>
<body>${title}${says}${shown.svg ?? ""}${position}</body>
</html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
