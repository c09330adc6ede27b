import type { CheckCoverage } from '@copydesk/contract';

/** The coverage that a check reports when it checked nothing. */
export const nothingChecked: CheckCoverage = { site: null, links: 0, notJudged: [], others: [], leftAlone: [] };
