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
      `People are counted at ${side} since ${decidedAt.slice(0, 10)}: by a week of data, ${other} told of the same ones. ` +
      'The settings can say otherwise.'
    );
  }
  if (countedBy !== null || browser === 0 || server === 0) return undefined;
  return (
    'People are told of by browsers and by the server. Where both see the same pages they count twice, until a week of data ' +
    'decides which side counts them, or the settings say it.'
  );
}
