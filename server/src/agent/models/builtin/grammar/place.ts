import type { Cursor } from './cursor.ts';
import { combineOptions, takeExcept, takeIncluded } from './including.ts';
import type { Place } from './instruction.ts';
import { takeScope } from './scope.ts';

/** Takes the words that say where, in any order: `in docs/guides, including change logs and blog posts`. */
export function takePlace(cursor: Cursor): Place {
  let place: Place = {};
  for (let part = takePart(cursor); part !== undefined; part = takePart(cursor)) place = combineOptions(place, part);
  return place;
}

function takePart(cursor: Cursor): Place | undefined {
  if (cursor.atEnd) return undefined;
  const start = cursor.mark();
  while (cursor.next?.kind === 'mark' || ['and', 'but', 'also'].includes(cursor.word())) cursor.advance();
  const included = takeIncluded(cursor) ?? takeExcept(cursor);
  // Code contains hardly any links and headings, so only a replacement can include it.
  const part = included?.includingCode === undefined ? (included ?? takeScope(cursor)) : undefined;
  if (part === undefined) cursor.return(start);
  return part;
}
