import type { Cursor } from '../cursor.ts';
import { combineOptions, takeExcept, takeIncluded } from '../including.ts';
import type { Included } from '../including.ts';
import type { Place } from '../instruction.ts';
import { isPlaceLike, takeScope } from '../scope.ts';

/** The options that may follow a replacement, in any order. */
export interface ReplaceOptions extends Place, Included {
  keepCase?: boolean;
}

/** Reads the options up to the end of the clause; undefined when it contains anything else. */
export function readOptions(cursor: Cursor): ReplaceOptions | undefined {
  let options: ReplaceOptions = {};
  while (!cursor.atEnd) {
    const taken = takeOption(cursor);
    if (taken === undefined) return undefined;
    options = combineOptions(options, taken);
  }
  return options;
}

/** Takes as many options as follow; undefined when none does. */
export function takeOptions(cursor: Cursor): ReplaceOptions | undefined {
  let options: ReplaceOptions | undefined;
  for (let taken = takeOption(cursor); taken !== undefined; taken = cursor.atEnd ? undefined : takeOption(cursor)) {
    options = combineOptions(options ?? {}, taken);
  }
  return options;
}

const theCase = [
  'the letter case',
  'the original case',
  'the case',
  'its case',
  'their case',
  'letter case',
  'case',
  'capitalisation',
  'capitalization',
];

function takeOption(cursor: Cursor): ReplaceOptions | undefined {
  const start = cursor.mark();
  while (cursor.next?.kind === 'mark' || ['and', 'but', 'also'].includes(cursor.word())) cursor.advance();
  if (cursor.atEnd) return {};
  const included = takeIncluded(cursor) ?? takeExcept(cursor);
  if (included !== undefined) return included;
  if (cursor.take('keep', 'keeping', 'preserve', 'preserving', 'respecting', 'matching') && cursor.take(...theCase)) {
    return { keepCase: true };
  }
  const scope = takeClearScope(cursor);
  if (scope !== undefined) return scope;
  cursor.return(start);
  return undefined;
}

/** `Replace sign up with log in today` names no place: without quotes, only a path, a folder or a page is one. */
function takeClearScope(cursor: Cursor): ReplaceOptions | undefined {
  const start = cursor.mark();
  const token = cursor.since(start - 1, start)[0];
  const scope = takeScope(cursor);
  if (scope === undefined) return undefined;
  const taken = cursor.since(start);
  const named = taken.some((part) => part.kind === 'quoted' || isPlaceLike(part));
  const noun = taken.some((part) =>
    ['page', 'folder', 'directory', 'section', 'file'].includes(part.text.toLowerCase()),
  );
  const onThe = taken.slice(0, 3).some((part, index) => part.text === 'on' && taken[index + 1]?.text === 'the');
  const clear = scope.within === undefined || named || noun || onThe || token?.kind === 'quoted';
  if (clear && !['of', 'from', 'for'].includes(taken[0]?.text.toLowerCase() ?? '')) return scope;
  cursor.return(start);
  return undefined;
}
