import { describe, expect, test } from 'vitest';
import type { AgentPageViews } from '../../../src/agent/ports.ts';
import { memoryTree } from '../memory-tree.ts';
import { callTool } from './call-tool.ts';

const viewsOf = (human: number, ai: number) => (paths: string[]) =>
  Promise.resolve(paths.map((path) => ({ path, human, ai })));

describe('page_views', () => {
  const pages = ['a.md', 'guides/b.md', 'guides/c.md'];
  const site: AgentPageViews = {
    read: (paths) =>
      Promise.resolve(
        paths.flatMap((path) => (pages.includes(path) ? [{ path, human: 10 * pages.indexOf(path), ai: 1 }] : [])),
      ),
    pages: () => Promise.resolve(pages),
    missing: (within) => Promise.resolve(within('a.md') ? [{ address: '/old', human: 4, ai: 0 }] : []),
  };
  const ask = async (input: object) => (await callTool('page_views', input, memoryTree({}), { pageViews: site })).text;

  test('ranks all pages, or those of a folder', async () => {
    expect(await ask({ rank: 'most' })).toBe('guides/c.md human 20 ai 1\nguides/b.md human 10 ai 1\na.md human 0 ai 1');
    expect(await ask({ rank: 'least', paths: ['guides/'] })).toBe(
      'guides/b.md human 10 ai 1\nguides/c.md human 20 ai 1',
    );
    expect(await ask({ rank: 'least', paths: ['nowhere'] })).toBe('There are no pages there.');
  });

  test('adds up a folder, and reports missing pages that readers requested', async () => {
    expect(await ask({ paths: ['guides', 'a.md', 'nowhere'] })).toBe(
      'guides human 30 ai 2, of 2 pages\na.md human 0 ai 1\nnowhere is no page',
    );
    expect(await ask({ rank: 'not_found' })).toBe('/old human 4 ai 0');
    expect(await ask({ rank: 'not_found', paths: ['guides'] })).toBe('Nothing was asked for and not found there.');
  });

  test('ranks at most thirty pages', async () => {
    const many = Array.from({ length: 40 }, (_, index) => `p${index}.md`);
    const pageViews = { ...site, read: viewsOf(1, 0), pages: () => Promise.resolve(many) };
    const { text } = await callTool('page_views', { rank: 'most' }, memoryTree({}), { pageViews });
    expect(text.split('\n')).toHaveLength(31);
    expect(text).toContain('… and 10 more pages');
  });

  test('requires a rank or paths', async () => {
    expect(await callTool('page_views', {}, memoryTree({}), { pageViews: site })).toMatchObject({ ok: false });
  });

  test('answers people and AI for each page', async () => {
    const pageViews = { ...site, read: viewsOf(12, 3) };
    expect(await callTool('page_views', { paths: ['a.md', '/b.md'] }, memoryTree({}), { pageViews })).toEqual({
      ok: true,
      text: 'a.md human 12 ai 3\nb.md human 12 ai 3',
    });
  });

  test('reports paths that are not pages', async () => {
    const pageViews = { ...site, read: () => Promise.resolve([{ path: 'a.md', human: 0, ai: 0 }]) };
    const answer = await callTool('page_views', { paths: ['logo.png', './a.md'] }, memoryTree({}), { pageViews });
    expect(answer.text).toBe('logo.png is no page\na.md human 0 ai 0');
  });

  test('reports that no views are collected', async () => {
    expect(await callTool('page_views', { paths: ['a.md'] }, memoryTree({}))).toMatchObject({
      text: 'not collected yet',
    });
  });
});
