import { readabilityRules } from '@copydesk/contract';
import type { JobPages, Readability, ReaderPage } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { mcpOverHttp } from '../../src/mcp/over-http.ts';
import { startApi } from '../http/support/api.ts';
import { call, connect } from './support/client.ts';

const plugins = [mcpOverHttp()];

const warnings: Readability['warnings'] = Array.from({ length: 120 }, (_, index) => ({
  rule: 'link-words',
  path: `docs/page-${index}.md`,
  line: 3,
  message: 'The link to x.md has the words “here”, which do not say where it leads',
}));

const found: Readability = {
  ref: 'main',
  commit: 'a'.repeat(40),
  pages: 120,
  characters: 48_000,
  tokens: 12_000,
  longest: [],
  index: { state: 'none', source: null, links: null },
  rules: readabilityRules.map((rule) => ({ rule, isOn: true, warnings: rule === 'link-words' ? 120 : 0 })),
  warnings,
  notJudged: [],
};

test('the first warnings of the docs are returned, with the number of the others', async () => {
  await using api = await startApi({
    plugins,
    readReadability: async (_project, { ref = 'main', rule }) => ({
      ...found,
      ref,
      warnings: rule === 'image-words' ? [] : warnings,
    }),
  });
  await using client = await connect(api);
  const project = api.project.id;
  const { value } = await call(client, 'readability', { project, ref: 'next' });
  expect(value).toEqual({ ...found, ref: 'next', warnings: warnings.slice(0, 50), warningsLeftOut: 70 });
  const one = await call(client, 'readability', { project, rule: 'image-words' });
  expect(one.value).toEqual({ ...found, warnings: [] });
});

function pageOf(text: string, places: number): ReaderPage {
  const lost = Array.from({ length: places }, (_, index) => ({
    kind: 'image' as const,
    line: index + 1,
    name: 'a.png',
  }));
  return {
    characters: text.length,
    tokens: Math.ceil(text.length / 4),
    lost: [{ kind: 'tabs', line: 1, name: 'Tabs' }, ...lost],
    text,
  };
}

test('the pages of a job are counted, and a page that is named returns its text up to a limit', async () => {
  const before = pageOf('# Start\n', 0);
  const after = pageOf('y'.repeat(70_000), 200);
  const pages: JobPages = {
    baseCommit: 'a'.repeat(40),
    headCommit: 'b'.repeat(40),
    pages: [{ path: 'docs/start.mdx', before, after, why: null }],
    pagesInAll: 1,
    warnings,
  };
  await using api = await startApi({
    plugins,
    readJobPages: async (_project, _job, { path }) => ({
      ...pages,
      pages: pages.pages.filter((page) => path === undefined || page.path === path),
    }),
  });
  await using client = await connect(api);
  const { id: job } = await api.newJob();
  const given = { project: api.project.id, job };
  const all = await call(client, 'job_pages', given);
  expect(all.value).toEqual({
    ...pages,
    pages: [
      {
        path: 'docs/start.mdx',
        before: { characters: 8, tokens: 2, lost: { tabs: 1 } },
        after: { characters: 70_000, tokens: 17_500, lost: { tabs: 1, image: 200 } },
        why: null,
      },
    ],
    warnings: warnings.slice(0, 50),
    warningsLeftOut: 70,
  });
  const one = await call(client, 'job_pages', { ...given, path: 'docs/start.mdx' });
  expect(one.value['pages']).toEqual([
    {
      path: 'docs/start.mdx',
      before: { characters: 8, tokens: 2, lost: { tabs: 1 } },
      after: {
        characters: 70_000,
        tokens: 17_500,
        lost: after.lost.slice(0, 100),
        lostLeftOut: 101,
        text: 'y'.repeat(60_000),
        leftOut: '10000 characters',
      },
      why: null,
    },
  ]);
  expect(await call(client, 'job_pages', { ...given, path: 'docs/other.md' })).toMatchObject({
    isError: true,
    value: { code: 'not_found', detail: expect.stringContaining('Leave "path" out') },
  });
});
