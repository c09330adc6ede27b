import type { JobEffect, Lift } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { effectPart } from '../../../src/pages/jobs/reader/effect.ts';

const lift = (of: Partial<Lift>): Lift => ({
  before: 0,
  after: 0,
  verdict: 'cannot_tell',
  lift: null,
  low: null,
  high: null,
  comparedWith: 0,
  ...of,
});
const more = lift({ before: 100, after: 150, verdict: 'more', lift: 0.5, low: 0.2, high: 0.9, comparedWith: 40 });
const same = lift({
  before: 50,
  after: 48,
  verdict: 'no_difference',
  lift: -0.04,
  low: -0.3,
  high: 0.3,
  comparedWith: 9,
});
const purposes = { assistant: same, coding: lift({}), search: lift({}), training: more, other: lift({}) };
const together = { human: more, ai: same, purposes, notFound: { before: 0, after: 0 } };
const page = { path: '/<guide>', file: 'guide.md', ...together, notFound: { before: 4, after: 1 }, returns: null };
const effect: JobEffect = {
  mergedAt: '2026-11-05T15:00:00.000Z',
  days: 14,
  isComplete: true,
  before: { from: '2026-10-22T00:00:00.000Z', to: '2026-11-05T00:00:00.000Z' },
  after: { from: '2026-11-06T00:00:00.000Z', to: '2026-11-20T00:00:00.000Z' },
  together,
  pages: [page],
  pagesInAll: 1,
  filesNotCompared: [],
  gaps: [],
};

const shown = (change: Partial<JobEffect> = {}): string =>
  effectPart({ ...effect, ...change }, (path) => `/p?path=${encodeURIComponent(path)}`).markup.replaceAll(/\s+/g, ' ');

test("shows each reader's views before and after, and the difference to other pages, in words and as a picture", () => {
  const part = shown();
  expect(part).toContain('14 days after the merge, compared with as many before');
  expect(part).toContain('<a href="/p?path=%2F%3Cguide%3E"><code>/&lt;guide&gt;</code></a>');
  expect(part).toContain('title="Against 40 pages">+50 % (+20 % to +90 %)');
  expect(part).toContain('No difference (−30 % to +30 %)');
  expect(part).toContain('AI: training');
  expect(part).toContain('not found');
  expect(part).not.toContain('AI: coding');
  expect(part).not.toContain('All together');
  expect(part.match(/class="interval"/g)).toHaveLength(4);
});

test('omissions and gaps are reported', () => {
  const part = shown({
    isComplete: false,
    gaps: ['2026-11-07'],
    filesNotCompared: [{ file: 'new.md', why: 'added' }],
    pages: [page, page],
  });
  expect(part).toContain('More days count as they pass.');
  expect(part).toContain('Nothing was counted on 2026-11-07: on these days, the counts are too low.');
  expect(part).toContain('1 file is not compared');
  expect(part).toContain('All together');
});

test('too few views, no page and no day are each reported', () => {
  const few = { ...together, human: lift({ before: 2, after: 3 }) };
  expect(shown({ pages: [{ ...page, ...few }] })).toContain('Not enough views to tell');
  expect(shown({ pages: [] })).toContain('No page that it changed has views to compare.');
  expect(shown({ days: 0 })).toContain('No whole day has passed since it was merged.');
});
