/** The kinds of breaks, in the order of the report. */
export const kinds = ['condition', 'call', 'service', 'limit', 'result'] as const;

export type Kind = (typeof kinds)[number];

export const titles: Record<Kind, string> = {
  condition: 'a condition turned',
  call: 'a call left out',
  service: 'a service not wired',
  limit: 'a limit off by one',
  result: 'a fixed result turned',
};
