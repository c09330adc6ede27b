import type { Cursor } from './cursor.ts';
import { isPathLike, takeScope } from './scope.ts';

/** What may stand behind a replacement, in any order. */
export interface ReplaceOptions {
  within?: string;
  includingCode?: boolean;
  keepCase?: boolean;
}

/** The options from here to the end of the clause; undefined when anything else stands there. */
export function readOptions(cursor: Cursor): ReplaceOptions | undefined {
  const options: ReplaceOptions = {};
  while (!cursor.atEnd) {
    const taken = takeOption(cursor);
    if (taken === undefined) return undefined;
    Object.assign(options, taken);
  }
  return options;
}

/** As many options as come next; undefined when none does. */
export function takeOptions(cursor: Cursor): ReplaceOptions | undefined {
  const options: ReplaceOptions = {};
  let found = false;
  for (let taken = takeOption(cursor); taken !== undefined; taken = cursor.atEnd ? undefined : takeOption(cursor)) {
    Object.assign(options, taken);
    found = true;
  }
  return found ? options : undefined;
}

const code = [
  'in code blocks',
  'in the code',
  'in code',
  'code blocks',
  'code samples',
  'code examples',
  'the code',
  'code',
];

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
  if (cursor.take('including', 'include', 'also in', 'even in', 'as well as in') && cursor.take(...code)) {
    return { includingCode: true };
  }
  if (cursor.take('keep', 'keeping', 'preserve', 'preserving', 'respecting', 'matching') && cursor.take(...theCase)) {
    return { keepCase: true };
  }
  const scope = takeClearScope(cursor);
  if (scope !== undefined) return scope;
  cursor.return(start);
  return undefined;
}

/** `Replace sign up with log in today` names no place: without quotes, only a path, a folder or a page does. */
function takeClearScope(cursor: Cursor): ReplaceOptions | undefined {
  const start = cursor.mark();
  const token = cursor.since(start - 1, start)[0];
  const scope = takeScope(cursor);
  if (scope === undefined) return undefined;
  const taken = cursor.since(start);
  const named = taken.some((part) => part.kind === 'quoted' || isPathLike(part));
  const noun = taken.some((part) =>
    ['page', 'folder', 'directory', 'section', 'file'].includes(part.text.toLowerCase()),
  );
  const clear = scope.within === undefined || named || noun || token?.kind === 'quoted';
  if (clear && !['of', 'from', 'for'].includes(taken[0]?.text.toLowerCase() ?? '')) return scope;
  cursor.return(start);
  return undefined;
}
