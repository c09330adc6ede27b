import { withoutMark } from './byte-order-mark.ts';
import type { LinesEdit, Placed } from './edit.ts';
import { endingOf, endsInBreak, withEnding } from './line-endings.ts';
import type { Place, SearchedText } from './places.ts';
import { breakNear } from './replacement.ts';

/** Returns the replacement that replaces, removes or inserts whole lines, with the line breaks used around them. */
export function placeLines(searched: SearchedText, asked: LinesEdit, edit: number): Placed {
  const { lines, text } = searched;
  const { fromLine: from, toLine: to } = asked;
  const fault = faultOf(searched, asked);
  if (fault !== undefined) return { ok: false, reason: fault };
  const start = lines[from - 1]?.start ?? text.length;
  const place: Place = { start, end: to < from ? start : (lines[to - 1]?.next ?? text.length) };
  const lineBreak = breakNear(lines, place) ?? endingOf(asked.new) ?? '\n';
  const wanted = wholeLines(asked.new, lineBreak);
  if (wanted === text.slice(place.start, place.end)) {
    const reason = to < from ? 'new is empty: there is nothing to insert.' : `Lines ${from}-${to} say this already.`;
    return { ok: false, reason };
  }
  const isUnended = place.end === text.length && text !== '' && !endsInBreak(text);
  const replacement = isUnended
    ? replaceToUnendedLine(searched, { from, place, wanted, lineBreak })
    : { ...place, text: wanted };
  return { ok: true, replacements: [{ ...replacement, edit }] };
}

/**
 * Returns the replacement when the last line of the place has no line break. Removing that line also removes the break
 * before it. Text added after it starts with a break.
 */
function replaceToUnendedLine(
  { lines, text }: SearchedText,
  { from, place, wanted, lineBreak }: { from: number; place: Place; wanted: string; lineBreak: string },
): Place & { text: string } {
  if (wanted === '') return { ...place, start: lines[from - 2]?.end ?? 0, text: '' };
  const behind = place.start === text.length ? lineBreak : '';
  return { ...place, text: behind + wanted };
}

/** Returns why these lines cannot be replaced; undefined if they can. */
function faultOf({ lines }: SearchedText, { fromLine: from, toLine: to }: LinesEdit): string | undefined {
  // Tools that count lines by line feeds, as searches do, do not count a lone carriage return as a line break.
  if (lines.some(({ ending }) => ending === '\r')) {
    return 'Some of its lines end in a carriage return alone, so they have no sure numbers; use old.';
  }
  if (to < from - 1) return `to_line ${to} is less than from_line ${from} - 1.`;
  if (to <= lines.length && from <= lines.length + 1) return undefined;
  const last = `insert at the end with from_line ${lines.length + 1}, to_line ${lines.length}`;
  return `The file has ${lines.length} lines; there is no line ${Math.max(from, to)}. To ${last}.`;
}

function wholeLines(text: string, lineBreak: string): string {
  const body = withEnding(withoutMark(text), lineBreak);
  return body === '' || endsInBreak(body) ? body : body + lineBreak;
}
