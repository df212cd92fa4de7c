// The data that the server sends to the pages. Written by `python -m tools.types` from the classes in Python.

// codec.py

/** Limits on a number of tricks. */
interface BoundObject {
  at_least?: number;
  at_most?: number;
}
/** A sampled figure. */
interface EstimateObject {
  mean: number;
  se: number | null;
  n: number;
}

// layout.py

/** A trick, which may be in progress. */
interface Trick {
  lead: Seat;
  cards: Card[];
  winner: Seat | null;
}

// study/deal.py

/** The tricks that the players conceded to each other in a deal. */
interface DealLedger {
  from_decision: number;
  sure: BySeat<number>;
  gave: BySeat<BySeat<number>>;
  after: BySeat<number>;
}

// study/grades.py

/** A decision with its double-dummy and single-dummy prices. */
interface Decision {
  index: number;
  phase: "exchange" | "call" | "discard" | "lead" | "follow" | "ruff-or-sluff";
  trick: number | null;
  seat: Seat;
  chosen: Choice;
  forced: boolean;
  hands: BySeat<string | null> | null;
  before: BySeat<number> | null;
  after: BySeat<number> | null;
  best: Choice[] | null;
  own_cost: number | null;
  conceded: Partial<BySeat<number>> | null;
  options: Option[] | null;
  options_left: number | null;
  all_options: boolean | null;
  line: Card[] | null;
  fair_cost: EstimateObject | null;
  fair: FairValues | null;
  avoidable: boolean;
  only_double_dummy: boolean;
  mark: string;
  why?: Why;
  finders?: Record<string, number>;
}
/** A choice with its single-dummy loss. */
interface FairChoice {
  actions: Choice[];
  loss: EstimateObject;
}
/** The single-dummy price of a decision. */
interface FairValues {
  best: Choice;
  best_tricks: EstimateObject;
  chosen_tricks: EstimateObject;
  exact: boolean;
  choices?: FairChoice[];
}
/** The total losses in decisions that were not forced. */
interface Grade {
  unforced: number;
  own_cost: number | null;
  conceded: number | null;
  fair_loss: EstimateObject | null;
  thousandths_each: number | null;
  marks: Record<string, number>;
  accuracy?: EstimateObject;
}
/** A choice that was available in a decision. */
interface Option {
  action: Choice;
  value: number | BoundObject;
  guarantee?: BySeat<number>;
  discard?: Card[];
}
/** A player's grade, in total and for each phase. */
interface PlayerGrade {
  unforced: number;
  own_cost: number | null;
  conceded: number | null;
  fair_loss: EstimateObject | null;
  thousandths_each: number | null;
  marks: Record<string, number>;
  accuracy?: EstimateObject;
  phases: Record<string, Grade>;
  plays_like?: string;
}

// study/known.py

/** A fact that a player knew when making a mistake. */
interface KnownFact {
  fact: "shown out" | "none left" | "given" | "returned" | "highest returned" | "left outside" | "higher out" | "only with";
  seat: Seat | null;
  suit: Suit | null;
  cards: Card[];
  number: number | null;
  sure: boolean;
  seats: Seat[];
  loss: EstimateObject | null;
  missed: EstimateObject | null;
}

// study/luck.py

/** The result split into luck and skill: each seat's terms, in tricks, sum to the seat's result. */
interface LuckObject {
  dealer: Record<string, number>;
  left: Record<string, number>;
  right: Record<string, number>;
  errors: Record<string, number>;
}

// study/match.py

/** A costly decision and its location in a match review. */
interface CostlyDecision {
  deal: number;
  decision: number;
  player: string;
}
/** The location of a deal in the records. */
interface DealPlace {
  record: string;
  deal: number;
}
/** The tricks that players conceded to each other over several deals, keyed by the players' names. */
interface Ledger {
  deals: number;
  sure: Record<string, number>;
  gave: Record<string, Record<string, number>>;
  after: Record<string, number>;
}
/** A deal that was not reviewed. */
interface LeftOut {
  record: string;
  deal: number;
  why: string;
}
/** A player's total result split into luck and skill, in tricks; the terms sum to the result. */
interface LuckShares {
  deals: number;
  par: number;
  hands: number;
  kitty: number;
  exchange: number;
  own: number;
  others: number;
  result: number;
  error: number;
}
/** A player's grade and tricks over several deals; phases are ordered by loss, largest first. */
interface PlayerSums {
  unforced: number;
  own_cost: number | null;
  conceded: number | null;
  fair_loss: EstimateObject | null;
  thousandths_each: number | null;
  marks: Record<string, number>;
  accuracy?: EstimateObject;
  phases: Record<string, Grade>;
  plays_like?: string;
  deals: number;
  finished: number;
  won: number;
  luck: LuckShares | null;
}

// study/why/evidence.py

/** A tested reason for a mistake: a count of tricks that is worse after the mistake and explains the loss. */
interface ProvenTheme {
  theme: "ruff missed" | "led into a ruff" | "overruffed" | "high card wasted" | "winner thrown" | "trick missed" | "higher than needed" | "trumps not drawn" | "ruffed later" | "guard gone" | "falls later" | "thrown later" | "own ruffs" | "ruffs given" | "suit set up" | "suit" | "suit opened" | "guard thrown" | "suit given" | "side suits" | "suit not stopped" | "longer trumps" | "stronger trumps" | "others ruff" | "others' trumps" | "side cards win" | "trump balance" | "trumps let go" | "guard let go" | "long suit broken" | "winner let go" | "void not made" | "return wins" | "exchanged cards win" | "given card wins" | "suit weakened" | "suits weakened" | "suit let run" | "winners let go";
  seat: Seat | null;
  cards: Card[];
  after: EstimateObject;
  instead: EstimateObject;
  loss: EstimateObject;
  same: EstimateObject | null;
  changed: EstimateObject;
  suit: Suit | null;
  fate: string | null;
  fated: EstimateObject | null;
}
/** The reply that punishes a mistake in the actual deal, found by exact search. */
interface Reply {
  seat: Seat;
  line: Card[];
  before: number;
  after: number;
  instead: Card[];
}
/** The reason why a decision was an avoidable mistake, based on facts that were tested in separate worlds. */
interface Why {
  better: Choice;
  gain: EstimateObject;
  themes: ProvenTheme[];
  reply: Reply | null;
  worlds: number;
  seed: number;
  known: KnownFact[];
}

// web/analyse.py

/** The tricks that the player to act guarantees in all with each legal card, double dummy. */
interface CardValues {
  values: Record<string, number>;
  best: Card[];
  sure: BySeat<number>;
}
/** A shared position from its player's view, with the question. */
interface MomentShown {
  table: OwnTable;
  words: string;
  ready: boolean;
  log: string[];
  tricks: Trick[];
}
/** The initial data of the page. */
interface PageData {
  kind: "hand" | "layout" | "moment";
  told: Record<string, string>;
  shown: SituationShown | LayoutShown | MomentShown;
  fault: string;
  deals: string[];
  play_on: string;
}
/** The tricks in all that each seat guarantees and wins at most at one trump, double dummy. */
interface TrumpSolved {
  trump: Trump;
  ranges: BySeat<number[]>;
  slack: number;
}

// web/bringing_in.py

/** The end of an import, in words. */
interface ImportDone {
  words: string;
}
/** The progress of an import: `done` records `of` all have been checked or, with `storing`, stored. */
interface ImportStep {
  of: number;
  done: number;
  storing: boolean;
  words: string;
}

// web/drill_objects.py

/** A line of the rating of an answer: the rating, the reasons, or a deal in which the answer fails. */
interface AnswerLine {
  answer?: AnswerShown;
  reasons?: string[];
  failing?: FailingShown;
}
/** The rating of an answer. */
interface AnswerShown {
  mark: number;
  full: number;
  heading: string;
  words: string[];
  best: Choice | boolean | null;
  line: LineCard[];
  line_words: string;
  choices: ChoicesShown | null;
  counted: boolean;
  table: OwnTable;
  deal: TableObject | null;
  failing: boolean;
  rating: string;
}
/** A table of the choices, best first; `kinds` marks the best choice and the player's choice. */
interface ChoicesShown {
  head: string[];
  rows: string[][];
  kinds: string[];
}
/** The data of the page: the menu, and the puzzle in the page's address or None. */
interface DrillData {
  kinds: KindListed[];
  due: string;
  standing: string;
  players: string[];
  own: string[];
  problem: ProblemShown | null;
}
/** A deal in which a wrong answer fails, played out after the answer and after the best choice. */
interface FailingShown {
  title: string;
  sentences: string[];
  own: PlayedOut | null;
  better: PlayedOut | null;
}
/** A kind of puzzle in the menu. `standing` is a summary of its numbers. */
interface KindListed {
  kind: string;
  name: string;
  question: string;
  due: number;
  unseen: number;
  answered: number;
  right: number;
  standing: string;
}
/** A kind of puzzle, with its `Count`. */
interface KindShown {
  kind: string;
  name: string;
  question: string;
  due: number;
  unseen: number;
  answered: number;
  right: number;
}
/** The next puzzle or None, the ids of the puzzles of the drill, and the kinds of puzzles. */
interface NextShown {
  problem: ProblemShown | null;
  among: string[] | null;
  kinds: KindShown[];
}
/** The rest of a possible deal after a choice, from the position or from the first lead. */
interface PlayedOut {
  words: string;
  action: Choice;
  states: TableObject[];
  line: LineCard[];
  end: string;
}
/** A puzzle before the answer. */
interface ProblemShown {
  id: string;
  kind: string;
  title: string;
  asked: string;
  card: Card | null;
  seat: Seat | null;
  moment: string;
  names: [string, string, string];
  table: OwnTable;
  log: string[];
  tricks: Trick[];
}
/** The progress of a search for puzzles: the numbers of decisions or deals looked at, and of puzzles found. */
interface SearchedShown {
  looked: number;
  found: number;
}
/** A weakness of a player. `name` is its name in addresses, and `lost` the tricks lost by it. */
interface WeaknessShown {
  name: string;
  words: string;
  lost: string;
}
/** A player's weaknesses, costliest first. */
interface WeaknessesShown {
  weaknesses: WeaknessShown[];
}

// web/hints.py

/** Advice in the form that `page/advice.js` draws. */
interface AdviceShown {
  stage: "first" | "early" | "sharp" | "final";
  advised: string;
  sure: string;
  worth: string;
  recommended: Recommended;
  cards: Card[];
  reasons: string[];
  table: TableShown | null;
  figures: TableShown | null;
  sentences: string[];
  footer: string;
  like: LikeText | null;
}

// web/home.py

/** The initial data of the page. */
interface HomeData {
  match: MatchSummary | null;
  version: number | null;
  error?: string;
  rules: RulesOffered[];
}
/** The deal of the day, sentences on it and on the puzzles due, and the user's newest results. */
interface HomeShown {
  day: DayDeal | DayPlayed;
  standing: Standing;
  results: RecentResult[];
}
/** A match as a title, a sentence, and the players' scores, the user's first; `over` is whether it has ended. */
interface MatchSummary {
  title: string;
  words: string;
  over: boolean;
  players: PlayerScore[];
}
/** A player's score in the match; `me` is whether the player is the user. */
interface PlayerScore {
  name: string;
  score: string;
  me: boolean;
}
/** The user's result in a deal, as points and in words, with a title and the address of the review. */
interface RecentResult {
  address: string;
  title: string;
  points: string;
  words: string;
}
/** A rule set for a new match, with its source, and the contracts of dealer, left and right in tricks. */
interface RulesOffered {
  name: string;
  source: string;
  contracts: [number, number, number];
}

// web/layout_form.py

/** The page's view of the hands that the user has entered. */
interface LayoutShown {
  hands: Record<string, Card[] | null>;
  fault: FieldFault | null;
  table: TableObject | null;
  code: string | null;
  after: number | null;
}

// web/library.py

/** A deletion in words, and its time, by which it can be undone. */
interface Deleted {
  at: string;
  words: string;
}
/** A deletion that can be undone: its time, its first record, and the number of its other records. */
interface DeletionLine {
  title: string;
  number: number;
  names: string;
  played: string | null;
  added: string;
  at: string;
  more: number;
}
/** The records of a search. */
interface FoundRecords {
  records: RecordLine[];
  count: string;
  more: boolean;
  skipped: string[];
  deletions: DeletionLine[];
}
/** The initial data of the page: the search in its address, and its first records. */
interface LibraryData {
  found: FoundRecords;
  wanted: WantedRecords;
}
/** A player's name, tricks with points, and accuracy in a record; unknown figures are empty. */
interface PlayerCell {
  name: string;
  result: string;
  down: boolean;
  grade: string;
}
/** A record as an entry of the list. */
interface RecordLine {
  title: string;
  number: number;
  names: string;
  played: string | null;
  added: string;
  id: string;
  rules: string;
  alone: boolean;
  over: boolean;
  reviewed: boolean;
  players: PlayerCell[];
}
/** The restored records in words. */
interface Restored {
  words: string;
}
/** A record's title, number and players. */
interface Titled {
  title: string;
  number: number;
  names: string;
  played: string | null;
  added: string;
}
/** A search of the library; `start` is the number of records to skip. */
interface WantedRecords {
  words: string;
  rules: string;
  sort: "date" | "loss" | "grade" | "player";
  start: number;
}

// web/play.py

/** The initial data of the page: the browser's match, and the address of the Back button's page. */
interface PlayData {
  table: "" | "daily" | "again";
  match: MatchShown;
  back: string;
}

// web/play_match.py

/** The address of the page to go to. */
interface Address {
  address: string;
}
/** The fingerprint of a deal's cards and, after the deal, the data for checking it; null before. */
interface Fingerprint {
  fingerprint: string;
  salt: string | null;
  dealt: string | null;
  seed: string | null;
}
/** A state of the match, null if none is saved; `stale` is whether another window has changed the match. */
interface MatchLine {
  match: MatchShown | null;
  stale?: boolean;
}
/** The result of a finished deal: a title, a sentence, the players from the dealer on, and the record's id. */
interface MatchResult {
  title: string;
  words: string;
  rows: ResultRow[];
  record: string;
}
/** A match in the form that the page shows. */
interface MatchShown {
  version: number;
  number: number;
  events: number;
  due: "person" | "computer" | "next deal" | "over";
  training: boolean;
  rules: string;
  drawn: Record<string, Card>;
  table: OwnTable;
  told: string[];
  tricks: Trick[];
  log: string[];
  result: MatchResult | null;
  fair: Fingerprint;
}
/** A player's contract and tricks in a finished deal, the points, and the new total in the match. */
interface ResultRow {
  name: string;
  contract: number;
  won: number;
  points: number;
  total: number;
}

// web/progress.py

/** A bar with an accuracy (0 to 100) and its standard error, both null if there are too few decisions. */
interface GradeBar {
  name: string;
  value: number | null;
  error: number | null;
  words: string;
}
/** The initial data of the page: what accuracy means, and the number of deals that a point of the curve averages. */
interface ProgressData {
  means: string;
  together: number;
}
/** A deal of the player. */
interface ProgressDeal {
  record: string;
  played: string | null;
  added: string;
  cells: string[];
  grade: number | null;
  together: number | null;
  together_error: number | null;
  split: [number, number] | null;
}
/** A player's progress in total, by phase, by rule set and by deal, the oldest first. */
interface ProgressShown {
  all: ProgressTotal;
  phases: GradeBar[];
  rules: GradeBar[];
  deals: ProgressDeal[];
}
/** A player's accuracy over all decisions, and `now` over the last deals; `words` gives the average loss. */
interface ProgressTotal {
  accuracy: string;
  words: string;
  deals: string;
  now: string;
}

// web/review.py

/** A deal that is being reviewed, with the review's address and, after the review, a one-line summary. */
interface DealTold {
  number: number;
  address: string;
  line: string | null;
}
/** The initial data of the page that shows the progress of reviews: of one record, or of its whole match. */
interface ReviewingData {
  record: string;
  whole: boolean;
  address: string;
  deals: number;
}
/** The progress of some reviews. */
interface ReviewsTold {
  stage: "early" | "final";
  done: boolean;
  part: number;
  words: string;
  deals: DealTold[];
}
/** Another choice with the tables of the continued deal. */
interface WhatIfShown {
  schema: string;
  decision: number;
  phase: "exchange" | "call" | "discard" | "lead" | "follow" | "ruff-or-sluff";
  trick: number | null;
  seat: Seat;
  made: Choice;
  instead: Choice;
  before: BySeat<number> | null;
  after: BySeat<number> | null;
  after_made: BySeat<number> | null;
  gain: EstimateObject | null;
  steps: StepObject[];
  trump: Trump | null;
  playing: BySeat<string | null> | null;
  tricks: Trick[];
  result: BySeat<number> | null;
  made_result: BySeat<number> | null;
  words: string[];
  tables: TableObject[];
  config?: Record<string, string>;
}

// web/review_page.py

/** The data of the page. */
interface ReviewData {
  deals: ReviewObject[];
  tables: TableObject[][];
  figures: DealFigures[];
  match: ReviewsObject | null;
  match_figures: MatchFigures | null;
  served: ServedData | null;
}
/** The data that only a page from the server has: each deal's record, and the address for other choices. */
interface ServedData {
  records: string[];
  what_if: string;
}

// web/sharing.py

/** A request to share a record or a puzzle by its id or, with `playing`, the browser's match named `table`. */
interface ShareAsked {
  record: string;
  problem: string;
  playing: boolean;
  table: "" | "daily" | "again";
  events: number | null;
  decision: number | null;
  seat: Seat | null;
  whole: boolean;
}
/** The code of shared content, which /s/CODE opens. */
interface ShareCode {
  code: string;
}

// web/site.py

/** An answer, or the data of a page, that has no fields. */
interface Done {
}
/** A one-line error message, and the name of the field with the error, which may be empty. */
interface FieldFault {
  field: string;
  words: string;
}
/** The JSON form of a table: the headings of its columns, and its rows, without gaps between sections. */
interface TableShown {
  head: string[];
  rows: string[][];
}

// web/situation_form.py

/** The page's view of the situation that the user has entered. */
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

// web/table_state.py

/** The kitty on the table. `cards` is null if the viewer has not seen the cards. */
interface KittyObject {
  number: number;
  cards: Card[] | null;
}
/** A move of cards between two places, except to a trick. `cards` is null if the viewer did not see the cards. */
interface MoveObject {
  from: MovePlace;
  to: MovePlace;
  cards: Card[] | null;
  number: number;
  why: "gives" | "returns" | "shows" | "takes" | "discards";
}
/** A player at the table. */
interface SeatObject {
  name: string;
  contract: number | null;
  won: number;
  held: number;
  hand: string | null;
  score: number | null;
  computer?: boolean;
}
/** The state of a table. */
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
/** A player's turn, with a prompt, and with the legal choices if the viewer sees the hand. */
interface TurnObject {
  seat: Seat;
  kind: "play" | "call" | "discard" | "give" | "look";
  words: string;
  legal: Card[];
  number: number;
  owed: Partial<BySeat<number>>;
  must: boolean;
  denominations: Trump[];
  answers?: [string, string];
}

// web/today.py

/** A day of the calendar (a date in ISO form), with the user's points, null if the deal was not played. */
interface CalendarDay {
  date: string;
  score: string | null;
  later: boolean;
}
/** The deal of a day (a date in ISO form) that the user has not finished; `missed` was not played on its day. */
interface DayDeal {
  date: string;
  words: string;
  levels: null;
  state: "open" | "begun" | "missed";
}
/** The deal of a day that the user has played. */
interface DayPlayed {
  date: string;
  words: string;
  levels: [string, string, string][] | null;
  state: "played";
  result: string;
  record: string;
  compared: string;
}
/** Sentences on the puzzles due, and on their kinds and new puzzles; `any` is whether a puzzle is due. */
interface PuzzlesDue {
  any: boolean;
  words: string;
  rest: string;
}
/** The drill rating and its deviation after an answer; `at` is in seconds since 1970. */
interface RatingPoint {
  at: number;
  rating: number;
  deviation: number;
}
/** Sentences for the home page on the day's deal and on the puzzles due, which may be empty. */
interface Standing {
  day: string;
  due: string;
}
/** Data of the page that is computed after the stored data: the day with the computers' results, or weaknesses. */
interface TodayMore {
  day?: DayDeal | DayPlayed;
  weak?: WeakTheme[];
}
/** The stored data of the page. */
interface TodayShown {
  day: DayDeal | DayPlayed;
  weeks: CalendarDay[][];
  streak: string;
  due: PuzzlesDue;
  rating: string;
  ratings: RatingPoint[];
  standing: Standing;
}
/** A weakness of the user, with a sentence on the tricks lost. */
interface WeakTheme {
  name: string;
  words: string;
}

// web/verdicts.py

/** The end of a deal in the form that `page/advice.js` draws. */
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
/** The open tables of a finished deal: one before each choice, and one at the end. */
interface ReplayShown {
  tables: TableObject[];
  events: number[];
  own: boolean[];
}
/** Open tables, one after another. */
interface Tables {
  tables: TableObject[];
}
/** A verdict in the form that `page/advice.js` draws. */
interface VerdictShown {
  stage: "early" | "final";
  kind: "forced" | "good" | "level" | "unsure" | "mistake";
  mark: string;
  words: string;
  made: Choice;
  better: Choice | null;
  loss: number | null;
  events: number;
  why: string[];
  line: LineCard[];
  line_words: string;
}

// words/like.py

/** Similar hands as text: sentences, a histogram of the tricks with its title, a table of all calls, a footer. */
interface LikeText {
  sentences: string[];
  title: string;
  bars: TricksBar[];
  table: TableShown;
  footer: string;
}
/** A bar of a histogram: a number of tricks, and the share of hands that won this number. */
interface TricksBar {
  tricks: number;
  words: string;
  length: number;
  made: boolean;
}

// words/review.py

/** The sentences on a decision. */
interface DecisionWordsObject {
  happened: string[];
  effect: string;
  fair: string;
  why?: string[];
  finders?: string;
}
/** The review of a deal (`review`): the value of every decision, and sentences. */
interface ReviewObject {
  schema: string;
  event: string;
  number: number;
  rules: string;
  players: BySeat<string>;
  contracts: BySeat<number>;
  viewer: Seat | null;
  deal: string;
  trump: Trump | null;
  result: BySeat<number> | null;
  guarantee_at_start: BySeat<number> | null;
  playing: BySeat<string | null>;
  tricks: Trick[];
  decisions: Decision[];
  ledger: DealLedger | null;
  turning_points: number[];
  unused: Partial<BySeat<number>>;
  seats: BySeat<PlayerGrade>;
  luck: LuckObject | null;
  fair_worlds: number;
  seed: number;
  analysis: number;
  opponents: BySeat<"beginner" | "rule" | "club" | "expert" | "mixed">;
  words?: ReviewWordsObject;
  config?: Record<string, string>;
}
/** The sentences on a review. */
interface ReviewWordsObject {
  opponents: string;
  players: BySeat<string>;
  result: string;
  happened: string[];
  turning_points: string[];
  unused: string[];
  best: string[];
  places: number[];
  too_close: string;
  costliest: string[];
  costliest_decisions: number[];
  double_dummy: string;
  luck: string;
  decisions: DecisionWordsObject[];
}

// words/review_match.py

/** The reviews of several deals and their sums (`review`); the deals need not belong to one match. */
interface ReviewsObject {
  schema: string;
  deals: ReviewObject[];
  places: DealPlace[];
  left_out: LeftOut[];
  players: Record<string, PlayerSums>;
  costliest: CostlyDecision[];
  ledger: Ledger | null;
  words: ReviewsWordsObject;
  config?: Record<string, string>;
}
/** Sentences on the reviews of several deals. */
interface ReviewsWordsObject {
  title: string;
  result: string;
  best: string[];
  places: number[];
  too_close: string;
  costliest: string[];
  ledger: string[];
  luck: string[];
  deals: string[];
  left_out: string[];
}

// words/review_page.py

/** A row of the table of choices: choices that are equal for the player. */
interface ChoiceRow {
  actions: Choice[];
  known: string;
  lost: string;
  seen: string;
  best: boolean;
  chosen: boolean;
  discard: Card[] | null;
}
/** The figures of a deal's review on a page. */
interface DealFigures {
  grades: string[][];
  grade_notes: string[];
  ledger: string[][] | null;
  luck: LuckColumn[] | null;
  luck_note: string;
  finders: Record<string, Finder[]>;
  titles: string[];
  said: Said[];
  choices: Record<string, ChoiceRow[]>;
}
/** The share of a level's players who find the best choice, in per cent, and as text with its error. */
interface Finder {
  level: string;
  share: number;
  words: string;
}
/** The combined figures of several deals on a page, with a column for each player. */
interface MatchFigures {
  title: string;
  assumed: string;
  players: string[][];
  notes: string;
  ledger: string[][] | null;
}
/** The sentences on a decision below its title, which has the stage: its effect, and the reasons for a mistake. */
interface Said {
  effect: string;
  why: string[];
}

// words/review_tables.py

/** A term of a player's result on a page. */
interface LuckBar {
  name: string;
  words: string;
  bar: number;
}
/** The terms of a player's result on a page; `won` has the tricks won. */
interface LuckColumn {
  won: string;
  terms: LuckBar[];
}

// words/verdict.py

/** The costliest avoidable mistake of a deal. */
interface CostliestMistake {
  words: string;
  mine: boolean;
  events: number;
  place: string;
  line: LineCard[];
}
/** A card in a line of play. */
interface LineCard {
  seat: Seat;
  name: string;
  card: Card;
  does: string;
  leads: boolean;
  wins: boolean;
}

// words/what_if.py

/** A choice before the play. */
interface StepObject {
  phase: "exchange" | "call" | "discard" | "lead" | "follow" | "ruff-or-sluff";
  seat: Seat;
  chosen: Choice;
  hands: BySeat<string | null>;
}
