// The calls of `wtrules/web/api.py` by name, and what is made of their answers. Their types are in
// `shapes.ts`; every answer may be `{error: Failure}` instead.
import type { Calls, Catalog, Check, Lang, Project, View } from "./shapes";

export * from "./shapes";

export type Words = Record<string, string[]>; // words of the language by class: keyword, verb, event …

/** What is shown before the engine is ready: the first answers a new reader gets, by language. */
export type Prepared = Record<Lang, { catalog: Catalog; project: Project; check: Check; view: View }>;

/** What a game starts with; `seats`: who plays, a person or the name of a bot. */
export type Start = {
  players: number;
  seed: number;
  seats: string[];
  position?: string;
  settings?: Record<string, string>;
  moves?: string[];
};

export type Name = keyof Calls;
export type Argument<N extends Name> = Calls[N][0];
export type Answer<N extends Name> = Calls[N][1];
