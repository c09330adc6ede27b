import type { HealthResult } from '@copydesk/contract';

/**
 * Describes, where both browsers and the server report people, whether they count twice or which side counts them.
 * Returns undefined when there is nothing to say.
 */
export function sidesWords({
  browser,
  server,
  countedBy,
  decidedAt,
}: HealthResult['totals']['people']): string | undefined {
  if (decidedAt !== null) {
    const [side, other] = countedBy === 'browser' ? ['their browsers', 'the server'] : ['the server', 'their browsers'];
    return (
      `People are counted at ${side} since ${decidedAt.slice(0, 10)}: a week of data showed that ${other} reported the same people. ` +
      'You can change this in the settings.'
    );
  }
  if (countedBy !== null || browser === 0 || server === 0) return undefined;
  return (
    'Browsers and the server both report people. If both see the same pages, people count twice until a week of data ' +
    'decides which side counts them, or you choose it in the settings.'
  );
}
