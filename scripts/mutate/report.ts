import type { Break } from './draw/find-breaks.ts';
import { kinds, titles } from './kinds.ts';

/** What a suite noticed of a place. */
export interface Verdict {
  isNoticed: boolean;
  /** The test file that noticed. */
  test?: string;
  /** What a reader sees: that file with its test and message, or why nothing noticed. */
  by: string;
  seconds: number;
}

/** A place with what was found; a part that was not asked is missing. */
export interface Judged {
  number: number;
  place: Break;
  /** By the tests of a commit before, if it has the place. */
  before?: Verdict;
  quick: Verdict;
  /** By the tests of the long part, which are asked if the quick ones notice nothing. */
  long?: Verdict;
}

/** What was run: the columns of the table. */
export interface Parts {
  before: boolean;
  long: boolean;
}

export function isNoticed({ quick, long }: Judged): boolean {
  return quick.isNoticed || long?.isNoticed === true;
}

/** Returns the line of a place. */
export function placeLine({ number, place, before, quick, long }: Judged): string {
  const told = [
    before && `before: ${before.by}`,
    `quick: ${quick.by}`,
    long && `long: ${long.by}`,
    `${Math.round((before?.seconds ?? 0) + quick.seconds + (long?.seconds ?? 0))} s`,
  ];
  const head = `${number} ${place.file}:${place.line}  ${titles[place.kind]}: ${place.change}`;
  return [head, `    ${place.code}`, `    ${told.filter(Boolean).join('; ')}`].join('\n');
}

/** Returns the table of the report, in Markdown, and the places that no test noticed. */
export function report(judged: readonly Judged[], parts: Parts): string {
  const columns = [
    'Places',
    ...(parts.before ? ['Noticed before'] : []),
    'Noticed by `npm test`',
    ...(parts.long ? ['and with `npm run test:long`'] : []),
  ];
  const row = (title: string, some: readonly Judged[]): string => {
    const hasBefore = some.filter(({ before }) => before !== undefined);
    const before = `${hasBefore.filter((one) => one.before?.isNoticed).length} of ${hasBefore.length}`;
    const cells = [
      `${some.length}`,
      ...(parts.before ? [before] : []),
      `${some.filter(({ quick }) => quick.isNoticed).length}`,
      ...(parts.long ? [`${some.filter(isNoticed).length}`] : []),
    ];
    return `| ${[title, ...cells].join(' | ')} |`;
  };
  const lines = [
    `| ${['Break', ...columns].join(' | ')} |`,
    `| --- |${' ---: |'.repeat(columns.length)}`,
    ...kinds.map((kind) =>
      row(
        titles[kind],
        judged.filter(({ place }) => place.kind === kind),
      ),
    ),
    row('all', judged),
  ];
  return [lines.join('\n'), ...lists(judged, parts)].join('\n\n');
}

function lists(judged: readonly Judged[], parts: Parts): string[] {
  const list = (title: string, some: readonly Judged[]): string[] =>
    some.length === 0 ? [] : [`${title}:\n\n${some.map(placeLine).join('\n')}`];
  const unnoticed = judged.filter((one) => !isNoticed(one));
  return [
    ...list('Not noticed', unnoticed),
    ...(parts.long
      ? list(
          'Noticed only by the long part',
          judged.filter((one) => !one.quick.isNoticed && isNoticed(one)),
        )
      : []),
    ...(parts.before
      ? list(
          'Noticed before, and no longer',
          unnoticed.filter(({ before }) => before?.isNoticed),
        )
      : []),
    ...(parts.before
      ? list(
          'Not there before',
          judged.filter(({ before }) => before === undefined),
        )
      : []),
  ];
}
