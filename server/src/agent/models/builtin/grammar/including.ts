import type { HistoryKind } from '../text/history.ts';
import type { Cursor } from './cursor.ts';
import { takePlaceName, takeScope } from './scope.ts';

/** What an instruction must change in addition, and what it must not change. */
export interface Included {
  includingCode?: boolean;
  including?: HistoryKind[];
  except?: string[];
}

/** Takes `including code, change logs and blog posts`; otherwise takes nothing and returns undefined. */
export function takeIncluded(cursor: Cursor): Included | undefined {
  if (cursor.take('in all versions', 'across all versions', 'in every version')) return { including: ['version'] };
  const start = cursor.mark();
  if (!cursor.take('including', 'include', 'also in', 'even in', 'as well as in')) return undefined;
  let included = takeOne(cursor);
  if (included === undefined) cursor.return(start);
  for (let next = included; next !== undefined; next = takeNext(cursor))
    included = combineOptions(included ?? {}, next);
  return included;
}

/** Takes `but not in code`, `except in docs/old`, `leaving code alone`. */
export function takeExcept(cursor: Cursor): Included | undefined {
  const start = cursor.mark();
  cursor.take('but');
  if (cursor.take('leave', 'leaving') && cursor.take(...code) && cursor.take('alone', 'as it is', 'unchanged')) {
    return { includingCode: false };
  }
  cursor.return(start);
  cursor.take('but');
  if (!cursor.take('not', 'except for', 'except', 'excluding', 'without', 'outside of', 'outside')) {
    cursor.return(start);
    return undefined;
  }
  if (cursor.take(...code)) return { includingCode: false };
  const place = takeScope(cursor) ?? takePlaceName(cursor);
  if (place?.within === undefined) cursor.return(start);
  return place?.within === undefined ? undefined : { except: [place.within] };
}

/** Combines the options of two parts of an instruction. */
export function combineOptions<Part extends Included>(a: Part, b: Part): Part {
  const including = [...new Set([...(a.including ?? []), ...(b.including ?? [])])];
  const except = [...(a.except ?? []), ...(b.except ?? [])];
  return {
    ...a,
    ...b,
    ...(including.length === 0 ? {} : { including }),
    ...(except.length === 0 ? {} : { except }),
  };
}

function takeNext(cursor: Cursor): Included | undefined {
  const start = cursor.mark();
  while (cursor.next?.kind === 'mark' || ['and', '&'].includes(cursor.word())) cursor.advance();
  const next = cursor.mark() > start ? takeOne(cursor) : undefined;
  if (next === undefined) cursor.return(start);
  return next;
}

function takeOne(cursor: Cursor): Included | undefined {
  const start = cursor.mark();
  if (cursor.take(...code)) return { includingCode: true };
  cursor.skip('the', 'our', 'my', 'dated');
  const history = histories.find(({ names }) => cursor.take(...names));
  if (history === undefined) cursor.return(start);
  return history && { including: [history.kind] };
}

/** Phrases for code. */
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

/** Phrases for pages that describe the past. */
const histories: { kind: HistoryKind; names: string[] }[] = [
  {
    kind: 'version',
    names: [
      'frozen versions',
      'old versions',
      'older versions',
      'earlier versions',
      'past versions',
      'all versions',
      'versioned docs',
    ],
  },
  { kind: 'changelog', names: ['change logs', 'change log', 'changelogs', 'changelog', 'release notes'] },
  { kind: 'post', names: ['blog posts', 'blog'] },
];
