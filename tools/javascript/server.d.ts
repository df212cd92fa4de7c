// The data that the server sends to the pages. An interface with the name of a Python class has the fields of that
// class, which tests/test_javascript.py checks. The comments name the functions that make the other data.

type Seat = "dealer" | "left" | "right";
type Suit = "S" | "H" | "D" | "C";
type Trump = Suit | "N";
type Rank = "A" | "K" | "Q" | "J" | "T" | "9" | "8" | "7" | "6" | "5" | "4" | "3" | "2";
/** A card, such as "HT". */
type Card = string & {readonly 0: Suit; readonly 1: Rank};
type BySeat<Value> = Record<Seat, Value>;
/** The cards to give to each seat. */
type Gifts = Partial<BySeat<Card[]>>;
/** `ActionValue` in codec.py: a card, a trump, the cards to discard, or gifts. */
type Choice = Card | Trump | Card[] | Gifts;
type Phase = "exchange" | "call" | "discard" | "play";
type Stage = "first" | "early" | "sharp" | "final";
type Mark = "" | "?!" | "?" | "??";

interface Trick {
  lead: Seat;
  cards: Card[];
  winner: Seat | null;
}
/** `TextTable.shown` */
interface TableShown {
  head: string[];
  rows: string[][];
}

// web/table_state.py

interface SeatObject {
  name: string;
  contract: number | null;
  won: number;
  held: number;
  hand: string | null;
  score: number | null;
  computer?: boolean;
}
interface KittyObject {
  number: number;
  cards: Card[] | null;
}
interface MoveObject {
  from: Seat | "kitty";
  to: Seat | "kitty" | "out";
  cards: Card[] | null;
  number: number;
  why: "gives" | "returns" | "shows" | "takes" | "discards";
}
interface TurnObject {
  seat: Seat;
  kind: "play" | "call" | "discard" | "give" | "look";
  words: string;
  legal: Card[];
  number: number;
  owed: Partial<BySeat<number>>;
  must: boolean;
  denominations: Trump[];
}
interface TableObject {
  at: number;
  seats: SeatObject[];
  me: Seat | null;
  trump: Trump | null;
  lead: Seat;
  trick: Card[];
  last: WholeTrick | null;
  kitty: KittyObject | null;
  discarded: Card[] | null;
  tags: Record<string, string>;
  moved: MoveObject[];
  turn: TurnObject | null;
  over: boolean;
}
interface WholeTrick extends Trick {
  winner: Seat;
}

// web/play_match.py, play_replay.py, play.py

type TableName = "" | "daily" | "again";
/** `match_shown` */
interface MatchShown {
  version: number;
  number: number;
  events: number;
  due: "person" | "computer" | "next deal" | "over";
  training: boolean;
  rules: string;
  drawn: Record<string, Card>;
  table: MatchTable;
  told: string[];
  tricks: Trick[];
  log: string[];
  result: MatchResult | null;
  fair: Fingerprint;
}
/** A table that the user plays at. */
interface MatchTable extends TableObject {
  me: Seat;
}
/** `_result` */
interface MatchResult {
  title: string;
  words: string;
  rows: ResultRow[];
  record: string;
}
interface ResultRow {
  name: string;
  contract: number;
  won: number;
  points: number;
  total: number;
}
/** `_fair` */
interface Fingerprint {
  fingerprint: string;
  salt: string | null;
  dealt: string | null;
  seed: string | null;
}
/** `tell`, or a line that the page makes itself, which has only a match or nothing. */
interface MatchLine {
  match?: MatchShown | null;
  stale?: boolean;
}
interface PlayData {
  table: TableName;
  match: MatchShown;
  version: number;
  back: string;
}
interface Tables {
  tables: TableObject[];
}
/** `replay_shown` */
interface ReplayShown extends Tables {
  events: number[];
  own: boolean[];
}

// web/hints.py, verdicts.py

interface AdviceShown {
  stage: Stage;
  advised: string;
  sure: string;
  worth: string;
  recommended: Choice | true;
  cards: Card[];
  reasons: string[];
  table: TableShown | null;
  figures: TableShown | null;
  sentences: string[];
  footer: string;
  like: LikeText | null;
}
interface LikeText {
  sentences: string[];
  title: string;
  bars: TricksBar[];
  table: TableShown;
  footer: string;
}
interface TricksBar {
  tricks: number;
  words: string;
  length: number;
  made: boolean;
}
interface LineCard {
  seat: Seat;
  name: string;
  card: Card;
  does: string;
  leads: boolean;
  wins: boolean;
}
interface VerdictShown {
  stage: "early" | "final";
  kind: "forced" | "good" | "level" | "unsure" | "mistake";
  mark: Mark;
  words: string;
  made: Choice;
  better: Choice | null;
  loss: number | null;
  events: number;
  why: string[];
  line: LineCard[];
  line_words: string;
}
interface CostliestMistake {
  words: string;
  mine: boolean;
  events: number;
  place: string;
  line: LineCard[];
}
interface EndShown {
  stage: "early" | "final";
  result: string;
  review: string;
  waiting: string;
  luck: string;
  mistake: CostliestMistake | null;
  praise: string;
  accuracy: string;
  others: string;
}

// web/home.py, today.py

/** `home_page` */
interface HomeData {
  match: MatchSummary | null;
  version: number | null;
  error?: string;
  rules: {name: string; source: string; contracts: [number, number, number]}[];
  levels: {name: string; note: string}[];
}
/** `summary` */
interface MatchSummary {
  title: string;
  words: string;
  over: boolean;
  players: {name: string; score: string; me: boolean}[];
}
/** `shown` in home.py */
interface HomeShown {
  day: DayShown;
  standing: {day: string; due: string};
  results: {address: string; title: string; points: string; words: string}[];
}
/** `day_shown` */
type DayShown = DayDeal & ({state: "open" | "begun" | "missed"; record?: undefined} | DayPlayed);
interface DayDeal {
  date: string;
  words: string;
  levels: [name: string, tricks: string, points: string][] | null;
}
interface DayPlayed {
  state: "played";
  result: string;
  record: string;
  compared: string;
}
/** A line of /api/today: `today_shown`, or a part of the page that is computed later. */
type TodayLine = TodayShown | {day?: DayShown; weak?: {name: string; words: string}[]; weeks?: undefined};
interface TodayShown {
  today: string;
  day: DayShown;
  weeks: CalendarDay[][];
  streak: string;
  due: PuzzlesDue;
  rating: string;
  ratings: RatingPoint[];
  standing: {day: string; due: string};
  weak?: undefined;
}
interface PuzzlesDue {
  any: boolean;
  words: string;
  rest: string;
}
interface CalendarDay {
  date: string;
  score: string | null;
  later: boolean;
}
/** `_point`; `at` is in seconds since 1970. */
interface RatingPoint {
  at: number;
  rating: number;
  deviation: number;
}

// web/drill.py, drill_objects.py

interface KindShown {
  kind: string;
  name: string;
  question: string;
  due: number;
  unseen: number;
  answered: number;
  right: number;
}
interface KindListed extends KindShown {
  standing: string;
}
interface DrillData {
  kinds: KindListed[];
  due: string;
  standing: string;
  players: string[];
  own: string[];
  problem: ProblemShown | null;
}
interface ProblemShown {
  id: string;
  kind: string;
  title: string;
  asked: string;
  card: Card | null;
  seat: Seat | null;
  moment: string;
  names: string[];
  table: MatchTable;
  log: string[];
  tricks: WholeTrick[];
}
interface AnswerShown {
  mark: number;
  full: number;
  heading: string;
  words: string[];
  best: Choice | null;
  line: LineCard[];
  line_words: string;
  choices: ChoicesShown | null;
  counted: boolean;
  table: MatchTable;
  deal: TableObject | null;
  failing: boolean;
  rating: string;
}
interface ChoicesShown extends TableShown {
  kinds: string[];
}
/** `FailingShown`, whose two ways are given together */
type FailingShown = {title: string; sentences: string[]} & (
  | {own: PlayedOut; better: PlayedOut}
  | {own: null; better: null}
);
interface PlayedOut {
  words: string;
  action: Choice;
  states: TableObject[];
  line: LineCard[];
  end: string;
}
interface SearchedShown {
  looked: number;
  found: number;
}
interface NextShown {
  problem: ProblemShown | null;
  among: string[] | null;
  kinds: KindShown[];
}
/** A line of /api/drill/next: the progress of the search, or its result. */
type NextLine =
  | (SearchedShown & {problem?: undefined; among?: undefined})
  | (NextShown & {looked?: undefined; found?: undefined});
/** A line of /api/drill/answer: the verdict, its reasons, or a deal in which the answer fails. */
interface AnswerLine {
  answer?: AnswerShown;
  reasons?: string[];
  failing?: FailingShown;
}
interface WeaknessShown {
  name: string;
  words: string;
  lost: string;
}
interface WeaknessesShown {
  weaknesses: WeaknessShown[];
}

// web/analyse.py, situation_form.py, layout_form.py, site.py

/** The texts of a form's fields. */
type FormFields = Record<string, string>;
interface FieldFault {
  field: string;
  words: string;
}
interface SituationShown {
  hand: Card[] | null;
  discard: Card[] | null;
  fault: FieldFault | null;
  line: string;
  tricks: Trick[];
  played: Card[];
  next: Card[];
  own: Card[];
  ready: boolean;
  code: string | null;
}
interface LayoutShown {
  hands: Record<string, Card[] | null>;
  fault: FieldFault | null;
  table: TableObject | null;
  played: Card[];
  line: Card[];
  code: string | null;
  after: number | null;
}
interface MomentShown {
  table: MatchTable;
  words: string;
  ready: boolean;
  code: string;
  log: string[];
  tricks: Trick[];
}
interface PageData<Shown = SituationShown | LayoutShown | MomentShown> {
  kind: "hand" | "layout" | "moment";
  told: FormFields;
  shown: Shown;
  fault: string;
  deals: string[];
  play_on: string;
}
/** `_tell_values` */
interface CardValues {
  values: Record<string, number>;
  best: Card[];
  sure: BySeat<number>;
}
/** `_tell_solution` */
interface TrumpSolved {
  trump: Trump;
  ranges: BySeat<number[]>;
  slack: number;
}

// web/library.py, progress.py, bringing_in.py, reviewing.py

/** `_list` */
interface Listing {
  records: RecordLine[];
  count: string;
  more: boolean;
  skipped: string[];
  deletions: DeletionLine[];
}
/** `_titled` */
interface Titled extends Dated {
  title: string;
  number: number;
  names: string;
}
interface Dated {
  played: string | null;
  added: string;
}
interface DeletionLine extends Titled {
  at: string;
  more: number;
}
/** `_line` in library.py */
interface RecordLine extends Titled {
  id: string;
  rules: string;
  alone: boolean;
  over: boolean;
  reviewed: boolean;
  players: PlayerCell[];
}
/** `_cell` */
interface PlayerCell {
  name: string;
  result: string;
  down: boolean;
  grade: string;
}
interface WantedRecords {
  words: string;
  rules: string;
  sort: string;
  start: number;
}
interface LibraryData {
  found: Listing;
  wanted: WantedRecords;
}
/** A line of an import: its progress, or `words` alone at the end. */
type ImportLine = {words: string} & ({of: number; done: number; storing: boolean} | {of?: undefined; done?: undefined; storing?: undefined});
interface ProgressData {
  means: string;
  together: number;
}
/** `figures` in progress.py */
interface ProgressShown {
  name: string;
  all: {accuracy: string; decisions: number; words: string; deals: string; now: string};
  phases: GradeBar[];
  rules: GradeBar[];
  deals: ProgressDeal[];
}
/** `_grade` */
type GradeBar = {name: string; decisions: number; words: string} & ({value: number; error: number} | {value: null; error: null});
/** `_deal` */
interface ProgressDeal extends Dated {
  record: string;
  cells: string[];
  grade: number | null;
  together: number | null;
  together_error: number | null;
  split: [luck: number, skill: number] | null;
}
interface ReviewingData {
  record: string;
  whole: boolean;
  address: string;
  deals: number;
}
interface DealTold {
  number: number;
  address: string;
  line: string | null;
}
interface ReviewsTold {
  stage: "early" | "final";
  done: boolean;
  part: number;
  words: string;
  deals: DealTold[];
}

/** The last answer to a request by its address; null if a stream may end without a line. */
interface Answers {
  "/api/home": HomeShown;
  "/api/today": TodayLine;
  "/api/today/play": {go: string};
  "/api/match/state": {match: MatchShown | null};
  "/api/match/new": MatchLine;
  "/api/match/act": MatchLine;
  "/api/match/go-on": MatchLine | null;
  "/api/match/undo": MatchLine;
  "/api/match/claim": MatchLine;
  "/api/match/next": MatchLine;
  "/api/match/leave": MatchLine;
  "/api/match/again": {address: string};
  "/api/match/replay": ReplayShown;
  "/api/match/line": Tables;
  "/api/match/hint": AdviceShown;
  "/api/match/verdict": VerdictShown;
  "/api/match/end": EndShown;
  "/api/share": {code: string};
  "/api/share/play": {address: string};
  "/api/drill/next": NextLine;
  "/api/drill/answer": AnswerLine;
  "/api/drill/weak": WeaknessesShown;
  "/api/drill/mine": SearchedShown | null;
  "/api/analyse/hand": SituationShown;
  "/api/analyse/layout": LayoutShown;
  "/api/analyse/advise": AdviceShown;
  "/api/analyse/values": CardValues;
  "/api/analyse/solve": TrumpSolved;
  "/api/library/list": Listing;
  "/api/library/delete": {at: string; words: string};
  "/api/library/restore": {words: string};
  "/api/library/progress": ProgressShown;
  [path: `/api/library/import?${string}`]: ImportLine;
  "/api/reviews": ReviewsTold;
  "/api/reviews/stop": {};
  "/api/forget": {};
}
