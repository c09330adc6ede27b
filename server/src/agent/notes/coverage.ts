import type { Coverage } from '../ports.ts';
import { storable } from '../call/storable.ts';

/** How many reasons are listed one by one, for links and for the rest. */
const maximumReasons = 5;

/**
 * Formats what a check could not judge, one line for each reason: `not judged: 3 of 120 links, because … (such as …)`,
 * then `also not judged: 2 imports, because …`, then `not checked: 12 files of AsciiDoc`.
 */
export function formatUnjudged(coverage: Coverage): string[] {
  const { links, notJudged, others, leftAlone, notUsed = [] } = coverage;
  const lines = [
    ...limitReasons(
      notJudged.map(({ count, ...reason }) => ({ count, line: `${count} of ${links} links, ${formatReason(reason)}` })),
      (rest) => `${rest} of ${links} links, for other reasons`,
    ).map((line) => `not judged: ${line}`),
    ...limitReasons(
      others.map(({ what, count, ...reason }) => ({
        count,
        line: `${count} ${what}${plural(count)}, ${formatReason(reason)}`,
      })),
      (rest) => `${rest} more, for other reasons`,
    ).map((line) => `also not judged: ${line}`),
    ...notUsed,
    ...leftAlone.map(({ kind, files }) => `not checked: ${files} file${plural(files)} of ${kind}`),
  ];
  return lines.map((line) => storable(line.replaceAll(/\p{Cc}+/gu, ' ')));
}

function formatReason({ because, example }: { because: string; example: string }): string {
  return `because ${because} (such as ${example})`;
}

function limitReasons(reasons: { count: number; line: string }[], rest: (count: number) => string): string[] {
  const lines = reasons.slice(0, maximumReasons).map(({ line }) => line);
  const more = reasons.slice(maximumReasons).reduce((sum, { count }) => sum + count, 0);
  return more === 0 ? lines : [...lines, rest(more)];
}

function plural(count: number): string {
  return count === 1 ? '' : 's';
}
