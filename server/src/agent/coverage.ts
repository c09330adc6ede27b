import type { Coverage } from './ports.ts';
import { storable } from './storable.ts';

/** How many reasons are told one by one. */
const reasonsTold = 5;

/** What a check does not know, a line for each reason: `not judged: 3 of 120 links, because … (such as …)`. */
export function formatUnjudged({ links, notJudged }: Coverage): string[] {
  const told = notJudged
    .slice(0, reasonsTold)
    .map(
      ({ because, count, example }) =>
        `not judged: ${count} of ${links} links, because ${because} (such as ${example})`,
    );
  const rest = notJudged.slice(reasonsTold).reduce((sum, { count }) => sum + count, 0);
  const lines = rest === 0 ? told : [...told, `not judged: ${rest} of ${links} links, for other reasons`];
  return lines.map((line) => storable(line.replaceAll(/\p{Cc}+/gu, ' ')));
}
