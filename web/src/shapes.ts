// Made by `python web/shapes.py` from wtrules/web/shapes.py, which says what each field is.

export type Lang = "en" | "de";
export type Severity = "error" | "warning" | "note";

/** Rule files by name. `main` is one of them, or a way to play shipped rules: "en-capstone+nasty". */
export type Project = {
  files: Record<string, string>;
  main: string;
};

/**
 * A game by value: recent positions are kept, so one more move is cheap. `position` is a whole
 * line, or a board and the seat to move (`K/…/. b`); `settings` are what `choices` offers, and the
 * values of a list are joined by "+".
 */
export type GameRef = {
  project: Project;
  players: number;
  seed: number;
  position?: string;
  settings?: Record<string, string>;
  moves: string[];
};

export type Place = {
  file: string;
  from: number;
  to: number;
};

export type Edit = {
  file: string;
  from: number;
  to: number;
  insert: string;
};

export type Related = {
  file: string;
  from: number;
  to: number;
  message: string;
};

/** A rule beside a move: its name, what it says, and the places in manuals that say so. */
export type RuleRef = {
  id: string;
  title: string;
  says: string;
  cites: string[];
  place?: Place;
};

/** A variant that rules offer: with which others it goes, and for which numbers of players. */
export type Variant = {
  name: string;
  title: string;
  says: string;
  needs: string[];
  excludes: string[];
  players: number[];
};

/** The rules of a printed manual. */
export type Ruleset = {
  name: string;
  title: string;
  edition: string;
  language: string;
  players: number[];
  variants: Variant[];
};

/** A house rule to read and play: its text, what it adds (`tags`), and one of its pieces. */
export type Example = {
  name: string;
  title: string;
  says: string;
  text: string;
  tags: string[];
  lines: number;
  svg: string;
};

/** Who can play. */
export type Bot = {
  name: string;
  title: string;
};

/** What a new house rule can start with. */
export type Wish = {
  id: string;
  title: string;
};

/**
 * Everything that can be offered before a rule is written. `words` are those of the language by
 * class; `beforeNames` those that a name follows: at once (naming), or before `{` (header).
 */
export type Catalog = {
  version: string;
  default: string;
  rulesets: Ruleset[];
  examples: Example[];
  bots: Bot[];
  wishes: Wish[];
  words: Record<string, string[]>;
  beforeNames: Record<string, string[]>;
};

/** The text of a file. */
export type Text = {
  text: string;
};

/** A shipped file, to read. */
export type Source = {
  file: string;
  text: string;
};

/** Edits that remove a mistake; safe if nothing else can be meant. */
export type Fix = {
  title: string;
  safe: boolean;
  edits: Edit[];
};

export type Diagnostic = {
  code: string;
  severity: Severity;
  message: string;
  label: string;
  file: string | null;
  from: number;
  to: number;
  related: Related[];
  help: string[];
  fixes: Fix[];
  page: string;
};

export type Change = {
  text: string;
  about: string;
  what: string;
  lost: string[];
  file: string;
  from: number;
  to: number;
  id: string;
  kind: string;
  title: string;
  value: string;
  says: string;
  before: Place | null;
};

/** What is wrong with a project, and what it changes. */
export type Checked = {
  diagnostics: Diagnostic[];
  changes: Change[];
  playable: boolean;
  players: number[];
  title: string;
  name: string;
  extends: string;
  variants: Variant[];
};

/** … with the serial number of the question, and whether the examples have been played. */
export type Check = {
  diagnostics: Diagnostic[];
  changes: Change[];
  playable: boolean;
  players: number[];
  title: string;
  name: string;
  extends: string;
  variants: Variant[];
  serial: number;
  ms: number;
  examples: "waiting" | "played";
};

/** One value of a setting; a colour has a letter. */
export type Choice = {
  value: string;
  title: string;
  says?: string;
  letter?: string;
};

/** What can be chosen before a game. */
export type Setting = {
  id: string;
  title: string;
  says: string;
  kind: "number" | "word" | "list";
  value: string;
  least?: number;
  most?: number;
  options?: Choice[];
};

/** The colours of players, in turn order. */
export type Colours = {
  id: string;
  options: Choice[];
};

/** What can be chosen before a game. */
export type Choices = {
  players: number[];
  colours: Colours;
  settings: Setting[];
};

/** What can be written at a place; `insert` may have fields: ${1:name}. */
export type Completion = {
  label: string;
  kind: string;
  detail: string;
  documentation: string;
  insert: string;
};

export type Completions = {
  from: number;
  options: Completion[];
};

export type Hover = {
  from: number;
  to: number;
  title: string;
  kind: string;
  says: string;
  cites: string[];
  origin: string[];
  value?: string;
  definition?: Place;
};

/** A house rule to start from. */
export type NewRule = {
  name: string;
  text: string;
};

/** A whole page. */
export type Html = {
  html: string;
};

/** A card of a hand; `key` is its `data-key`. */
export type Card = {
  code: string;
  words: string;
  key: string;
  svg: string;
};

/** How many flasks a player has. */
export type Flasks = {
  empty: number;
  full: number;
  spent: number;
};

/** A player; a card that this reader does not see is null. */
export type Player = {
  letter: string;
  name: string;
  colour: string;
  home: number;
  wizards: number;
  flasks: Flasks;
  points: number | null;
  hand: (Card | null)[];
};

/** A spell that is laid out. */
export type Spell = {
  id: string;
  name: string;
  cost: string;
  says: string;
  key: string;
  svg: string;
};

/** What is to be seen of a deck; the main one has no id, and a picture of the last discard. */
export type Deck = {
  id: string | null;
  name: string;
  pile: number;
  discards: number;
  discarded: Record<string, number>;
  top: string | null;
  revealed: string[];
  face?: string | null;
  hands?: ((string | null)[])[];
};

/** Pictures of flasks. */
export type FlaskPictures = {
  empty: string;
  full: string;
  spent: string;
};

/** Pictures of what is on the table beside the board and the cards. */
export type Art = {
  flasks: FlaskPictures;
  die: string | null;
  back: string;
};

/** What rules remember. */
export type Memory = {
  label: string;
  value: string;
};

/** A legal move; `keys` are the `data-key` attributes of what to click for it. */
export type Option = {
  move: string;
  words: string;
  rule: RuleRef;
  kind: "card" | "piece" | "spell" | "answer";
  keys: string[];
};

/** A move that was made. */
export type LogEntry = {
  move: string;
  words: string;
  seat: number;
  rule: RuleRef;
  turn: number;
  roll?: number;
};

/** How a game ended. */
export type Result = {
  winners: number[];
  goal_reached: boolean | null;
  text: string;
};

/**
 * A position. `position` is the whole line, with everything that is hidden; the rest is as one seat
 * sees it: that of the call, else that of the player to act. `secret`: the player to act sees
 * something that others must not see. `more`: options beyond those that are listed.
 */
export type View = {
  position: string;
  svg: string;
  to_act: number | null;
  active: number | null;
  seat: number | null;
  secret: boolean;
  players: Player[];
  spells: Spell[];
  decks: Deck[];
  art: Art;
  roll: number | null;
  memories: Memory[];
  question: string | null;
  rule: RuleRef | null;
  options: Option[];
  more: number;
  result: Result | null;
  log: LogEntry[];
  turn: number;
};

/** The position after a move, and the move. */
export type Played = {
  position: string;
  svg: string;
  to_act: number | null;
  active: number | null;
  seat: number | null;
  secret: boolean;
  players: Player[];
  spells: Spell[];
  decks: Deck[];
  art: Art;
  roll: number | null;
  memories: Memory[];
  question: string | null;
  rule: RuleRef | null;
  options: Option[];
  more: number;
  result: Result | null;
  log: LogEntry[];
  turn: number;
  event: LogEntry;
};

/** Why a move is legal or not. */
export type Explanation = {
  legal: boolean;
  text: string;
  rule?: RuleRef;
};

export type Travel = {
  key: string;
  from: number;
  to: number | null;
};

/** Where each move takes which pieces; moves that depend on chance are left out. */
export type Previews = {
  moves: Record<string, Travel[]>;
};

/** A position and the moves to make in it; without moves, any card will do. */
export type LessonStep = {
  says: string;
  position: string;
  players: number;
  moves: string[];
  rule: RuleRef;
};

/** A first turn, made from the examples. */
export type Lesson = {
  steps: LessonStep[];
};

/** What a bot would do; it knows only what the player to act may know. */
export type Hint = {
  move: string;
  words: string;
};

/** How often a move wins, with an interval. */
export type Chance = {
  move: string;
  words: string;
  chance: number;
  low: number;
  high: number;
};

/** How often each move wins if bots play on, the best first. */
export type Chances = {
  moves: Chance[];
  games: number;
};

/** A card that a hand can hold. */
export type BoxCard = {
  code: string;
  words: string;
};

/** A spell that can be laid out. */
export type BoxSpell = {
  id: string;
  name: string;
};

/** What a position can be made of, beside the board. */
export type Box = {
  cards: BoxCard[];
  spells: BoxSpell[];
};

/** What is wrong with a position, and on which space. */
export type Problem = {
  text: string;
  code: string;
  help?: string;
  space?: number;
};

/** Whether a game can go on from a position, and everything that is in the way. */
export type PositionCheck = {
  ok: boolean;
  problems: Problem[];
  position: string;
  view?: View;
  box?: Box;
};

/** One statistic; the difference is in the unit, with the interval it is probably in. */
export type ReportRow = {
  id: string;
  group: string;
  label: string;
  unit: "%" | "";
  changed: string;
  base: string;
  difference?: number | null;
  low?: number | null;
  high?: number | null;
  clear?: boolean;
};

/** What rules do to the game. */
export type Report = {
  headlines: string[];
  names: string[];
  rows: ReportRow[];
  games: number;
  total: number;
};

/** What one side says, and where. */
export type DiffSide = {
  says: string;
  cites: string[];
};

/** How two manuals put something. */
export type Phrasing = {
  aspect: string;
  left: string;
  right: string;
};

/** A position that shows a difference, with the answers of both sides. */
export type Witness = {
  position: string;
  positions: string[];
  moves: string[];
  players: number;
  variants: string[];
  caption: string;
};

/** One difference; `about` says what the grade means. */
export type DiffItem = {
  id: string;
  title: string;
  grade: string;
  grade_id: string;
  about: string;
  summary: string;
  left: DiffSide;
  right: DiffSide;
  reading?: string;
  phrasings?: Phrasing[];
  witness?: Witness;
};

/** What differs between two rulesets. */
export type Diff = {
  items: DiffItem[];
  done: number;
  of: number;
};

/** The hash of what a file contains. */
export type Saved = {
  hash: string;
};

/** A file on the disk, and the hash of its content when it was read or written last. */
export type OnDisk = {
  file: string;
  hash: string;
};

/**
 * Why there is no answer: a code for programs, a sentence for people. Of a position that is not
 * possible: its `problems`, and `offer`, the start of the same turn if that is possible. Of a game
 * with an illegal move: `at` (so many moves are legal), `move`, `reason` and `rule`. Of a file that
 * has changed: its `text` and `hash`.
 */
export type Failure = {
  code: string;
  message: string;
  problems?: string[];
  offer?: string;
  at?: number;
  move?: string;
  reason?: string;
  rule?: RuleRef;
  text?: string;
  hash?: string;
};

/** Every call by name: what goes in, what comes out. */
export interface Calls {
  catalog: [{ lang: Lang }, Catalog];
  source: [{ file: string }, Source];
  choices: [{ project: Project; lang: Lang }, Choices];
  check: [{ project: Project; serial: number; lang: Lang }, Check];
  format: [{ project: Project; file: string }, Text];
  complete: [{ project: Project; file: string; at: number; lang: Lang }, Completions];
  hover: [{ project: Project; file: string; at: number; lang: Lang }, Hover | null];
  newRule: [{ extends: string; title: string; wishes?: string[]; lang: Lang }, NewRule];
  view: [{ game: GameRef; seat?: number; lang: Lang }, View];
  play: [{ game: GameRef; move: string; seat?: number; lang: Lang }, Played];
  explain: [{ game: GameRef; move: string; lang: Lang }, Explanation];
  previews: [{ game: GameRef; lang: Lang }, Previews];
  lesson: [{ project: Project; lang: Lang }, Lesson];
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
    }, Report];
  diff: [{ left: string | Project; right: string | Project; lang: Lang }, Diff];
  rulebook: [{ project: Project; players?: number; only?: "changes"; lang: Lang }, Html];
  positionCheck: [
    {
      project: Project;
      players: number;
      position: string;
      lang: Lang;
    }, PositionCheck];
  save: [{ text: string; hash: string; lang: Lang }, Saved]; // only with a server that was given a file
}
