import type { CollectResult } from '@copydesk/contract';
import type { Classifier } from '../../../src/analytics/classify/classifier.ts';
import type { PageRequest, Reader } from '../../../src/analytics/classify/reader.ts';
import { collectEvents } from '../../../src/analytics/collect/collect.ts';
import type { Collection } from '../../../src/analytics/collect/collect.ts';
import type { CollectedEvent } from '../../../src/analytics/collect/draft.ts';
import type { Arrival, CountedView } from '../../../src/analytics/store/arrival.ts';
import { collectedProject } from '../support/collected-project.ts';

/** The moment when everything arrives. */
export const now = new Date('2026-11-21T12:00:00Z');

/** The result of a collection, what the store received, and the classifier's requests. */
export interface Collected {
  result: CollectResult;
  arrival: Arrival;
  /** The first view; throws when no view exists. */
  view: CountedView;
  pageRequests: PageRequest[];
}

/**
 * Collects events without a database: the store keeps what it receives in memory, and the first word of the user agent
 * decides the class: `bot`, `ai`, `slow` (a person, reported only after a while); anything else is a person.
 */
export async function collect(
  events: CollectedEvent[],
  options: Partial<Omit<Collection, 'events'>> = {},
): Promise<Collected> {
  const arrivals: Arrival[] = [];
  const pageRequests: PageRequest[] = [];
  const classifier: Classifier = {
    rules: 'test',
    classify(pageRequest) {
      pageRequests.push(pageRequest);
      const reader = readerOf(pageRequest.userAgent);
      return pageRequest.userAgent.startsWith('slow') ? Promise.resolve(reader) : reader;
    },
  };
  const services = {
    classifier,
    now: () => now,
    store: {
      write: async (arrival: Arrival) => {
        arrivals.push(arrival);
        return { accepted: arrival.views.length, duplicates: 0 };
      },
    },
    salts: { saltOf: (projectId: number, day: number) => Buffer.from(`${projectId} ${day}`) },
  };
  const project = collectedProject();
  const result = await collectEvents(services, { project, source: 'server', events, ...options });
  const [arrival] = arrivals;
  if (arrival === undefined) throw new Error('Nothing was written');
  return {
    result,
    arrival,
    pageRequests,
    get view() {
      const [view] = arrival.views;
      if (view === undefined) throw new Error(`There is no view: ${JSON.stringify(result)}`);
      return view;
    },
  };
}

function readerOf(userAgent: string): Reader {
  const kind = /^(?:bot|ai)/.exec(userAgent)?.[0];
  const named = kind === undefined ? null : 'Some';
  return {
    digest: userAgent,
    evidence: { userAgent: '' },
    verdict: {
      class: kind === 'bot' || kind === 'ai' ? kind : 'human',
      agent: named,
      operator: named,
      purpose: kind === 'ai' ? 'search' : null,
      verification: kind === 'ai' ? 'claimed' : null,
      rule: 'test',
    },
    rules: 'test',
  };
}
