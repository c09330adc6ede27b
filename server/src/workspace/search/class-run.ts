import type { Hir } from 'rregex';
import { flattenRow, type Part } from './needle.ts';

/** Which bytes may stand at one place of a run: those have a 1. */
export type Place = Uint8Array;

/** A longer run skips no faster. Searching for a shorter one is no faster than matching with the engine. */
const mostPlaces = 16;
const leastPlaces = 3;

/**
 * Returns the rarest run of bytes that each match must contain, as `[A-Z]{4}\d` needs four capitals and a digit; empty
 * when none can be determined. In a text that is only ASCII, a character is one byte; in any other text, a run ends at
 * the first character that may be longer.
 */
export function classRunOf(expression: Hir, text: { ascii: boolean }): Place[] {
  return runsIn(flattenRow(expression), text.ascii)
    .filter(({ length }) => length >= leastPlaces)
    .reduce<Place[]>((best, other) => (rarity(other) > rarity(best) ? other : best), []);
}

/** What a part requires, and whether what follows is adjacent. */
interface Step {
  places: Place[];
  touches: boolean;
}

function runsIn(parts: Part[], ascii: boolean): Place[][] {
  const runs: Place[][] = [];
  let run: Place[] = [];
  for (const part of parts) {
    const { places, touches } = stepOf(part, ascii);
    run.push(...places.slice(0, mostPlaces - run.length));
    if (touches && run.length < mostPlaces) continue;
    runs.push(run, ...runsWithin(part, ascii));
    run = [];
  }
  return [...runs, run];
}

function stepOf({ kind }: Part, ascii: boolean): Step {
  switch (kind['@variant']) {
    case 'Empty':
    case 'Look':
      return { places: [], touches: true };
    case 'Literal':
      return { places: Array.from(kind['@values'][0]['@values'][0], (byte) => placeOf([byte])), touches: true };
    case 'Class':
      return stepOfClass({ kind }, ascii);
    case 'Repetition': {
      const [{ min, max, sub }] = kind['@values'];
      const { places, touches } = sub.kind['@variant'] === 'Class' ? stepOfClass(sub, ascii) : emptyStep;
      if (min === 0 || places.length === 0) return emptyStep;
      if (!touches) return { places, touches };
      const copies = Array.from({ length: Math.min(min, mostPlaces) }, () => places);
      return { places: copies.flat(), touches: max === min };
    }
    default:
      return emptyStep;
  }
}

const emptyStep: Step = { places: [], touches: false };

/** A repetition of more than a class has runs of its own. */
function runsWithin({ kind }: Part, ascii: boolean): Place[][] {
  if (kind['@variant'] !== 'Repetition') return [];
  const [{ min, sub }] = kind['@values'];
  return min > 0 && sub.kind['@variant'] !== 'Class' ? runsIn(flattenRow(sub), ascii) : [];
}

function stepOfClass({ kind }: Part, ascii: boolean): Step {
  const [set] = kind['@variant'] === 'Class' ? kind['@values'] : [];
  if (set?.['@variant'] !== 'Unicode') return emptyStep;
  const place = placeOf([]);
  let touches = true;
  for (const { start, end } of set['@values'][0].ranges) {
    const [from, to] = [start.codePointAt(0) ?? 0, end.codePointAt(0) ?? 0];
    place.fill(1, Math.min(from, firstBeyond), Math.min(to + 1, firstBeyond));
    if (to < firstBeyond || ascii) continue;
    place.fill(1, firstBeyond);
    touches = false;
  }
  return { places: [place], touches };
}

/** From here on, bytes are parts of characters beyond ASCII. */
const firstBeyond = 0x80;

function placeOf(bytes: number[]): Place {
  const place = new Uint8Array(256);
  for (const byte of bytes) place[byte] = 1;
  return place;
}

/** Returns the rarity in bits, as if all bytes were equally frequent. */
function rarity(run: Place[]): number {
  return run.reduce((sum, place) => sum + 8 - Math.log2(Math.max(1, countOf(place))), 0);
}

function countOf(place: Place): number {
  return place.reduce((sum, flag) => sum + flag, 0);
}

/**
 * Returns whether a text contains a run, with Horspool's algorithm: the byte where the run would end decides how far
 * away the next one may begin. For `[A-Z]{4}\d{3}`, most small letters skip seven bytes.
 */
export function openRunFinder(run: readonly Place[]): (text: Buffer) => boolean {
  const last = run.length - 1;
  if (last < 0) return () => true;
  const skips = skipsOf(run);
  const endsAt = (text: Buffer, end: number): boolean => {
    for (let back = 0; back <= last; back += 1) if (run[last - back]?.[text[end - back] ?? 0] !== 1) return false;
    return true;
  };
  return (text) => {
    for (let end = last; end < text.length; end += skips[text[end] ?? 0] ?? 1) if (endsAt(text, end)) return true;
    return false;
  };
}

/** Returns, for each byte at a run's end, the distance to the nearest earlier place that accepts this byte. */
function skipsOf(run: readonly Place[]): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => {
    const nearest = run.slice(0, -1).findLastIndex((place) => place[byte] === 1);
    return run.length - 1 - nearest;
  });
}
