import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { surelyKeepsLinks } from '../../../src/docs/notice/same-links.ts';
import type { Dialect } from '../../../src/docs/parse/page-facts.ts';
import { readPage } from '../../../src/docs/parse/page.ts';
import { lineFinder } from '../../../src/docs/text/lines.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { changedPages } from '../changed-pages.ts';

const page = (...lines: string[]) => lines.join('\n');

describe('a change that surely keeps the links of a page', () => {
  it.each([
    ['a sentence', 'The marker of a page.', 'The position of a page, too.'],
    ['an item of a list', '- Set the marker', '- Set a position'],
    ['a quotation', '> A marker.', '> A place.'],
    ['indented text', '    marker one', '    place one'],
    ['words that people write', 'It’s “so” – not “naive”', 'It’s “thus” – not “naïve”'],
  ])('changes only prose: %s', (_place, before, after) => {
    const [was = '', is = ''] = [before, after].map((line) =>
      page('---', 'title: A', '---', '', '[A](b.md) and <C href="/d" />', '', line, '', 'Text.'),
    );
    expect(surelyKeepsLinks(was, is, 'mdx')).toBe(true);
    expect(surelyKeepsLinks(was.replaceAll('\n', '\r\n'), is.replaceAll('\n', '\r\n'), 'markdown')).toBe(true);
  });
});

describe('a change that may lose a link', () => {
  it.each<[string, string[], string[], Dialect]>([
    ['a link', ['[a](b.md)'], ['a'], 'markdown'],
    ['a line more', ['a', '', '[b]: c.md'], ['a', 'a', '[b]: c.md'], 'markdown'],
    ['the place of a definition', ['[a]:', 'guide'], ['[a]:', 'guide two'], 'markdown'],
    ['a value of front matter', ['---', 'next:', '  - guide.md', '---'], ['---', 'next:', '  - guide', '---'], 'mdx'],
    ['front matter without an end', ['---', 'next:', '  - guide.md'], ['---', 'next:', '  - guide'], 'mdx'],
    ['front matter in TOML', ['+++', 'a', '+++'], ['+++', 'b', '+++'], 'markdown'],
    ['a tag of several lines', ['<A', 'wide', 'href="/b" />'], ['<A', 'wide b.', 'href="/b" />'], 'mdx'],
    ['an expression of several lines', ['{[', 'a,', 'b', ']}'], ['{[', 'a b', 'b', ']}'], 'mdx'],
    ['a program', ['import a from', 'b', '', '[a](b)'], ['import a from', 'c', '', '[a](b)'], 'mdx'],
    ['a program that begins', ['It', '', '[a](b)'], ['import it', '', '[a](b)'], 'mdx'],
    ['a list of documents', ['```{toctree}', 'guide', '```'], ['```{toctree}', 'self', '```'], 'myst'],
    ['the end of code', ['```', 'a', '```', '[a](b)'], ['```', 'a', '``', '[a](b)'], 'markdown'],
  ])('is not taken for one that keeps them: %s', (_place, before, after, dialect) => {
    expect(surelyKeepsLinks(page(...before), page(...after), dialect)).toBe(false);
  });
});

const words = ['guide', 'a b', 'import it', 'b.md', 'Wide?', '12', 'export', 'it’s', ''];
const marks = [
  ' ',
  '    ',
  '# ',
  '- ',
  '1. ',
  '> ',
  '---',
  '+++',
  '===',
  '|',
  '*',
  '\\',
  '"',
  '=',
  '/',
  ':',
  ':::',
  '`',
];
const links = [
  '[',
  ']',
  '](',
  '](u)',
  '[a](b.md)',
  '![a](b.png)',
  '[a]',
  ']: ',
  '[a]: b.md',
  '(',
  ')',
  '<https://a.b>',
];
const tags = [
  '<a href="/b">',
  '<a',
  'href="/c"',
  '/>',
  '>',
  '</a>',
  '<!--',
  '-->',
  '{',
  '}',
  '{% content-ref url="b" %}',
];
const others = ['title: ', 'import a from "b"', '```', '```{toctree}', ':file: b.md', '\r'];
const signs = [marks, links, tags, others].flat();

const changes = changedPages({ signs, words }, { pieces: 4, lines: 8 });

it.each<Dialect>(['markdown', 'pymdown', 'templates', 'mdx', 'mdx-tolerant'])(
  'keeps them in any page that was tried: %s',
  (dialect) => {
    let skipped = 0;
    const property = fc.property(changes, ({ before, after }) => {
      if (before === after || !surelyKeepsLinks(before, after, dialect)) return;
      skipped += 1;
      expect(linksOf(after, dialect)).toEqual(linksOf(before, dialect));
    });
    fc.assert(property, { numRuns: propertyRuns(10_000) });
    expect(skipped).toBeGreaterThan(propertyRuns(100));
  },
);

function linksOf(text: string, dialect: Dialect): string[] {
  const lineOf = lineFinder(text);
  return readPage(text, dialect).links.map(({ start, kind, target }) => `${lineOf(start)} ${kind} ${target}`);
}
