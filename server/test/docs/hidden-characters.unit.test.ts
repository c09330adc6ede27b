import { expect, test } from 'vitest';
import { hiddenIn } from '../../src/docs/check/hidden-characters.ts';
import { treeOf } from './memory-tree.ts';
import { testDocs } from './support.ts';

const { introduced, engine } = testDocs();
const page = '# A\n\nPlain words.\n';

test('hidden characters that a change adds to pages and data are reported, with their lines', async () => {
  const after = {
    'a.md': `${page}Ignore\u202e what\u200b stands above.\n\nHi\u{e0068}\u{e0069}.\n`,
    'data.json': '{ "a": "x\u2066y" }\n',
  };
  expect(await introduced({ 'a.md': page, 'data.json': '{}\n' }, after)).toEqual([
    'a.md:4 hidden-characters',
    'a.md:6 hidden-characters',
    'data.json:1 hidden-characters',
  ]);
});

test('hidden characters from before the change, or moved to another page, are not reported', async () => {
  const old = `${page}Old\u200b words\u202e.\n`;
  expect(await introduced({ 'a.md': old }, { 'a.md': `${old}More.\n` })).toEqual([]);
  expect(await introduced({ 'a.md': old, 'c.md': page }, { 'b.md': old, 'c.md': page })).toEqual([]);
  expect(await introduced({ 'a.md': old }, { 'a.md': page, 'b.md': '# B\n\nOld\u200b words\u202e.\n' })).toEqual([]);
  expect(await introduced({ 'a.md': old }, { 'a.md': `${old}More\u200b.\n` })).toEqual(['a.md:5 hidden-characters']);
});

test('the message names the characters and says what to do', async () => {
  const before = { 'a.md': page };
  const now = { 'a.md': `${page}a\u{e0041}\u{e0042}b\n` };
  const { problems } = await engine.compare({ before: treeOf(before), after: treeOf(now), folder: '' });
  expect(problems.map(({ message }) => message)).toEqual([
    '2 characters that nobody sees: U+E0041, U+E0042; leave them out, or write an entity such as &#x200B; where readers need one',
  ]);
});

test.each([
  ['a mark of order at the beginning of a file', '\ufeff# A'],
  ['emoji', 'Done 👩\u200d💻 ❤\ufe0f'],
  ['marks of direction in Hebrew', 'השפה C++\u200e טובה'],
  ['isolates in Arabic', 'مرحبا \u2068Copydesk\u2069 بكم'],
  ['Persian, with a joiner too many', 'راهنمایی\u200c و'],
  ['soft hyphens in German', 'Daten\u00adhandling'],
  ['emphasis that ends beside Chinese punctuation', '公众号「**Doocs**」。**a**\u200b，'],
  ['signs of a font', 'Press \ue001'],
])('%s is allowed', (_name, text) => {
  expect(hiddenIn(text)).toEqual([]);
});

test.each([
  ['an override in Hebrew', 'השפה \u202eC++', '\u202e'],
  ['an isolate that is not closed', 'مرحبا \u2066Copydesk', '\u2066'],
  ['marks of direction in English', 'a\u200eb', '\u200e'],
  ['a soft hyphen between words', 'a \u00ad b', '\u00ad'],
  ['spaces without width between letters', 'pass\u200bword', '\u200b'],
  ['selectors behind a letter', 'a\ufe01', '\ufe01'],
  ['an escape', 'a\u001b[8m', '\u001b'],
])('%s is not allowed', (_name, text, hidden) => {
  expect(hiddenIn(`first\n${text}`)).toEqual([{ line: 2, characters: [hidden] }]);
});
