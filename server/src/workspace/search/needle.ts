import type { Hir } from 'rregex';

/** Texts of which each match contains at least one: where none occurs, nothing matches. */
export type Needle = readonly Piece[];

/** A text to be found as it is, or ignoring the case of its ASCII letters (then it is in small ones). */
export interface Piece {
  bytes: Uint8Array;
  anyCase: boolean;
  /** Which bytes may follow it (1), when a class of characters must. */
  followers?: Uint8Array;
}

/** Searching for more alternatives is slower than matching. */
const mostPieces = 12;

/** A shorter text occurs nearly everywhere. */
const leastBytes = 2;

/**
 * Returns what every match of an expression must contain, as far as its parts show that; undefined when they do not.
 */
export function needleOf(expression: Hir): Needle | undefined {
  const best = requiredTexts(expression);
  return best !== undefined && best.length <= mostPieces && weight(best) >= leastBytes ? best : undefined;
}

/**
 * Returns texts, one of which every match contains. It prefers the texts whose shortest is longest, because they are
 * the rarest.
 */
function requiredTexts({ kind }: Part): Needle | undefined {
  switch (kind['@variant']) {
    case 'Literal':
    case 'Class':
    case 'Concat':
    case 'Capture':
      return requiredInRow(flattenRow({ kind }));
    case 'Repetition': {
      const [{ min, sub }] = kind['@values'];
      return min > 0 ? requiredTexts(sub) : undefined;
    }
    case 'Alternation':
      return requiredOfEach(kind['@values'][0]);
    default:
      return undefined;
  }
}

/** A part of an expression. */
export type Part = Pick<Hir, 'kind'>;

/** Returns the parts that follow one another, with groups flattened. */
export function flattenRow({ kind }: Part): Part[] {
  if (kind['@variant'] === 'Concat') return kind['@values'][0].flatMap(flattenRow);
  if (kind['@variant'] === 'Capture') return flattenRow(kind['@values'][0].sub);
  return [{ kind }];
}

/** Returns the rarest of what the parts need. Adjacent literal characters are one text. */
function requiredInRow(parts: Part[]): Needle | undefined {
  const found: Needle[] = [];
  let run: Piece[] = [];
  const endRun = (followers?: Uint8Array): void => {
    if (run.length > 0) found.push([{ ...joinRun(run), followers }]);
    run = [];
  };
  for (const part of parts) {
    const piece = pieceOf(part);
    if (piece !== undefined) run.push(piece);
    else if (part.kind['@variant'] !== 'Look') {
      endRun(followersIn(part));
      const inside = part.kind['@variant'] === 'Class' ? undefined : requiredTexts(part);
      if (inside !== undefined) found.push(inside);
    }
  }
  endRun();
  return found.reduce<Needle | undefined>(
    (best, other) => (best === undefined || weight(other) > weight(best) ? other : best),
    undefined,
  );
}

/** Returns the bytes that a class, once or repeated, may begin with. Beyond ASCII, all count as possible. */
function followersIn({ kind }: Part): Uint8Array | undefined {
  if (kind['@variant'] === 'Capture') return followersIn(kind['@values'][0].sub);
  if (kind['@variant'] === 'Repetition') {
    const [{ min, sub }] = kind['@values'];
    return min > 0 ? followersIn(sub) : undefined;
  }
  if (kind['@variant'] !== 'Class') return undefined;
  const [set] = kind['@values'];
  if (set['@variant'] !== 'Unicode') return undefined;
  const followers = new Uint8Array(256);
  for (const { start, end } of set['@values'][0].ranges) {
    const [from, to] = [start.codePointAt(0) ?? 0, end.codePointAt(0) ?? 0];
    followers.fill(1, Math.min(from, 0x80), Math.min(to + 1, 0x80));
    if (to >= 0x80) followers.fill(1, 0x80);
  }
  return followers;
}

function requiredOfEach(alternatives: Hir[]): Needle | undefined {
  const pieces: Piece[] = [];
  for (const alternative of alternatives) {
    const needed = requiredTexts(alternative);
    if (needed === undefined || pieces.length > mostPieces) return undefined;
    pieces.push(...needed);
  }
  return pieces;
}

/** A literal, or a class that is one ASCII letter in both cases. */
function pieceOf({ kind }: Part): Piece | undefined {
  if (kind['@variant'] === 'Literal') return { bytes: kind['@values'][0]['@values'][0], anyCase: false };
  if (kind['@variant'] !== 'Class') return undefined;
  const [set] = kind['@values'];
  if (set['@variant'] !== 'Unicode') return undefined;
  const { ranges } = set['@values'][0];
  if (ranges.length !== 2 || !ranges.every(({ start, end }) => start === end)) return undefined;
  const [capital, small] = [ranges[0]?.start ?? '', ranges[1]?.start ?? ''];
  if (!/^[A-Z]$/.test(capital) || capital.toLowerCase() !== small) return undefined;
  return { bytes: Buffer.from(small), anyCase: true };
}

function joinRun(run: Piece[]): Piece {
  const bytes = Buffer.concat(run.map((piece) => piece.bytes));
  const anyCase = run.some((piece) => piece.anyCase);
  return { bytes: anyCase ? toSmallLetters(bytes) : bytes, anyCase };
}

function toSmallLetters(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => smallLetters[byte] ?? byte);
}

/** Maps each byte to itself, with ASCII's capitals made small. */
export const smallLetters = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 65 && byte <= 90 ? byte + 32 : byte,
);

function weight(needle: Needle): number {
  return Math.min(...needle.map(({ bytes }) => bytes.length));
}
