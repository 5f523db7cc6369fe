// Made by `python web/shapes.py` from wtrules/web/shapes.py, which says what each field is.

export type Lang = "en" | "de";
export type Severity = "error" | "warning" | "note";

export type Project = {
  files: Record<string, string>;
  main: string;
};

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

export type RuleRef = {
  id: string;
  title: string;
  says: string;
  cites: string[];
  place?: Place;
};

export type Variant = {
  name: string;
  title: string;
  says: string;
  needs: string[];
  excludes: string[];
  players: number[];
};

export type Ruleset = {
  name: string;
  title: string;
  edition: string;
  language: string;
  players: number[];
  variants: Variant[];
};

export type Example = {
  name: string;
  title: string;
  says: string;
  text: string;
  tags: string[];
  lines: number;
  words: number;
  effect: string[];
  svg: string;
};

export type Bot = {
  name: string;
  title: string;
};

export type Wish = {
  id: string;
  title: string;
};

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

export type Text = {
  text: string;
};

export type Source = {
  file: string;
  text: string;
};

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

export type Choice = {
  value: string;
  title: string;
  says?: string;
  letter?: string;
};

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

export type Colours = {
  id: string;
  options: Choice[];
};

export type Choices = {
  players: number[];
  colours: Colours;
  settings: Setting[];
};

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

export type NewRule = {
  name: string;
  text: string;
};

export type Html = {
  html: string;
};

export type Card = {
  code: string;
  words: string;
  key: string;
  svg: string;
};

export type Flasks = {
  empty: number;
  full: number;
  spent: number;
};

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

export type Spell = {
  id: string;
  name: string;
  cost: string;
  says: string;
  key: string;
  svg: string;
};

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

export type FlaskPictures = {
  empty: string;
  full: string;
  spent: string;
};

export type Art = {
  flasks: FlaskPictures;
  die: string | null;
  back: string;
};

export type Memory = {
  label: string;
  value: string;
};

export type Option = {
  move: string;
  words: string;
  rule: RuleRef;
  kind: "card" | "piece" | "spell" | "answer";
  keys: string[];
};

export type LogEntry = {
  move: string;
  words: string;
  then: string[];
  seat: number;
  rule: RuleRef;
  turn: number;
  roll?: number;
};

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

export type Previews = {
  moves: Record<string, Travel[]>;
};

export type LessonStep = {
  says: string;
  position: string;
  players: number;
  moves: string[];
  rule: RuleRef;
};

export type Lesson = {
  steps: LessonStep[];
};

export type Hint = {
  move: string;
  words: string;
};

export type Chance = {
  move: string;
  words: string;
  chance: number;
  low: number;
  high: number;
};

export type Chances = {
  moves: Chance[];
  games: number;
};

export type TurningPoint = {
  at: number;
  move: string;
  words: string;
  chance: number;
  better: string;
  betterWords: string;
  betterChance: number;
};

export type CoursePoint = {
  at: number;
  chance: number;
};

export type Turning = {
  points: CoursePoint[];
  turns: TurningPoint[];
  of: number;
};

export type BoxCard = {
  code: string;
  words: string;
};

export type BoxSpell = {
  id: string;
  name: string;
};

export type Box = {
  cards: BoxCard[];
  spells: BoxSpell[];
};

export type Problem = {
  text: string;
  code: string;
  help?: string;
  space?: number;
};

export type PositionCheck = {
  ok: boolean;
  problems: Problem[];
  position: string;
  view?: View;
  box?: Box;
};

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

export type Report = {
  headlines: string[];
  names: string[];
  rows: ReportRow[];
  games: number;
  total: number;
};

export type DiffSide = {
  says: string;
  cites: string[];
};

export type Phrasing = {
  aspect: string;
  left: string;
  right: string;
};

export type Witness = {
  position: string;
  positions: string[];
  moves: string[];
  players: number;
  variants: string[];
  caption: string;
};

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

export type Diff = {
  items: DiffItem[];
  done: number;
  of: number;
};

export type Saved = {
  hash: string;
};

export type OnDisk = {
  file: string;
  hash: string;
};

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
  turning: [{ game: GameRef; seat: number; budget?: number; lang: Lang }, Turning];
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
