import { describe, expect, it } from 'vitest';
import type { ComparedRow } from '../../src/compare/benches/bench.ts';
import { peakMemory, time } from '../../src/compare/measure/figure.ts';
import { formatConclusion, formatTable } from '../../src/compare/report.ts';

const slower: ComparedRow = {
  figure: time('warm: POST to completed, median'),
  kind: 'compared',
  judged: { before: 106, now: 139, ratio: 139 / 106, noise: 0.04, verdict: 'worse' },
};
const same: ComparedRow = {
  figure: peakMemory('  peak memory'),
  kind: 'compared',
  judged: { before: 345, now: 350, ratio: 350 / 345, noise: 0.1, verdict: 'no difference' },
};
const quicker: ComparedRow = {
  figure: time('a year'),
  kind: 'compared',
  judged: { before: 7.3, now: 4.4, ratio: 4.4 / 7.3, noise: 0.05, verdict: 'better' },
};
const unknown: ComparedRow = {
  figure: time('project check'),
  kind: 'not compared',
  because: "before 1: error: unknown command 'check' | help\nand a log",
};

describe('formatTable', () => {
  it('formats Markdown, with columns of one width', () => {
    const table = formatTable([{ name: 'jobs', rows: [slower, same] }]);
    expect(table).toBe(
      [
        '|                                      | before | now | now / before |  noise | verdict            |',
        '| ------------------------------------ | -----: | --: | -----------: | -----: | ------------------ |',
        '| **jobs**                             |        |     |              |        |                    |',
        '| warm: POST to completed, median (ms) |    106 | 139 |         1.31 |  ± 4 % | **worse** by +31 % |',
        '| … peak memory (MB)                   |    345 | 350 |         1.01 | ± 10 % |                    |',
      ].join('\n'),
    );
  });

  it('says why there is no comparison, in one line that does not break the table', () => {
    const row = formatTable([{ name: 'checks', rows: [unknown] }])
      .split('\n')
      .at(-1);
    expect(row).toContain("not compared: before 1: error: unknown command 'check' / help");
    expect(row).not.toContain('log');
  });
});

describe('formatConclusion', () => {
  it('names what differs, and what could not be compared with the whole reason', () => {
    const sections = [
      { name: 'jobs', rows: [slower, same] },
      { name: 'views', rows: [quicker, unknown] },
    ];
    expect(formatConclusion(sections)).toBe(
      `Worse by more than the noise:
  jobs: warm: POST to completed, median, +31 %

Better by more than the noise:
  views: a year, −40 %

Not compared:
  views, project check: before 1: error: unknown command 'check' | help
and a log`,
    );
  });

  it('gives the reason once when none of a bench could be compared', () => {
    const rows = [unknown, { ...unknown, figure: time('another') }];
    expect(formatConclusion([{ name: 'checks', rows }])).toBe(
      "Not compared:\n  checks, all: before 1: error: unknown command 'check' | help\nand a log",
    );
  });

  it('says that nothing differs', () => {
    expect(formatConclusion([{ name: 'jobs', rows: [same] }])).toBe('There is no difference beyond the noise.');
  });
});
