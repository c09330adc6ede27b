import type { Report } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { reportExamples } from '../../src/http/openapi/examples/report-examples.ts';
import { reportMarkdown } from '../../src/reports/markdown.ts';

const report: Report = reportExamples.Report;

test('a whole report has a heading for each part', () => {
  const text = reportMarkdown('Handbook', report);
  expect(text.split('\n').filter((line) => line.startsWith('#'))).toEqual([
    '# Handbook: week of 16 November 2026',
    '## Read most by people',
    '## Read more by people',
    '## Read most by AI',
    '## Read more by AI',
    '## Not found',
    '## What readers said',
    '## What was done',
    '### Merged',
    '### What earlier changes did',
  ]);
  expect(text).toContain('16 November 2026 to 22 November 2026 (UTC), against 9 November 2026 to 15 November 2026');
  expect(text).toContain('| People | 18,240 | 17,902 | +2 % |');
  expect(text).toContain('| … coding agents | 2,801 | 1,930 | +45 % |');
  expect(text).not.toContain('other AI');
  expect(text).toContain('Jobs created: 9 (7 completed, 1 failed, 1 active). Their models cost $1.84.');
  expect(text).toContain('AI 212 → 291, +34 % beyond pages of like traffic (+6 % to +70 %); not found 31 → 2');
});

test('missing and incomplete numbers are reported', () => {
  const work = { ...report.work, costUsd: null } as NonNullable<Report['work']>;
  const text = reportMarkdown('Handbook', { ...report, isComplete: false, gaps: ['2026-11-17'], work });
  expect(text).toContain('It is not over: the first 7 days of it.');
  expect(text).toContain('Nothing was counted on 2026-11-17: on these days, the counts are too low.');
  expect(text).toContain('The cost of their models is unknown');
  const gaps = Array.from({ length: 7 }, (_, day) => `2026-11-1${day}`);
  expect(reportMarkdown('Handbook', { ...report, gaps })).toContain('2026-11-13, 2026-11-14 and 2 more days: on these');
  const none = reportMarkdown('Handbook', { ...report, to: report.from, work: null });
  expect(none).toContain('No day of it is over yet.');
  expect(none).not.toContain('What was done');
});

test('paths, titles and names from outside cannot add Markdown', () => {
  const [merged] = report.work?.merged ?? [];
  const path = '/a`|b\n# c<img src=x>';
  const text = reportMarkdown('A [b](c)', {
    ...report,
    human: { ...report.human, readMost: [{ path, views: 1, before: 0 }] },
    work: report.work && {
      ...report.work,
      merged: merged ? [{ ...merged, title: '](https://evil.test) *x* <b>\n# y' }] : [],
    },
  });
  expect(text).toContain(String.raw`# A \[b\](c): `);
  expect(text).toContain("| `/a'\\|b # c<img src=x>` | 1 | 0 | new |");
  expect(text).toContain(String.raw`- [\](https`);
  expect(text).not.toMatch(/^# [cy]/m);
});

test('a very long path leaves the table readable', () => {
  const path = `/${'long'.repeat(500)}`;
  const human = { ...report.human, readMost: [{ path, views: 1, before: 1 }] };
  const row = reportMarkdown('Handbook', { ...report, human })
    .split('\n')
    .find((line) => line.includes('/long'));
  expect(row).toMatch(/^\| `\/(long)+\w{0,3}…` \| 1 \| 1 \| 0 % \|$/);
  expect(row?.length).toBeLessThan(200);
});

test('a monthly report is named by its month', () => {
  const month = {
    ...report,
    period: 'month' as const,
    from: '2026-10-01T00:00:00.000Z',
    to: '2026-11-01T00:00:00.000Z',
  };
  expect(reportMarkdown('Handbook', month)).toContain('# Handbook: October 2026\n');
});
