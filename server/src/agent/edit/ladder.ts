import type { LineChange } from '../text/line-ranges.ts';
import { byteOrderMark, withoutMark } from './byte-order-mark.ts';
import type { Edit, Placed, Quotation, Replacement } from './edit.ts';
import { placeLines } from './line-edit.ts';
import { lineChanges, touchedLines } from './line-changes.ts';
import type { TouchedLines } from './line-changes.ts';
import { endsInBreak } from './line-endings.ts';
import { lineNumberAt } from './lines.ts';
import { nearestLines } from './nearest.ts';
import { findPlaces, SearchedText } from './places.ts';
import type { Place } from './places.ts';
import { replacementFor } from './replacement.ts';

/** The new text and how its lines changed, or a message for the model: why nothing was changed, and what to do. */
export type EditResult =
  | { ok: true; text: string; replacements: number; touched: TouchedLines[]; changes: LineChange[] }
  | { ok: false; reason: string };

/** Hints are computed for this many edits; when all edits of a call miss, the file must be read again anyway. */
const hintedEdits = 3;

/** A shorter new text may be in the file by chance. */
const distinctiveLength = 8;

/**
 * Applies all edits to a text at once, or none. Each names lines of the text before the call, or its `old` is searched
 * there with {@link findPlaces}. The text's byte-order mark, its line breaks and its final line break are preserved.
 */
export function applyEdits(text: string, edits: Edit[]): EditResult {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : '';
  const searched = new SearchedText(text.slice(mark.length));
  const replacements: Replacement[] = [];
  const reasons: string[] = [];
  for (const [index, edit] of edits.entries()) {
    const placed = place(searched, edit, index, reasons.length < hintedEdits);
    if (placed.ok) for (const replacement of placed.replacements) replacements.push(replacement);
    else reasons.push(edits.length === 1 ? placed.reason : `Edit ${index + 1} of ${edits.length}: ${placed.reason}`);
  }
  // Text inserted before a replaced range touches it but does not overlap it.
  replacements.sort((a, b) => a.start - b.start || a.end - b.end);
  reasons.push(...overlaps(searched, replacements));
  if (reasons.length > 0) return { ok: false, reason: formatReasons(reasons) };
  const result = assemble(searched.text, replacements);
  if (result === searched.text) return { ok: false, reason: 'The edits would change nothing.' };
  const touched = touchedLines(searched, replacements);
  const changes = lineChanges(searched, replacements, touched);
  return { ok: true, text: mark + result, replacements: replacements.length, touched, changes };
}

function place(searched: SearchedText, asked: Edit, edit: number, hint: boolean): Placed {
  return 'old' in asked ? placeQuotation(searched, asked, edit, hint) : placeLines(searched, asked, edit);
}

function placeQuotation(searched: SearchedText, asked: Quotation, edit: number, hint: boolean): Placed {
  const wanted = { old: withoutMark(asked.old), new: withoutMark(asked.new) };
  if (wanted.old === '') return { ok: false, reason: 'old is empty; give the text to replace, or use write_file.' };
  if (wanted.old === wanted.new) return { ok: false, reason: 'old and new are the same.' };
  const found = findPlaces(searched, wanted.old);
  if (found.length === 0) return { ok: false, reason: reasonNotFound(searched, wanted, hint) };
  if (found.length > 1 && asked.all !== true) return { ok: false, reason: reasonAmbiguous(searched, found) };
  const replacements = withoutOverlaps(found)
    .map((at) => ({ start: at.start, end: at.end, text: replacementFor(searched, at, wanted), edit }))
    .filter((replacement) => !isAlreadyApplied(searched.text, replacement));
  if (replacements.length > 0) return { ok: true, replacements };
  return { ok: false, reason: `It is already there, on line ${lineNumberAt(searched.lines, found[0]?.start ?? 0)}.` };
}

/** Returns the places from left to right, without those that overlap an earlier one. */
function withoutOverlaps(places: Place[]): Place[] {
  let end = 0;
  return places.filter((at) => {
    if (at.start < end) return false;
    end = at.end;
    return true;
  });
}

/**
 * Whether an edit that adds words before or after `old` (`foo` → `foo bar`) finds them already in the text: a second
 * time, it would double them. Added marks alone do not count, because `# T` → `## T` is right on a line `## T` too.
 */
function isAlreadyApplied(text: string, { start, end, text: wanted }: Replacement): boolean {
  const old = text.slice(start, end);
  const inFront = wanted.endsWith(old) ? wanted.slice(0, wanted.length - old.length) : '';
  const behind = wanted.startsWith(old) ? wanted.slice(old.length) : '';
  return (
    (/[\p{L}\p{N}]/u.test(inFront) && text.endsWith(inFront, start)) ||
    (/[\p{L}\p{N}]/u.test(behind) && text.startsWith(behind, end))
  );
}

function reasonNotFound(searched: SearchedText, edit: { old: string; new: string }, hint: boolean): string {
  const present = edit.new.trim().length >= distinctiveLength ? findPlaces(searched, edit.new)[0] : undefined;
  if (present !== undefined) {
    const line = lineNumberAt(searched.lines, present.start);
    return `It is already there: old is not in the file, and the new text is, on line ${line}.`;
  }
  const nearest = hint ? nearestLines(searched.lines, edit.old) : undefined;
  return `old is not in the file; give the text exactly as it stands there.${nearest === undefined ? '' : ` ${nearest}`}`;
}

function reasonAmbiguous({ lines }: SearchedText, found: Place[]): string {
  const numbers = [...new Set(found.slice(0, 10).map(({ start }) => lineNumberAt(lines, start)))].join(', ');
  const more = found.length > 10 ? ', …' : '';
  return (
    `old stands in ${found.length} places (lines ${numbers}${more}); ` +
    'add text around it until it is unique, or set all to replace every one.'
  );
}

function overlaps({ lines }: SearchedText, sorted: Replacement[]): string[] {
  const index = sorted.findIndex(({ start }, at) => start < (sorted[at - 1]?.end ?? 0));
  const [first, second] = [sorted[index - 1], sorted[index]];
  if (first === undefined || second === undefined) return [];
  const numbers = [first.edit, second.edit].sort((a, b) => a - b).map((edit) => edit + 1);
  const line = lineNumberAt(lines, second.start);
  return [`Edits ${numbers.join(' and ')} overlap on line ${line}; make them one edit.`];
}

function formatReasons(reasons: string[]): string {
  const listed = reasons.slice(0, 5).join('\n');
  return reasons.length > 5 ? `${listed}\n… and ${reasons.length - 5} more.` : listed;
}

function assemble(text: string, replacements: Replacement[]): string {
  const pieces: string[] = [];
  let position = 0;
  for (const { start, end, text: replacement } of replacements) {
    const last = end === text.length && text !== '' && !endsInBreak(text);
    pieces.push(text.slice(position, start), last ? withoutLastBreaks(replacement) : replacement);
    position = end;
  }
  const result = pieces.join('') + text.slice(position);
  const lost = result !== '' && endsInBreak(text) && !endsInBreak(result);
  return lost ? result + (text.endsWith('\r\n') ? '\r\n' : text.slice(-1)) : result;
}

function withoutLastBreaks(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n' || text[end - 1] === '\r') end -= 1;
  return text.slice(0, end);
}
