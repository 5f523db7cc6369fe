// Several house rules in one game: a ruleset that extends all of them. Whether they go together, the check says.
import type { Example, Lang, Project } from "../calls";

export function together(examples: Example[], lang: Lang, title: string): Project {
  const [only] = examples;
  if (examples.length === 1 && only) return { files: { [`${only.name}.wtr`]: only.text }, main: `${only.name}.wtr` };
  const names = examples.map((example) => example.name);
  const taken = new Set(names);
  let main = "evening";
  while (taken.has(main)) main += "-2";
  const called = `${lang} "${title.replaceAll('"', "'")}"`;
  const head = `ruleset ${main} {\n  title    ${called}\n  extends  ${names.join(", ")}\n}\n`;
  const files = Object.fromEntries(examples.map((example) => [`${example.name}.wtr`, example.text]));
  return { files: { [`${main}.wtr`]: head, ...files }, main: `${main}.wtr` };
}
