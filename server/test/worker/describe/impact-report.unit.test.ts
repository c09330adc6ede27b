import type { ImpactFile, JobImpact } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { formatImpact } from '../../../src/worker/describe/impact-report.ts';

const file = (of: Partial<ImpactFile> & { file: string }, human = 1, ai = 0): ImpactFile => ({
  change: 'changed',
  movedTo: null,
  pages: [],
  agents: [],
  referrers: [],
  linkedFrom: null,
  ...of,
  totals: { human, ai, total: human + ai },
});

const reported = (files: ImpactFile[]): string => {
  const totals = { human: 0, ai: 0, total: 0 };
  const counts = { isCounted: true, filesInAll: files.length, filesNotLocated: 0 };
  const impact: JobImpact = {
    from: '2026-01-01T00:00:00.000Z',
    totals,
    goneTotals: totals,
    agents: [],
    files,
    ...counts,
  };
  return formatImpact(impact);
};

const head =
  'Views of the last 30 days:\n\n| Page | | People | AI | AI that reads it most | Most come from | Pages that link to it |\n' +
  '| --- | --- | ---: | ---: | --- | --- | ---: |\n';

test('the report lists the change of each page, its readers, their sources, and the links to it', () => {
  const agents = ['GPTBot', 'ClaudeBot', 'A', 'B'].map((agent) => ({
    agent,
    operator: 'Somebody',
    purpose: 'training' as const,
    views: 5,
  }));
  const from = { product: null, operator: null, human: 1, ai: 0, total: 1 };
  const moved = file({ file: 'docs/old.md', change: 'moved', movedTo: 'docs/new.md', linkedFrom: 1_200 }, 1_500, 20);
  const other = file({ file: 'docs/a|b`.md', agents, referrers: [{ ...from, referrer: 'x.example' }], linkedFrom: 0 });
  expect(reported([moved, other])).toBe(
    `${head}| \`docs/old.md\` | moved to \`docs/new.md\` | 1,500 | 20 |  |  | 1,200 |\n` +
      "| `docs/a\\|b'.md` | changed | 1 | 0 | `GPTBot`, `ClaudeBot`, `A` | `x.example` | 0 |",
  );
});

test('an unread file is listed if it is deleted while pages link to it', () => {
  const gone = file({ file: 'gone.md', change: 'removed', linkedFrom: 2 }, 0);
  const unread = file({ file: 'unread.md', change: 'removed', linkedFrom: 0 }, 0);
  const changed = file({ file: 'changed.md', linkedFrom: 9 }, 0);
  expect(reported([gone, unread, changed])).toBe(`${head}| \`gone.md\` | removed | 0 | 0 |  |  | 2 |`);
  expect(reported([unread, changed])).toBe('');
});

test('the report lists at most twenty files', () => {
  const many = reported(Array.from({ length: 23 }, (_, index) => file({ file: `p${index}.md` })));
  expect(many).toContain('| `p19.md` | changed | 1 | 0 |  |  |  |\n\n… 3 more');
  expect(many).not.toContain('p20.md');
});
