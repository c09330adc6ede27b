import type { Label, MadeRequest } from './ask.ts';

/** What a person counts in a list of requests with a pencil. */
export interface HandCount {
  requests: number;
  pages: Record<string, { human: number; ai: number }>;
  bots: number;
  missing: Record<string, { human: number; ai: number }>;
  dropped: Record<string, number>;
}

/** Adds up the labels of the client's own list; nothing in it comes from the log or from Copydesk. */
export function countByHand(requests: readonly MadeRequest[], label: (request: MadeRequest) => Label): HandCount {
  const count: HandCount = { requests: requests.length, pages: {}, bots: 0, missing: {}, dropped: {} };
  for (const request of requests) {
    const said = label(request);
    if ('drop' in said) count.dropped[said.drop] = (count.dropped[said.drop] ?? 0) + 1;
    else if (said.as === 'bot') count.bots += 1;
    else if ('missing' in said) add(count.missing, said.missing, said.as);
    else add(count.pages, said.page, said.as);
  }
  return count;
}

function add(counts: HandCount['pages'], path: string, as: 'human' | 'ai'): void {
  const entry = (counts[path] ??= { human: 0, ai: 0 });
  entry[as] += 1;
}
