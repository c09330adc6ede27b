import { expect, test } from 'vitest';
import { applyChanges } from '../../../../src/agent/models/builtin/text/change.ts';
import { changeEntry, entryText } from '../../../../src/agent/models/builtin/text/front-matter/front-matter.ts';
import { readNestedEntries } from '../../../../src/agent/models/builtin/text/front-matter/nested-front-matter.ts';
import { termFinder } from '../../../../src/agent/models/builtin/text/term.ts';
import { pageOf } from './pages.ts';

function renamed(yaml: string, to = 'Sky'): string {
  const text = `---\n${yaml}\n---\n\nText.\n`;
  const find = termFinder({ from: 'Acme', to, keepCase: false });
  const texts = readNestedEntries(text, pageOf(text, 'markdown')).flatMap((entry) => entryText(text, entry) ?? []);
  const changes = texts.flatMap((own) => changeEntry(text, own, find));
  return applyChanges(text, changes).slice('---\n'.length, -'\n---\n\nText.\n'.length);
}

const frontPage = `layout: home
hero:
  name: Acme # Acme
  tagline: "Why Acme: it's fast"
  image: { src: /Acme.svg, alt: The Acme logo }
  actions:
    - theme: Acme
      text: Try Acme
      link: /Acme/start
features:
  - icon: Acme
    title: 'Acme'
    details: |
      Acme here,
      and Acme there.
  - { title: Acme, linkText: "More" }
prev:
  text: Acme`;

test('visible words of front pages are renamed in place', () => {
  const expected = frontPage
    .replaceAll(/(name:|Why|The|Try|'|here,\n|and|{ title:|text:) ?Acme(?!\/)/g, (found) =>
      found.replace('Acme', 'Sky'),
    )
    .replace('Acme here', 'Sky here')
    .replace('and Acme', 'and Sky');
  expect(renamed(frontPage)).toBe(expected);
  expect(expected.match(/Acme/g)).toHaveLength(5);
  const crlf = frontPage.replaceAll('\n', '\r\n');
  expect(renamed(crlf)).toBe(expected.replaceAll('\n', '\r\n'));
});

test.each([
  ['head:\n  - tag: title\n    content: Acme docs', 'Sky', 'head:\n  - tag: title\n    content: Sky docs'],
  ['a: { title: Acme }', 'x, y', 'a: { title: "x, y" }'],
  ['a:\n  title: Acme', 'x: y', 'a:\n  title: "x: y"'],
  ["a:\n  title: 'Acme'", "it's", "a:\n  title: 'it''s'"],
])('in %j the replacement %j remains a valid string', (yaml, to, expected) => {
  expect(renamed(yaml, to)).toBe(expected);
});

test.each([
  ['what is no text', 'a:\n  title: { Acme: 1 }\n  text: [Acme]\n  label: &x 3'],
  [
    'what programs read',
    'head:\n  - tag: meta\n    content: Acme\n  - - meta\n    - { name: title, title: Acme }\nopenapi:\n  title: Acme',
  ],
  ['other keys', 'a:\n  id: Acme\n  href: /Acme\n  class: Acme\ntags: [Acme]'],
  ['front matter that is no YAML', 'a:\n  title: Acme\n b: [}'],
  ['the top, which is read apart', 'title: Acme\nother: [1]'],
  ['aliases', 'a: &a\n  id: Acme\nb: *a'],
])('%s stays', (_, yaml) => {
  expect(renamed(yaml)).toBe(yaml);
});

test('very deep or long front matter is skipped', () => {
  const deep = `a: ${'{ a: '.repeat(60)}{ title: Acme }${' }'.repeat(60)}`;
  expect(renamed(deep)).toBe(deep);
  const long = `a:\n  title: Acme\nb: ${'x'.repeat(60_000)}`;
  expect(renamed(long)).toBe(long);
});
