// Which variants go together: what one needs comes with it, what it excludes cannot be chosen beside it.
import type { Variant } from "../calls";

const byName = (known: Variant[], name: string) => known.find((variant) => variant.name === name);

/** A variant with everything it needs. */
function withNeeds(known: Variant[], name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const needed of byName(known, name)?.needs ?? []) withNeeds(known, needed, found);
  return found;
}

const areOpposed = (one: Variant, two: Variant) =>
  (one.excludes ?? []).includes(two.name) || (two.excludes ?? []).includes(one.name);

/** The numbers of players that all of some variants are for. */
export function playersOf(known: Variant[], chosen: Iterable<string>, counts: number[]): number[] {
  const lists = [...chosen].flatMap((name) => byName(known, name)?.players ?? []).length
    ? [...chosen].map((name) => byName(known, name)?.players).filter((list) => list?.length)
    : [];
  return lists.length
    ? [...new Set(lists.flatMap((list) => list!))]
        .filter((n) => lists.every((list) => list!.includes(n)))
        .sort((a, b) => a - b)
    : counts;
}

/** What is in the way of choosing a variant beside the chosen ones: one of them, or nothing. */
export function obstacle(known: Variant[], chosen: string[], name: string): Variant | null {
  const wanted = [...withNeeds(known, name)].flatMap((one) => byName(known, one) ?? []);
  const others = chosen.flatMap((one) => byName(known, one) ?? []);
  const opposed = others.find((other) => wanted.some((one) => areOpposed(one, other)));
  if (opposed) return opposed;
  const mine = playersOf(
    known,
    wanted.map((one) => one.name),
    [],
  );
  const isApart = (other: Variant) =>
    mine.length > 0 && (other.players ?? []).length > 0 && !other.players!.some((n) => mine.includes(n));
  return others.find(isApart) ?? null;
}

/** Tick a variant with what it needs, or untick it with what needs it. */
export function toggled(known: Variant[], chosen: string[], name: string): string[] {
  const isChosen = (one: string) => chosen.includes(one);
  if (!isChosen(name)) {
    if (obstacle(known, chosen, name)) return chosen;
    const more = withNeeds(known, name);
    return known.map((variant) => variant.name).filter((one) => isChosen(one) || more.has(one));
  }
  return chosen.filter((one) => !withNeeds(known, one).has(name));
}
