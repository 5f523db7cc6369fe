// Two texts line by line: what they share, what is only in one of them.
export type Line = { is: "same" | "old" | "new"; text: string };

const MOST = 4_000_000; // cells of the table; longer texts are compared as a whole in the middle

/** The lines of both texts in order, as few as possible of them marked as different. */
export function compareLines(old: string, now: string): Line[] {
  const [a, b] = [old.split("\n"), now.split("\n")];
  let from = 0;
  while (from < a.length && from < b.length && a[from] === b[from]) from++;
  let end = 0;
  while (end < a.length - from && end < b.length - from && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const same = (text: string): Line => ({ is: "same", text });
  return [
    ...a.slice(0, from).map(same),
    ...middle(a.slice(from, a.length - end), b.slice(from, b.length - end)),
    ...a.slice(a.length - end).map(same),
  ];
}

function middle(a: string[], b: string[]): Line[] {
  const all = (is: Line["is"], lines: string[]): Line[] => lines.map((text) => ({ is, text }));
  if (!a.length || !b.length || a.length * b.length > MOST) return [...all("old", a), ...all("new", b)];
  // length[i][j]: how many lines a from i and b from j have in common
  const length = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const longer = Math.max(length[i + 1]![j]!, length[i]![j + 1]!);
      length[i]![j] = a[i] === b[j] ? length[i + 1]![j + 1]! + 1 : longer;
    }
  }
  const found: Line[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) (found.push({ is: "same", text: a[i++]! }), j++);
    else if (length[i + 1]![j]! >= length[i]![j + 1]!) found.push({ is: "old", text: a[i++]! });
    else found.push({ is: "new", text: b[j++]! });
  }
  return [...found, ...all("old", a.slice(i)), ...all("new", b.slice(j))];
}
