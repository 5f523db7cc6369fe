// Colours for rule files. The words come from the grammar, with the catalogue, so that there is no copy of them here.
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import type { Words } from "../calls";

const CLASSES: Record<string, string> = {
  opener: "opener",
  keyword: "keyword",
  verb: "function",
  event: "event",
  property: "property",
  predicate: "property",
  constant: "atom",
};

export function ruleLanguage(words: Words, beforeNames: Words) {
  const classOf = new Map<string, string>();
  for (const [name, list] of Object.entries(words))
    for (const word of list) if (!classOf.has(word)) classOf.set(word, CLASSES[name] ?? "keyword");
  const headers = new Set(beforeNames.header);
  const naming = new Set(beforeNames.naming);
  // `before` is the word before, and `end game` if it is the second of these.
  return StreamLanguage.define<{ before: string }>({
    name: "wtr",
    startState: () => ({ before: "" }),
    token(stream, state) {
      if (stream.eatSpace()) return null;
      if (stream.match(/^#.*/)) return "comment";
      if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
      if (stream.match(/^\d+/)) return "number";
      const word = stream.match(/^[\p{L}_][\p{L}\p{N}_.-]*/u) as RegExpMatchArray | null;
      if (word) {
        const before = state.before;
        state.before = before === "end" && word[0] === "game" ? "end game" : word[0];
        // A name that is also a keyword, where only a name can be.
        const isDefined =
          headers.has(before) && word[0] !== "else" && stream.match(/^\s*(\([^)]*\)\s*|for\b[^{]*)?\{/, false);
        const isNamed = naming.has(before) || (before === "end game" && stream.match(/^\s*([}#]|$)/, false));
        if (isDefined || isNamed) state.before = "";
        if (isDefined) return "definition";
        const found = isNamed ? "name" : classOf.get(word[0]);
        return found === "opener" ? "keyword" : (found ?? "name");
      }
      state.before = "";
      stream.next();
      return "punctuation";
    },
    tokenTable: {
      function: tags.function(tags.variableName),
      event: tags.typeName,
      property: tags.propertyName,
      atom: tags.atom,
      definition: tags.definition(tags.variableName),
      name: tags.variableName,
      punctuation: tags.punctuation,
    },
    languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["{", '"', "("] } },
  });
}

export const ruleColours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.keyword, color: "var(--code-keyword)", fontWeight: "600" },
    { tag: tags.function(tags.variableName), color: "var(--code-verb)", fontWeight: "600" },
    { tag: tags.typeName, color: "var(--code-event)" },
    { tag: tags.propertyName, color: "var(--code-property)" },
    { tag: tags.atom, color: "var(--code-atom)" },
    { tag: tags.definition(tags.variableName), color: "var(--code-definition)", fontWeight: "600" },
    { tag: tags.string, color: "var(--code-string)" },
    { tag: tags.number, color: "var(--code-number)" },
    { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
    { tag: tags.punctuation, color: "var(--code-punctuation)" },
  ]),
);
