import type { CheckCoverage } from '@copydesk/contract';

/** What a check tells when it has looked at nothing. */
export const nothingChecked: CheckCoverage = { site: null, links: 0, notJudged: [], others: [], leftAlone: [] };
