// The parts of the server's data that cannot be written from its classes: see tools/types.py, which writes server.d.ts.

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
/** A choice, or true for a yes. */
type Recommended = Choice | true;
type Stage = AdviceShown["stage"];
type TableName = PlayData["table"];
/** The place of cards that move: a seat, the kitty, or "out" for the discards. */
type MovePlace = Seat | "kitty" | "out";
interface WholeTrick extends Trick {
  winner: Seat;
}
/** A table that the user plays at. */
interface OwnTable extends TableObject {
  me: Seat;
}
/** The dates of a line of the library or of a player's progress. */
type Dated = Pick<Titled, "played" | "added">;
type DayShown = TodayShown["day"];
/** A line of /api/today: the stored data of the page, or a part that is computed later. */
type TodayLine = (TodayShown & {weak?: undefined}) | (TodayMore & {weeks?: undefined});
/** A line of an import: its progress, or only words at the end. */
type ImportLine = ImportStep | (ImportDone & {of?: undefined; done?: undefined; storing?: undefined});

/** A line of /api/drill/next: the progress of the search, or its result. */
type NextLine =
  | (SearchedShown & {problem?: undefined; among?: undefined})
  | (NextShown & {looked?: undefined; found?: undefined});

/** The last answer to a request by its address; null if a stream may end without a line. */
interface Answers {
  "/api/home": HomeShown;
  "/api/today": TodayLine;
  "/api/today/play": Address;
  "/api/match/state": MatchLine;
  "/api/match/new": MatchLine;
  "/api/match/act": MatchLine;
  "/api/match/go-on": MatchLine | null;
  "/api/match/undo": MatchLine;
  "/api/match/claim": MatchLine;
  "/api/match/next": MatchLine;
  "/api/match/leave": MatchLine;
  "/api/match/again": Address;
  "/api/match/replay": ReplayShown;
  "/api/match/line": Tables;
  "/api/match/hint": AdviceShown;
  "/api/match/verdict": VerdictShown;
  "/api/match/end": EndShown;
  "/api/share": ShareCode;
  "/api/share/play": Address;
  "/api/drill/next": NextLine;
  "/api/drill/answer": AnswerLine;
  "/api/drill/weak": WeaknessesShown;
  "/api/drill/mine": SearchedShown | null;
  "/api/analyse/hand": SituationShown;
  "/api/analyse/layout": LayoutShown;
  "/api/analyse/advise": AdviceShown;
  "/api/analyse/values": CardValues;
  "/api/analyse/solve": TrumpSolved;
  "/api/library/list": FoundRecords;
  "/api/library/delete": Deleted;
  "/api/library/restore": Restored;
  "/api/library/progress": ProgressShown;
  [path: `/api/library/import?${string}`]: ImportLine;
  "/api/reviews": ReviewsTold;
  "/api/reviews/stop": Done;
  "/api/forget": Done;
}
