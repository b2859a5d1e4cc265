// The drawing model of tools/drawing/model.py as it arrives: what has its default value is left out.

export interface Token { letters: string; words?: string; detail?: string; colour?: number; emphasis?: "plain" | "dim" | "strong"; thing?: number }
export interface Fact { name: string; label: string; words?: string; rows?: string[]; source?: "printed" | "kept" | "computed"; rank?: number; flag?: boolean; initial?: boolean; summary?: boolean; evident?: boolean }
export interface Mark { words: string; printed: boolean }
export interface Zone { name: string; words: string; level: number | null; number: number; pieces: Piece[]; hidden: number; standing: number[]; item: string; items: string; kinds?: [string, string][] }
export interface Piece {
  number: number; kind: string; name: string; owner: string | null; colour: number | null; token: Token;
  card?: string; space?: number; place?: string; die?: string; facts?: Fact[]; prints?: Fact[]; tables?: Fact[];
  marks?: Mark[]; parts?: Piece[]; zones?: Zone[];
}
export interface Space { thing: number; name: string; row: number; column: number; ground: Token; laid: boolean; chips?: Token[]; beside?: Token[] }
export interface Board { title: string; map: string; grid: string; spaces: Space[]; signs: [string, string][]; owner?: string; links?: [string, string[]][] }
export interface Holder { piece: Piece; active: boolean; out: boolean; won: boolean; standing: Piece[] }
export interface NewsItem { number: number; inset: number; words: string; times?: number }
export interface Option { index: number; words: string; note?: string; group?: string; alike?: number; touches?: number[]; space?: number; card?: string }
export interface Question {
  id: number; seat: string; sort: string; prompt: string; options: Option[]; least: number; most: number; nothing: string;
  context?: string; counted?: boolean; fits?: number[][]; such?: string;
}
export interface Picture {
  seat: string | null; seats: string[]; headline: { title: string; settings: string[]; moment: string[] };
  boards: Board[]; players: Holder[]; free: Piece[]; table: Piece | null; legend: Token[];
  over?: boolean; waiting?: string[]; news?: NewsItem[]; question?: Question;
}
export interface Seen { picture: Picture; earlier: number; over: boolean; may_undo: boolean; answers: number; result: string; winners?: string[]; fight?: [string, number[]][] }
export interface About { game: string; mode: string | null; title: string; aim: string; seats: string[]; people: string[]; who: Record<string, string>; seat: string | null }
export interface Invitation { id: string; links: { seat: string | null; token: string }[]; over: boolean; broken: string; game: string; mode: string | null; title: string; seats: string[]; people: string[]; who: Record<string, string>; seed: number; record: string }
export interface State { root: string; uri: string; version: string; games: string[]; packs: string[]; titles: Record<string, string>; own: string[]; words: { declarations: string[]; sentences: string[] } }
export interface GameAbout { game: string; title: string; usual: string | null; modes: { mode: string | null; least: number; most: number; aim: string }[]; names: string[]; kinds: { kind: string; words: string }[] }

/** The choices of a game, with the titles of those that come with Botwright. */
export function gameChoices(state: State): { value: string; words: string }[] {
  return state.games.map((value) => ({ value, words: state.titles[value] ?? value }));
}

/** A card: the picture is SVG, shown as an image, which runs nothing; a map has its drawing instead. */
export interface Card {
  id: string; name: string; kind: string; words: string[]; svg?: string; pictured?: boolean;
  drawing?: { rows: string[][]; legend: { name: string; value: string }[] } | null;
}
export interface CardKind { kind: string; heading: string; cards: Card[] }

export function every(picture: Picture): Map<number, Piece> {
  const pieces = new Map<number, Piece>();
  const add = (piece: Piece): void => {
    pieces.set(piece.number, piece);
    piece.parts?.forEach(add);
    piece.zones?.forEach((zone) => zone.pieces.forEach(add));
  };
  picture.free.forEach(add);
  if (picture.table) add(picture.table);
  for (const holder of picture.players) [holder.piece, ...holder.standing].forEach(add);
  return pieces;
}

export function factWords(fact: Fact): string {
  if (fact.rows?.length) return `${fact.label}: ${fact.rows.join(", ")}`;
  return fact.flag ? fact.label : `${fact.label} ${fact.words ?? ""}`.trim();
}

/** The values worth showing: what the game has changed, summaries first. */
export function facts(piece: Piece, zero = false): Fact[] {
  return (piece.facts ?? [])
    .filter((fact) => !fact.evident && (fact.words || fact.rows?.length))
    .filter((fact) => zero || !(fact.initial && fact.source !== "computed"))
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
}
