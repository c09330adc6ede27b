import { expect, test } from 'vitest';
import { testDocs } from './support.ts';

const { site } = testDocs();

test('counts each other page that links to a file once, and no code sample', async () => {
  const files = {
    'mkdocs.yml': 'site_name: x\n',
    'docs/index.md': 'See [a](a.md), [again](a.md#part) and [b][b].\n\n[b]: b.md\n',
    'docs/a.md': '# Part\n\n[Itself](a.md) and [b](b.md).\n',
    'docs/b.md': '`[a](a.md)`\n\n```md\n[a](a.md)\n```\n',
    'docs/alone.md': 'Nobody leads here.\n',
  };
  const counts = await site(files).inbound(['docs/a.md', 'docs/b.md', 'docs/alone.md']);
  expect(Object.fromEntries(counts)).toEqual({ 'docs/a.md': 1, 'docs/b.md': 2, 'docs/alone.md': 0 });
});

test('links from more than five hundred pages are counted without parsing all of them', async () => {
  const pages = Array.from({ length: 501 }, (_, index) => [`docs/p${index}.md`, '[a](a.md)\n']);
  const files = { 'mkdocs.yml': 'site_name: x\n', 'docs/a.md': 'A\n', ...Object.fromEntries(pages) };
  expect(Object.fromEntries(await site(files).inbound(['docs/a.md']))).toEqual({ 'docs/a.md': 501 });
});
