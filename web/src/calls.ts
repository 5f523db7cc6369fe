// The contract between the page and `wtrules/web/api.py`: plain values in, plain values out.
// Every call has one argument and one answer; an answer may be `{error: {code, message}}` instead.
// Offsets into texts count UTF-16 units, as JavaScript does.

export type Lang = "en" | "de";

/** Rule files by name. `main` is one of them, or a way to play shipped rules: "en-capstone+nasty". */
export type Project = { files: Record<string, string>; main: string };

/** A game by value. The engine keeps recent states, so one more move is cheap. */
export type GameRef = {
  project: Project;
  players: number;
  seed: number;
  position?: string;
  settings?: Record<string, string>;
  moves: string[];
};

/**
 * `offer`: for a position that is not possible, the start of the same turn, if that is. `at`: so many moves are
 * legal.
 */
export type Failure = {
  code: string;
  message: string;
  text?: string;
  hash?: string;
  rule?: RuleRef | null;
  reason?: string;
  problems?: string[];
  offer?: string;
  at?: number;
};

export type Words = Record<string, string[]>; // words of the language by class: keyword, verb, event …

export type Variant = {
  name: string;
  title: string;
  says?: string;
  needs?: string[];
  excludes?: string[];
  players?: number[];
};
export type Ruleset = { name: string; title: string; edition?: string; players: number[]; variants: Variant[] };
export type Example = {
  name: string;
  title: string;
  says: string;
  text: string;
  tags?: string[]; // what it adds
  lines?: number;
  svg?: string; // one of its pieces
};
export type Bot = { name: string; title: string };
export type Catalog = {
  version: string;
  default?: string; // the ruleset to begin with
  rulesets: Ruleset[];
  examples: Example[];
  bots: Bot[];
  words: Words;
  beforeNames: Words; // the words that a name follows: at once (naming), or before `{` (header)
  wishes?: { id: string; title: string }[]; // what a new house rule can start with
};

/** A file on the disk, and the hash of its content when it was read or written last. */
export type OnDisk = { file: string; hash: string };

// a shipped file's name begins with rulesets/ or examples/
export type Place = { file: string; from: number; to: number };
export type Edit = { file: string; from: number; to: number; insert: string };
export type Fix = { title: string; safe: boolean; edits: Edit[] };
export type Severity = "error" | "warning" | "note";
export type Diagnostic = {
  code: string;
  severity: Severity;
  message: string;
  label?: string;
  file: string | null;
  from: number;
  to: number;
  related: { file: string; from: number; to: number; message: string }[];
  help: string[];
  fixes: Fix[];
  page: string; // Markdown of the code's manual page
};
export type Change = {
  text: string;
  about?: string;
  what?: string;
  lost?: string[];
  file?: string;
  from?: number;
  to?: number;
  id: string;
  kind?: string;
  title?: string;
  value?: string;
  says?: string;
  before?: Place | null;
};
export type Check = {
  diagnostics: Diagnostic[];
  changes: Change[];
  playable: boolean;
  players: number[];
  title: string;
  extends?: string; // the name of what the rules extend
  variants?: Variant[];
  examples?: "waiting" | "played"; // waiting: the answer before the examples in the files are played
  ms: number;
};

/** What can be chosen before a game. The values of a list are joined by "+", and so are colours, in turn order. */
export type Setting = {
  id: string;
  title: string;
  says?: string;
  kind: "number" | "word" | "list";
  value: string;
  least?: number;
  most?: number;
  options?: { value: string; title: string; says?: string }[];
};
export type Choices = {
  players: number[];
  colours: { id: string; options: { value: string; title: string; letter: string }[] };
  settings: Setting[];
};

export type Completion = { label: string; kind: string; detail: string; documentation: string; insert: string };
export type Completions = { from: number; options: Completion[] };
export type Hover = null | {
  from: number;
  to: number;
  title: string;
  says: string;
  cites: string[];
  origin: string[];
  value?: string;
  definition?: Place;
};

export type RuleRef = { id: string; title: string; says: string; cites: string[]; place?: Place };
export type Card = { code: string; words: string; key: string; svg?: string };
/** Pictures of what is on the table beside the board. */
export type Art = { flasks: { empty: string; full: string; spent: string }; die: string | null; back: string };
export type Option = {
  move: string;
  words: string;
  rule: RuleRef | null;
  kind: "card" | "piece" | "spell" | "answer";
  keys: string[]; // data-key attributes of what to click for it
};
export type Player = {
  letter: string;
  name: string;
  colour: string;
  home: number;
  wizards?: number;
  flasks: { empty: number; full: number; spent: number };
  points: number | null;
  hand: (Card | null)[]; // null: a card this reader does not see
};
export type LogEntry = { move: string; words: string; seat: number | null; rule: RuleRef | null; turn: number };
export type View = {
  position: string;
  svg: string;
  to_act: number | null;
  secret?: boolean; // the player to act sees something that others must not see
  players: Player[];
  spells: { id: string; name: string; cost: string; says: string; key?: string; svg?: string }[];
  decks?: {
    id: string | null;
    name: string;
    pile: number;
    discards: number;
    discarded?: Record<string, number>;
    face?: string | null;
    top?: string | null;
    revealed?: (string | { words: string } | null)[];
  }[];
  art?: Art;
  roll?: number | null;
  memories?: { label: string; value: string }[];
  question: string | null;
  rule: RuleRef | null;
  options: Option[];
  result: null | { winners: number[]; goal_reached: boolean | null; text: string };
  log: LogEntry[];
  turn?: number;
  more?: number; // options beyond those that are listed
};
export type Played = View & { event: { move: string; words: string; rule: RuleRef | null; roll?: number | null } };

export type Explanation = { legal: boolean; text: string; rule?: RuleRef };
/** A first turn, step by step: a position and the moves to make in it. No moves: any card will do. */
export type Lesson = { steps: LessonStep[] };
export type LessonStep = { says: string; position: string; players: number; moves: string[]; rule: RuleRef | null };
/** Where each move takes which pieces; a move that depends on chance is left out. `home`: out of the picture. */
export type Travel = { key: string; from: number; to: number | null };
export type Previews = { moves: Record<string, Travel[]> };
export type Hint = { move: string; words: string };
export type Chance = { move: string; words: string; chance: number; low: number; high: number };
export type Chances = { moves: Chance[] };

export type ReportRow = {
  id: string;
  group: string; // the heading it belongs under
  label: string;
  unit: string; // "%" or nothing
  base: string;
  changed: string;
  difference?: number | null; // in the unit, with the interval it is probably in
  low?: number | null;
  high?: number | null;
  clear?: boolean; // more than chance
};
export type Report = {
  headlines: string[];
  names: string[];
  rows: ReportRow[];
  games: number;
  total: number;
};

export type DiffSide = { says: string; cites: string[] };
export type DiffItem = {
  id: string;
  title: string;
  grade: string;
  summary: string;
  left: DiffSide;
  right: DiffSide;
  about?: string; // what the grade means
  reading?: string;
  phrasings?: { aspect: string; left: string; right: string }[]; // how the manuals put it
  witness?: {
    position: string;
    positions: [string, string];
    moves: string[];
    caption: string;
    players: number;
    variants: string[];
  };
};
export type Diff = { items: DiffItem[]; done: number; of: number };

export type PositionCheck = {
  ok: boolean;
  problems: { text: string; help?: string; space?: number }[];
  position: string;
  view?: View;
  box?: Box;
};
/** What a hand can hold, and which spells can be laid out. */
export type Box = { cards: { code: string; words: string }[]; spells: { id: string; name: string }[] };

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

/** Every call by name: what goes in, what comes out. */
export interface Calls {
  catalog: [{ lang: Lang }, Catalog];
  source: [{ file: string }, { file: string; text: string }]; // a shipped file, to read
  choices: [{ project: Project; lang: Lang }, Choices];
  check: [{ project: Project; lang: Lang; serial: number }, Check];
  complete: [{ project: Project; file: string; at: number; lang: Lang }, Completions];
  hover: [{ project: Project; file: string; at: number; lang: Lang }, Hover];
  format: [{ project: Project; file: string }, { text: string }];
  newRule: [{ extends: string; title: string; wishes?: string[]; lang: Lang }, { name: string; text: string }];
  view: [{ game: GameRef; lang: Lang; seat?: number }, View];
  play: [{ game: GameRef; move: string; lang: Lang; seat?: number }, Played];
  explain: [{ game: GameRef; move: string; lang: Lang }, Explanation];
  lesson: [{ project: Project; lang: Lang }, Lesson];
  previews: [{ game: GameRef; lang: Lang; seat?: number }, Previews];
  hint: [{ game: GameRef; bot: string; trained?: Record<string, string>; lang: Lang }, Hint];
  chances: [{ game: GameRef; budget: number; lang: Lang }, Chances];
  simulate: [
    {
      project: Project;
      against?: string | Project;
      players: number;
      games: number;
      bots: string;
      trained?: Record<string, string>;
      seed: number;
      lang: Lang;
    },
    Report,
  ];
  diff: [{ left: string | Project; right: string | Project; lang: Lang }, Diff];
  rulebook: [{ project: Project; lang: Lang; players?: number; only?: "changes" }, { html: string }];
  save: [{ text: string; hash: string; lang: Lang }, { hash: string }]; // only with a server that was given a file
  positionCheck: [{ project: Project; players: number; position: string; lang: Lang }, PositionCheck];
}
export type Name = keyof Calls;
export type Argument<N extends Name> = Calls[N][0];
export type Answer<N extends Name> = Calls[N][1];
