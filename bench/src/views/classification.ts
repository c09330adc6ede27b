import { performance } from 'node:perf_hooks';
import { openClassifier } from '../../../server/src/analytics/classify/classifier.ts';
import { openJudge } from '../../../server/src/analytics/classify/judge.ts';
import type { PageRequest } from '../../../server/src/analytics/classify/reader.ts';
import { releasedRules } from '../../../server/src/analytics/classify/rules/rules.ts';
import { median, percentile } from '../support/figures.ts';
import type { Row } from '../support/figures.ts';
import { randomNumbers } from '../support/random.ts';
import { agents, bots, people } from './readers.ts';
import type { MadeReader } from './readers.ts';

const views = 200_000;

/**
 * Measures the cost of classifying the reader of each view: for readers never seen before, and for a year's mix in its
 * natural order.
 */
export function measureClassification(): Row[] {
  const random = randomNumbers(7);
  const crowd = [...new Map(people(60_000).map((reader) => [reader.userAgent, reader])).values()];
  const mix = Array.from({ length: views }, () => {
    const dice = random();
    if (dice < 0.3) return pageRequestOf(pick(agents, random), random);
    return pageRequestOf(pick(dice < 0.4 ? bots : crowd.slice(0, 2_000), random), random);
  });
  // After this run the code is compiled, as in a running server. A new classifier remembers nobody.
  timesOf(mix);
  const cold = timesOf(crowd.map((reader) => pageRequestOf(reader, random)));
  const warm = timesOf(mix);
  return [
    { name: 'classification of a view, as they come: median', value: median(warm), unit: 'µs', atMost: 5 },
    { name: '  95th percentile', value: percentile(warm, 0.95), unit: 'µs' },
    { name: `  of ${crowd.length} browsers, none seen before: median`, value: median(cold), unit: 'µs' },
    { name: '  95th percentile', value: percentile(cold, 0.95), unit: 'µs' },
  ];
}

/** Returns the microseconds of each call of a new classifier. */
function timesOf(pageRequests: PageRequest[]): number[] {
  const classifier = openClassifier({ judge: openJudge(releasedRules()), now: () => new Date() });
  return pageRequests.map((pageRequest) => {
    const start = performance.now();
    const reader = classifier.classify(pageRequest);
    const end = performance.now();
    if (reader instanceof Promise) throw new Error('No reader of the bench is signed');
    return (end - start) * 1000;
  });
}

function pageRequestOf({ userAgent, headers }: MadeReader, random: () => number): PageRequest {
  const part = () => Math.floor(random() * 256);
  return {
    userAgent,
    headers,
    address: `${1 + Math.floor(random() * 222)}.${part()}.${part()}.${part()}`,
    markdownPath: false,
    url: undefined,
    at: Date.now(),
    source: 'server',
  };
}

function pick(readers: readonly MadeReader[], random: () => number): MadeReader {
  const reader = readers[Math.floor(random() * readers.length)];
  if (reader === undefined) throw new Error('There are no readers to choose from');
  return reader;
}
