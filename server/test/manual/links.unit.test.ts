import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { vitePressSlugger } from '../../src/docs/links/anchors/sluggers.ts';
import { docsFolder } from '../../src/manual/folder.ts';
import { addressOf } from '../../src/manual/markdown/links.ts';
import { renderPage } from '../../src/manual/markdown/render.ts';
import { openDocs } from './support/open.ts';

const docs = await openDocs();
const rendered = new Map(
  [...docs.pages].map(([slug, { markdown }]) => [slug, renderPage(markdown, { slug, base: '/docs' })]),
);

test.each([
  ['installing.md', 'api', '/docs/installing'],
  ['installing.md#npm', 'api', '/docs/installing#npm'],
  ['#keys', 'api', '#keys'],
  ['index.md', 'api', '/docs'],
  ['index.md#begin-here', 'api', '/docs#begin-here'],
  ['api.md', '', '/docs/api'],
  ['../errors.md', 'reference/agent-jobs', '/docs/errors'],
  ['reference/agent-jobs.md#a', 'reference', '/docs/reference/agent-jobs#a'],
  ['./pictures/job-dark.png', 'desk', '/docs/pictures/job-dark.png'],
  ['https://example.com/a.md', 'api', 'https://example.com/a.md'],
  ['mailto:ada@example.com', 'api', 'mailto:ada@example.com'],
])('%s on the page "%s" leads to %s', (target, slug, expected) => {
  expect(addressOf(target, slug, '/docs')).toBe(expected);
});

describe.each([...docs.pages.keys()])('the page "%s"', (slug) => {
  const { body, headings } = rendered.get(slug) ?? { body: { markup: '' }, headings: [] };
  const targets = [...body.markup.matchAll(/\b(?:href|src|srcset)="([^"]+)"/g)].map(([, target = '']) => target);

  test('links only to pages, headings and pictures that exist', () => {
    expect(targets.filter((target) => !leadsSomewhere(slug, target))).toEqual([]);
  });

  test('has one title, and skips no heading level', () => {
    const levels = headings.map(({ level }) => level);
    expect(levels.filter((level) => level === 1)).toEqual([1]);
    expect(levels.filter((level, index) => level - (levels[index - 1] ?? 0) > 1)).toEqual([]);
  });
});

function leadsSomewhere(from: string, target: string): boolean {
  if (/^(?:https?|mailto):/.test(target)) return true;
  const [address = '', anchor] = target.split('#');
  if (address.startsWith('/docs/pictures/')) return docs.pictures.has(path.basename(address));
  const slug = address === '' ? from : address.replace(/^\/docs\/?/, '');
  const page = rendered.get(slug);
  return page !== undefined && (anchor === undefined || page.headings.some(({ id }) => id === anchor));
}

test('headings that are linked to have the same id here, on code hosts and with VitePress', () => {
  const linked = [...rendered].flatMap(([slug, { body }]) =>
    [...body.markup.matchAll(/href="([^"#]*)#([^"]+)"(?! aria-label)/g)].map(([, address = '', anchor = '']) => ({
      slug: address === '' ? slug : address.replace(/^\/docs\/?/, ''),
      anchor,
    })),
  );
  const differing = linked.filter(({ slug, anchor }) => {
    const slugger = vitePressSlugger();
    return !(rendered.get(slug)?.headings ?? []).map(({ text }) => slugger.next(text)).includes(anchor);
  });
  expect(differing.filter(({ slug }) => existsSync(path.join(docsFolder(), `${slug || 'index'}.md`)))).toEqual([]);
});

test('no link leads out of the docs folder, so that the docs are complete in the package', () => {
  const leaving = [...docs.pages].flatMap(([slug, { markdown }]) =>
    [...markdown.matchAll(/\]\((\.\.\/[^)#]+)/g)]
      .map(([, target = '']) => path.posix.join(path.posix.dirname(slug), target))
      .filter((target) => target.startsWith('..')),
  );
  expect(leaving).toEqual([]);
});

test('examples call the command by its name, and only two pages and the README name the command of a clone', () => {
  const naming = [...docs.pages].filter(([, { markdown }]) => markdown.includes('npx copydesk'));
  expect(naming.map(([slug]) => slug).toSorted()).toEqual(['', 'installing']);
  expect(readFileSync(path.join(docsFolder(), '../README.md'), 'utf8').match(/npx copydesk/g)).toHaveLength(1);
});
