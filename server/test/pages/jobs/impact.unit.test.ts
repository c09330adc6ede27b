import type { ImpactFile, JobImpact } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { impactPart } from '../../../src/pages/jobs/reader/impact.ts';
import { html } from '../../../src/pages/view/html.ts';

const file: ImpactFile = {
  file: 'docs/<old>.md',
  change: 'moved',
  movedTo: 'docs/new.md',
  pages: ['/old'],
  totals: { human: 1_200, ai: 3, total: 1_203 },
  agents: [{ agent: 'ClaudeBot', operator: 'Anthropic', purpose: 'training', views: 3 }],
  referrers: [],
  linkedFrom: null,
};

const shown = (files: ImpactFile[], more: Partial<JobImpact> = {}): string => {
  const { totals } = file;
  const counts = { totals, goneTotals: totals, isCounted: true, filesInAll: files.length, filesNotLocated: 0 };
  const impact: JobImpact = { from: '2026-01-01T00:00:00.000Z', agents: [], files, ...counts, ...more };
  const part = impactPart(impact, (page) => `/readers/page?path=${encodeURIComponent(page)}`);
  return html`${part}`.markup.replaceAll(/\s+/g, ' ');
};

test('the readers at stake are shown beside the change, with a link to the readers of each page', () => {
  const page = shown([file], { filesNotLocated: 2 });
  expect(page).toContain(
    'The last 30 days: 1,200 by people, 3 by AI. Pages that it removes or moves have 1,203 views.',
  );
  expect(page).toContain('The pages of 2 files are unknown.');
  expect(page).toContain('<a href="/readers/page?path=%2Fold"><code>docs/&lt;old&gt;.md</code></a>');
  expect(page).toContain('moved to <code>docs/new.md</code>');
  expect(page).toContain('ClaudeBot');
  expect(page).toContain('title="Not counted"');
});

test('a change without views and links at stake shows nothing', () => {
  const unread = { ...file, totals: { human: 0, ai: 0, total: 0 } };
  expect(shown([unread])).toBe('');
  expect(shown([{ ...unread, linkedFrom: 3 }])).toContain('docs/&lt;old&gt;.md');
});

test('twenty files are shown, and a note says where the others are', () => {
  const many = Array.from({ length: 21 }, (_, index) => ({ ...file, file: `p${index}.md` }));
  expect(shown(many)).toContain('These are the first 20 files; the API has the others.');
  expect(shown(many)).not.toContain('p20.md');
});
