import type { JobEffect, Lift } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { effectMarkdown } from '../../src/reports/effect-markdown.ts';

const more: Lift = { before: 100, after: 190, verdict: 'more', lift: 0.9, low: 0.4, high: 1.5, comparedWith: 40 };
const same: Lift = {
  before: 80,
  after: 82,
  verdict: 'no_difference',
  lift: 0.01,
  low: -0.2,
  high: 0.3,
  comparedWith: 40,
};
const few: Lift = { before: 2, after: 3, verdict: 'cannot_tell', lift: null, low: null, high: null, comparedWith: 0 };
const none: Lift = { ...few, before: 0, after: 0 };

const measures = {
  human: more,
  ai: same,
  purposes: { assistant: none, coding: none, search: none, training: none, other: none },
  notFound: { before: 0, after: 0 },
};

const pageOf = (path: string, lifts: Partial<typeof measures> = {}): JobEffect['pages'][number] => ({
  ...measures,
  ...lifts,
  path,
  file: 'docs/a.md',
  returns: null,
});

const effect: JobEffect = {
  mergedAt: '2026-11-05T09:00:00.000Z',
  days: 14,
  isComplete: true,
  before: { from: '2026-10-22T00:00:00.000Z', to: '2026-11-05T00:00:00.000Z' },
  after: { from: '2026-11-06T00:00:00.000Z', to: '2026-11-20T00:00:00.000Z' },
  together: measures,
  pages: [pageOf('/guide', { ai: few }), pageOf('/install', { human: none })],
  pagesInAll: 2,
  filesNotCompared: [],
  gaps: [],
};

test('the effect is a table of people and AI, with what it was compared with', () => {
  expect(effectMarkdown(effect, 'https://desk.test/jobs/1')).toBe(
    [
      '**What this change did to page views**, 14 days after its merge (6 November 2026 to 19 November 2026, UTC) against as many ' +
        'days before (22 October 2026 to 4 November 2026), compared with pages of like traffic that it did not touch.',
      '',
      '| Page | Readers | Before | After | Beyond others |',
      '| --- | --- | ---: | ---: | --- |',
      '| all together | people | 100 | 190 | **+90 %** (+40 % to +150 %) |',
      '| all together | AI | 80 | 82 | no difference (-20 % to +30 %) |',
      '| `/guide` | people | 100 | 190 | **+90 %** (+40 % to +150 %) |',
      '| `/guide` | AI | 2 | 3 | too few views to tell |',
      '| `/install` | AI | 80 | 82 | no difference (-20 % to +30 %) |',
      '',
      '[All of it on the page of the job](<https://desk.test/jobs/1>)',
    ].join('\n'),
  );
});

test('the comment names what it leaves out', () => {
  const left: JobEffect = {
    ...effect,
    together: { ...measures, notFound: { before: 31, after: 2 } },
    pages: Array.from({ length: 12 }, (_, at) => pageOf(`/page-${at}`)),
    pagesInAll: 140,
    filesNotCompared: [{ file: 'docs/new.md', why: 'added' }],
    gaps: ['2026-11-10'],
  };
  const text = effectMarkdown(left, undefined);
  expect(text).toContain('- The 10 pages that are read most, of 140.');
  expect(text).not.toContain('/page-10');
  expect(text).toContain('found nothing: 31 before, 2 after.');
  expect(text).toContain('- One file is not compared: ');
  expect(text).toContain('- Nothing was counted on 2026-11-10');
  expect(text).not.toContain('page of the job');
});

test('nothing is posted if there are too few views', () => {
  expect(effectMarkdown({ ...effect, together: { ...measures, human: few, ai: few } }, undefined)).toBeUndefined();
  expect(effectMarkdown({ ...effect, together: { ...measures, human: few } }, undefined)).toContain('no difference');
});

test('an address creates no Markdown and mentions no one', () => {
  const text = effectMarkdown({ ...effect, pages: [pageOf('/a`|b\n@ann #1 <img src=x>')], pagesInAll: 1 }, undefined);
  const row = text?.split('\n').find((line) => line.includes('@ann'));
  expect(row).toMatch(/^\| ``? ?[^`]*@ann/);
  expect(row?.split(/(?<!\\)\|/)).toHaveLength(7);
});
