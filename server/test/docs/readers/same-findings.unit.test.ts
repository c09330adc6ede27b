import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../src/docs/parse/page-facts.ts';
import { readAgentPage } from '../../../src/docs/readers/agent-page.ts';
import { surelyAddsNoFinding } from '../../../src/docs/readers/same-findings.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { changedPages } from '../changed-pages.ts';

const page = (...lines: string[]) => lines.join('\n');

describe('a change that surely adds no finding about AI readers', () => {
  it.each([
    ['a sentence', 'The marker of a page.', 'The position of a page, too.'],
    ['an item of a list', '- Set the marker', '- Set a position'],
    ['a quotation', '> A marker.', '> A place.'],
    ['a row of a table', '| `--marker` | on |', '| `--position` | on |'],
    ['words beside a link', 'See [the guide](a.md) of markers.', 'See [the guide](a.md) of places.'],
    ['the target of no link', 'From https://a.example/marker on.', 'From https://a.example/place on.'],
    ['a line of code', '    marker = 1', '    place = 1'],
    ['a title in the front matter', 'title: Markers', 'title: Places'],
  ])('changes only words in %s', (_place, before, after) => {
    const [was, is] = [before, after].map((line) => page('# Page', '', line, '', 'Text.'));
    expect(surelyAddsNoFinding(was ?? '', is ?? '', 'markdown')).toBe(true);
  });

  it('may have them in a hundred lines, and anywhere in code that names a language', () => {
    const long = page('# Page', '', ...Array.from({ length: 100 }, (_, line) => `A marker in line ${line}.\n`));
    expect(surelyAddsNoFinding(long, long.replaceAll('marker', 'position'), 'mdx')).toBe(true);
    const code = page('```js', 'marker();', 'marker();', '```');
    expect(surelyAddsNoFinding(code, code.replaceAll('marker', 'position'), 'mdx')).toBe(true);
  });
});

describe('a change that may add a finding', () => {
  it.each<[string, string[], string[]]>([
    ['a heading', ['# A', '## B', '## C'], ['# A', '## B', '## B']],
    ['a heading with a line below', ['B', '---', '', 'C', '---'], ['B', '---', '', 'B', '---']],
    ['a heading of two lines', ['a', 'B', '===', '', 'a', 'C', '==='], ['a', 'B', '===', '', 'a', 'B', '===']],
    ['the words of a link', ['[there it is](a.md)'], ['[here](a.md)']],
    ['words of a link on their own line', ['[', 'the guide', '](a.md)'], ['[', 'here', '](a.md)']],
    ['words of a link after others', ['a] [', 'the guide', '](a.md)'], ['a] [', 'here', '](a.md)']],
    ['words that begin a link', ['[guide', '](a.md)'], ['[here', '](a.md)']],
    ['the address of a definition', ['[here]:', 'one two', '', '[here]'], ['[here]:', 'one', '', '[here]']],
    ['the first line of code without a language', ['```', 'ls', '```'], ['```', 'cat', '```']],
    ['the language of code', ['```sh', 'ls', '```'], ['```', 'ls', '```']],
    ['the target of a link that says nothing', ['[here](a.md)'], ['[here](b.md)']],
    ['the target of an image without words', ['[![](a.png)](u)'], ['[![](b.png)](u)']],
    ['a target in the next line', ['[here](', 'a)'], ['[here](', 'b)']],
    ['the words of an image', ['![a picture](a.png)'], ['![](a.png)']],
    ['whether a line is code', ['```js', 'a', '```', 'b'], ['```js', 'a', '``', 'b']],
    ['code after another kind of line end', ['a\r```', 'b'], ['a\r```', 'c']],
  ])('is not taken for one that adds none: %s', (_place, before, after) => {
    expect(introduced(page(...before), page(...after), 'markdown')).not.toEqual([]);
    expect(surelyAddsNoFinding(page(...before), page(...after), 'markdown')).toBe(false);
  });

  it('is one of a long page, and one of a page with a program', () => {
    const words = 'Words. '.repeat(4_000);
    expect(surelyAddsNoFinding(`One\n\n${words}`, `Two\n\n${words}`, 'markdown')).toBe(false);
    const [one, two] = ['export const a =\n  one;', 'export const a =\n  two;'];
    expect(surelyAddsNoFinding(one, two, 'mdx')).toBe(false);
    expect(surelyAddsNoFinding(one, two, 'markdown')).toBe(true);
  });

  it('is any whose paragraph has more than a hundred lines', () => {
    const lines = 'a\n'.repeat(10_000);
    expect(surelyAddsNoFinding(`${lines}b`, `${lines}c`, 'markdown')).toBe(false);
  });
});

const words = ['here', 'this', 'link', 'more', 'page', 'word', 'wider words', '12', ''];
const signs = [
  ' ',
  '    ',
  '# ',
  '## ',
  '- ',
  '1. ',
  '> ',
  '[',
  ']',
  '](u)',
  '](',
  '![',
  '[here](u)',
  '[word]',
  ']: ',
  ']:',
  '`',
  '``',
  '```',
  '```js',
  '~~~',
  '---',
  '===',
  '-',
  '|',
  '*',
  '_',
  '\\',
  '<b>',
  '<',
  '&amp;',
  ':::',
  '"',
  '(',
  ')',
  '\r',
];

const changes = changedPages({ signs, words }, { pieces: 5, lines: 9 });

it.each<Dialect>(['markdown', 'pymdown', 'myst'])('adds none in any page that was tried: %s', (dialect) => {
  let skipped = 0;
  const property = fc.property(changes, ({ before, after }) => {
    if (before === after || !surelyAddsNoFinding(before, after, dialect)) return;
    skipped += 1;
    expect(introduced(before, after, dialect)).toEqual([]);
  });
  fc.assert(property, { numRuns: propertyRuns(3_000) });
  expect(skipped).toBeGreaterThan(propertyRuns(100));
});

/** The keys of findings of which there are more than before. */
function introduced(before: string, after: string, dialect: Dialect): string[] {
  const keys = readAgentPage(before, dialect).findings.map(({ key }) => key);
  return readAgentPage(after, dialect).findings.flatMap(({ key }) => {
    const at = keys.indexOf(key);
    if (at === -1) return [key];
    keys.splice(at, 1);
    return [];
  });
}
