// The types of the scripts' own values.

/** What an element may contain; null and undefined are left out. */
type Child = Node | string | number | null | undefined;
type Attributes = Record<string, string | number | boolean | null | undefined | Record<string, string | number>>;
/** A part of a sentence. */
type Part = string | Node;
type PlaceValue = Child;
/** The values of a text's placeholders; with `first`, the first form of {place:form|form} is chosen. */
type Places = Record<string, PlaceValue | readonly [value: string | number, first: boolean]>;
type Words = (text: string) => Part[];
/** Texts by name. */
type Texts = Record<string, string>;

// Cards on the table.

/** Where a card lies on the table. */
type Place = Seat | "trick" | "kitty" | "middle" | "out" | "won";
interface Piece {
  element: HTMLElement;
  place: Place;
  card: Card | null;
  /** The seat that played the card to a trick, or won it. */
  by: Seat | null;
  /** The CSS transform, null before the piece was placed. */
  transform: string | null;
  /** The order of the pieces in a state. */
  slot: number;
  /** The words for screen readers, null for a back. */
  spoken: string | null;
}
/** A place that a piece takes in a state. */
interface Slot {
  place: Place;
  card: Card | null;
  by: Seat | null;
  slot: number;
}
/** A piece's place on the screen: its middle, its size, and the width of the part that no other piece covers. */
interface Spot extends Pose {
  z: number;
  seen: number;
}
interface Pose {
  x: number;
  y: number;
  turn: number;
  scale: number;
}
type Box = {
  left: number;
  top: number;
  width: number;
  height: number;
};
type Speed = "slow" | "normal" | "fast" | "instant";

// The frame of a table: see table/places.js.

interface Given {
  width: number;
  height: number;
  /** The size of the page's text divided by its usual size. */
  text: number;
  /** Whether all hands are face up. */
  open: boolean;
  /** The number of cards in the hand at the bottom, and whether its player's name is long. */
  own: number;
  long: boolean;
  /** Whether the page has put buttons and a line of advice on the table. */
  buttons: boolean;
  line: boolean;
}
interface Measures {
  /** The height that everything takes, which may be more than the table has. */
  need: number;
  side: number;
  card: number;
  avatar: number;
  zone: Box;
  /** The backs beside the avatars; null if they lie under the avatars. */
  backs: {top: number; bottom: number; card: number; step: number} | null;
  most: number;
  hand: {top: number; bottom: number; rows: number};
  trick: {card: number; apart: number; drop: number; y: number};
  /** The open hands of the players on the left and on the right. */
  hands: Hands[];
  /** The dealer's discards, by the dealer's side of the screen; null if they lie under the avatar. */
  out: {card: number; places: number[]; end?: number} | null;
  boxes: {plates: Box[]; trump: Box; pile?: Box; line?: Box; prompt: Box; buttons: Box};
}
interface Hands {
  top: number;
  card: number;
  left: number;
  width: number;
  rows: number;
  shift: number;
}
interface Frame extends Measures {
  mode: "wide" | "tall" | "low";
  rise: number;
  open: boolean;
  width: number;
  height: number;
}
/** A frame, and the height of the captions and buttons in the middle. */
interface ToldFrame extends Frame {
  told: number;
}
/** Returns a seat's side of the screen: 0 below, 1 left, 2 right. */
type Sides = (seat: Seat) => number;
/** A piece and its place on the screen. */
type Placed = [piece: Piece, spot: Spot];
interface Row {
  left: number;
  width: number;
  top: number;
  /** The width of a card, and the greatest distance between two cards. */
  own: number;
  most: number;
  z: number;
  end?: "start" | "middle" | "end";
}
interface Stacked<Name extends string> {
  part: number;
  need: number;
  less: number;
  bands: Record<Name, {top: number; height: number; middle: number}>;
}

// What the scripts select in a page are HTML elements, whose kind the end of the selector tells.

type Selected<Selector extends string> = Selector extends `${string},${string}`
  ? HTMLElement
  : Selector extends `${string}[name]`
  ? NamedField
  : Selector extends `${string}:checked`
  ? HTMLInputElement
  : Selector extends keyof HTMLElementTagNameMap
    ? HTMLElementTagNameMap[Selector]
    : Selector extends `${string} ${infer Last}`
      ? Selected<Last>
      : Selector extends `${infer Tag extends keyof HTMLElementTagNameMap}[${string}`
        ? HTMLElementTagNameMap[Tag]
        : HTMLElement;
interface ParentNode {
  querySelector<Selector extends string>(selectors: Selector): Selected<Selector> | null;
  querySelectorAll<Selector extends string>(selectors: Selector): NodeListOf<Selected<Selector>>;
}
interface Element {
  closest<Selector extends string>(selector: Selector): Selected<Selector> | null;
}

// A table: see table/table.js.

type CardTable = import("../../src/ninefivetwo/web/page/table/table.js").Table;
interface TableOptions {
  /** Receives a choice in JSON: a card, a trump's letter, cards, {seat: cards}, or true or false (yes or no). */
  choose: (choice: Choice | boolean) => unknown;
  settings: TableSettings;
  /** Whether the user's card moves at once, and moves back if `choose` throws an error; if not, it stays in the hand. */
  moves?: boolean;
  /** Tells whether a flicked card is only raised, so that no card is played by accident. */
  careful?: () => boolean;
  /** Elements of the page that the table gives a place: buttons and a line of advice. */
  buttons?: HTMLElement;
  line?: HTMLElement;
}
interface TableSettings {
  get<Name extends keyof Settings>(name: Name): Settings[Name] | undefined;
  watch(watcher: () => void): void;
}
interface Shown {
  pace?: Speed;
  marks?: Marks;
  /** Captions to show. */
  said?: Part[][];
  /** What screen readers are told after the rest. */
  spoken?: string;
  /** The seat at the bottom of an open table. */
  below?: Seat;
}
interface Marks {
  hinted?: Choice | true;
  /** Words on cards. */
  tags?: Texts;
  raised?: Card[];
  /** A seat about which the user is asked. */
  asked?: Seat | null;
}
interface Waiting extends Shown {
  state: TableObject;
  below: Seat;
}
/** Returns a player as the value of a placeholder. */
type Person = (seat: Seat) => Places[string];

/** The user's settings: see settings.js. */
interface Settings {
  name: string;
  left: string;
  right: string;
  rules: string;
  seat: string;
  opponents: string;
  speed: Speed;
  sound: boolean;
  deck: "four" | "two";
  order: string;
  autoplay: boolean;
  confirm: boolean;
  verdicts: boolean;
  theme: string;
  coached: boolean;
}
interface SettingsStore extends TableSettings {
  get<Name extends keyof Settings>(name: Name): Settings[Name];
  set<Name extends keyof Settings>(name: Name, value: Settings[Name]): void;
}

// Requests: see ui.js.

type Path = keyof Answers;
type Line<Asked extends Path> = NonNullable<Answers[Asked]>;
interface Listening<Asked extends Path> {
  onLine?: (line: Line<Asked>) => void;
  signal?: AbortSignal;
}
/** Sends a request; only an address whose stream may be empty resolves to null. */
type Post = <Asked extends Path>(path: Asked, body?: object, listening?: Listening<Asked>) => Promise<Answers[Asked]>;
type PostNewest = <Asked extends Path>(path: Asked, body: object, onLine?: (line: Line<Asked>) => void) => Promise<Answers[Asked]>;
/** The body of an answer. */
type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;
/** A field of a form. */
type NamedField = HTMLInputElement | HTMLSelectElement;
/** A field of a form, or its radio buttons of one name. */
type Field = NamedField | RadioNodeList;

/** The elements that the scripts find by their ids, in the pages that have them. */
interface Ids extends ReviewIds {
  "act-cards": HTMLButtonElement;
  "act-claim": HTMLButtonElement;
  "act-hint": HTMLButtonElement;
  "act-undo": HTMLButtonElement;
  actions: HTMLDivElement;
  add: HTMLButtonElement;
  advice: HTMLDivElement;
  "advice-place": HTMLDivElement;
  answers: HTMLDivElement;
  back: HTMLButtonElement;
  bar: HTMLProgressElement;
  begin: HTMLButtonElement;
  coach: HTMLButtonElement;
  count: HTMLParagraphElement;
  current: HTMLElement;
  data: HTMLScriptElement;
  deletions: HTMLDivElement;
  "end-actions": HTMLDivElement;
  exchange: HTMLDetailsElement;
  felt: HTMLDivElement;
  figures: HTMLDivElement;
  files: HTMLUListElement;
  forget: HTMLButtonElement;
  found: HTMLDivElement;
  game: HTMLParagraphElement;
  go: HTMLButtonElement;
  "go-on": HTMLButtonElement;
  gone: HTMLDetailsElement;
  hands: HTMLDetailsElement;
  "how-many": HTMLParagraphElement;
  idle: HTMLParagraphElement;
  input: HTMLInputElement;
  leave: HTMLButtonElement;
  line: HTMLButtonElement;
  "line-words": HTMLSpanElement;
  list: HTMLTableSectionElement;
  log: HTMLUListElement;
  main: HTMLElement;
  "match-words": HTMLParagraphElement;
  more: HTMLButtonElement;
  new: HTMLElement;
  next: HTMLButtonElement;
  "next-cards": HTMLDivElement;
  none: HTMLDivElement;
  notes: HTMLDivElement;
  open: HTMLFormElement;
  picker: HTMLDivElement;
  play: HTMLDivElement;
  rail: HTMLElement;
  "rail-all": HTMLDetailsElement;
  "rail-close": HTMLButtonElement;
  "rail-end": HTMLDivElement;
  "rail-last": HTMLElement;
  "rail-match": HTMLElement;
  "rail-out": HTMLElement;
  "rail-top": HTMLElement;
  records: HTMLTableElement;
  rejoin: HTMLButtonElement;
  remove: HTMLButtonElement;
  restore: HTMLButtonElement;
  reviews: HTMLOListElement;
  sample: HTMLParagraphElement;
  scores: HTMLUListElement;
  share: HTMLDivElement;
  skipped: HTMLDivElement;
  solve: HTMLButtonElement;
  solved: HTMLTableSectionElement;
  solving: HTMLDivElement;
  source: HTMLParagraphElement;
  stage: HTMLDivElement;
  status: HTMLParagraphElement;
  "t-deal": HTMLHeadingElement;
  "t-match": HTMLHeadingElement;
  table: HTMLDivElement;
  today: HTMLDivElement;
  told: HTMLDivElement;
  tricks: HTMLOListElement;
  undo: HTMLDivElement;
  values: HTMLButtonElement;
  "verdict-place": HTMLDivElement;
  ways: HTMLDivElement;
  words: HTMLParagraphElement;
  working: HTMLParagraphElement;
}

/** What a tab tells the other tabs: that the library or a match has changed. */
interface ToTabs {
  library?: boolean;
  match?: TableName;
  version?: number | null;
}

// Parts of pages.

/** A cell of a table: its content, or a `td`. */
type Cell = Child | Child[];
/** A note of the tour: one or two sentences on the element that the selector `at` finds. */
interface Note {
  at: string;
  words: string;
}
/** A place that a picker can put cards in, and its parts in the page: see picker.js. */
interface PickPlace {
  name: string;
  label: string;
  most: number;
}
interface HeldPlace extends PickPlace {
  held: Set<Card>;
  radio: HTMLInputElement;
  choice: HTMLElement;
  words: HTMLElement;
}
/** How a card of a grid looks: see card_grid.js. */
interface Dress {
  /** A CSS class. */
  kind?: string;
  /** The card's place in words. */
  place?: string;
  /** Whether the card is disabled. */
  off?: boolean;
  /** Whether the card is pressed. */
  on?: boolean | null;
}
type Shared = readonly [code: string, after: number | null];
type Point = [x: number, y: number];
/** How advice, a verdict or the end of a deal is drawn: see advice.js. */
interface Drawing {
  /** The players' names, in which nothing is coloured like a card. */
  names?: string[];
  /** Whether the similar hands are open at first, and whether everything after the reasons is folded. */
  like?: boolean;
  brief?: boolean;
  /** Stops the request, null if it has ended. */
  stop?: Stop | null;
  tryAgain?: (events: number) => unknown;
}
type Advising = "/api/match/hint" | "/api/match/verdict" | "/api/match/end" | "/api/analyse/advise";
interface TableDrawing {
  names?: string[];
  label?: string;
  /** Whether no row stands out. */
  even?: boolean;
}
type DrawAnswer<Told> = (element: HTMLElement, told: Told, drawing: Drawing) => void;
interface Asking<Asked extends Advising> extends Drawing {
  draw: DrawAnswer<Answers[Asked]>;
  onAdvice?: (answer: Answers[Asked]) => void;
}
type Stop = () => void;

// The forms of an analysis: see analyse_form.js.

type FormPath = "/api/analyse/hand" | "/api/analyse/layout";
/** An answer about a form's fields, or only the reason why there is none. */
type Answered<Asked extends FormPath> = Answers[Asked] | NoAnswer;
type NoAnswer = {fault: FieldFault; hands?: undefined; table?: undefined; code?: undefined; after?: undefined};
interface FormUse<Asked extends FormPath> {
  /** Called with each answer. */
  shown: (answer: Answered<Asked>) => unknown;
  /** Called before the user's change of a field. */
  edited: () => void;
  /** Called after Enter in a text field. */
  entered?: () => void;
}

/** The answer to a puzzle: a choice, whether to look at the kitty, or a probability. */
type PuzzleAnswer = Choice | boolean | number;
/** The drill and the puzzle in the address of the drill page: see drill.js. */
interface DrillAddress {
  kind: string;
  player: string;
  weak: string;
  problem: string;
  code: string;
}

// The page at /play.

type MatchChange = "act" | "go-on" | "undo" | "claim" | "next" | "leave";
/** A request about the match of the page; `more` are its other fields. */
type ReplayRequest = <What extends "replay" | "line">(what: What, more?: object) => Promise<Answers[`/api/match/${What}`]>;
interface ReplayUse {
  request: ReplayRequest;
  /** Plays on from a position. */
  playOn: (events: number) => unknown;
  /** Called when the user leaves the replay. */
  closed: () => void;
}
/** Draws a state, or null for no match; resolves when all is drawn. */
type DrawMatch = (match: MatchShown | null, line: MatchLine) => unknown;

// Signatures that would be too long for a comment.

type IconName = Parameters<typeof import("../../src/ninefivetwo/web/page/icons.js").icon>[0];
/** advice.js */
type AskAdvice = <Asked extends Advising>(path: Asked, body: object, element: HTMLElement, options: Asking<Asked>) => Stop;
/** advice.js */
type Fill = (element: HTMLElement, kind: string, answer: {stage: Stage}, ...children: (Node | "" | null | false | undefined)[]) => void;
/** bringing_in.js */
type SendFile = (file: File, signal: AbortSignal, told: (words: string, part?: number) => void) => Promise<[words: string, kind: string]>;
/** drill.js */
type DrillLink = (words: string, drill: Partial<DrillAddress>, attributes?: Attributes) => HTMLElement;
/** play_notes.js */
type ShowNote = (title: string, content: Node[], words: string, waits: Speed[]) => Promise<void>;
/** play_replay.js */
type StepButton = (name: IconName, label: string, by: (at: number) => number, key: string) => HTMLElement;
/** plot.js */
type DrawFrame = (title: string, xs: number[], ys: number[], xName: string, yName: string, label?: (value: number) => string, width?: number) => {drawing: SVGSVGElement, x: (value: number) => number, y: (value: number) => number};
/** plot.js */
type DrawCurve = (title: string, values: {point: number, mean: number, error: number}[], range: [low: number, high: number], xName: string, yName: string) => SVGSVGElement;
/** plot.js */
type DrawPair = (title: string, values: [number, number][], names: [kind: string, words: string][], xName: string, yName: string) => HTMLElement;
/** sounds.js */
type PlaySound = (context: AudioContext, source: AudioScheduledSourceNode, heard: AudioNode, begin: number, length: number, loudness: number) => void;
/** ui.js */
type Ask = (title: string, content: Child, choices: [value: string, words: string, kind?: string][]) => Promise<string>;
/** table/choosing.js */
type OfferButton = (name: string, words: Child | Child[], choice: Choice | boolean, more?: Attributes) => HTMLButtonElement;
/** table/choosing.js */
type EnterButton = (name: string, words: string, choice: Choice, disabled: boolean) => HTMLButtonElement;
/** table/dom.js */
type MakeElement = <Name extends keyof HTMLElementTagNameMap>(name: Name, attributes?: Attributes, ...children: Child[]) => HTMLElementTagNameMap[Name];
/** table/dom.js */
type MakeShape = <Name extends keyof SVGElementTagNameMap>(name: Name, attributes?: Attributes, text?: string | number) => SVGElementTagNameMap[Name];
/** table/motion.js */
type CountTo = (element: HTMLElement, before: number | undefined, now: number, write: (number: number) => string, speed: Speed) => void;
/** table/places.js */
type FrameOf = (room: {width: number, height: number, text: number}, shown: Omit<Given, "width" | "height" | "text">) => Frame;
/** drill_replay.js */
type ReplayLines = (table: CardTable, lines: PlayedOut[], words: Words) => {element: HTMLElement, stop: () => void};
/** table/gestures.js */
type DragCards = (layer: HTMLElement, movable: (element: Element) => Piece | null, thrown: (piece: Piece, flicked: boolean) => void) => void;
/** A card that is pressed, and perhaps dragged: see table/gestures.js. */
interface Held {
  piece: Piece;
  element: HTMLElement;
  /** Where and when the press began, and its pointer. */
  x: number;
  y: number;
  at: number;
  id: number;
  moved: boolean;
}
/** table/cards.js */
type UseShape = (name: string, x: number, y: number, width: number, height: number, turned?: boolean) => SVGUseElement;
/** table/motion.js */
type MovePiece = (piece: Piece, from: string, to: string, duration: number, delay: number) => Promise<void>;
/** drill_problem.js */
type PosePuzzle = (heading: HTMLElement, place: HTMLElement, problem: ProblemShown, next: () => void) => void;
/** ui.js */
type Confirm = (title: string, words: string, yes: string, no: string) => Promise<boolean>;
/** coach.js */
type ShowStep = (step: Note, number: number, of: number) => Promise<boolean>;
/** A part of a sound, in Hz and s: see sounds.js. Noise has a centre frequency. */
type Sound = [kind: "noise" | "tone", frequency: number, start: number, length: number, loudness: number];
/** For each speed, a factor for the duration of motions, and the pauses in ms after a card and after a trick. */
interface Pace {
  times: number;
  beat: number;
  hold: number;
}
/** table/places.js */
type MakeBox = (left: number, top: number, width: number, height: number) => Box;
