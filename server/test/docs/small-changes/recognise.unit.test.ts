import { describe, expect, test } from 'vitest';
import { treeOf, type Files } from '../memory-tree.ts';
import { testDocs } from '../support.ts';

const { engine } = testDocs();

const guide = [
  '---',
  'title: The guide',
  '---',
  '# The guide',
  '',
  'You recieve a [token](tokens.md) by mail, and you can use it now.',
  'Wait 10 seconds. Read `recieve http` first. See <!-- hidden --> the <a href="tokens.md">token</a>.',
  '',
  '```sh',
  'copydesk recieve',
  '```',
  '',
  '[home]: index.md',
  '',
].join('\n');

const docs: Files = {
  'docs/index.md': '# Home\n\nTo receive mail, read the [guide][home] and the guide.\n\n[home]: guide.md\n',
  'docs/tokens.md': '# Tokens\n\n## Rotate\n\nTokens are not passwords. You cannot receive one twice.\n',
  'docs/guide.md': guide,
  'mkdocs.yml': 'site_name: Docs\n',
};

async function recognise(after: Files, before: Files = docs) {
  return await engine.recognise({ before: treeOf(before), after: treeOf({ ...before, ...after }), folder: 'docs' });
}

async function reasonOf(from: string, to: string): Promise<string | undefined> {
  if (!guide.includes(from)) throw new Error(`The guide lacks ${from}`);
  const { files } = await recognise({ 'docs/guide.md': guide.replace(from, to) });
  const [file] = files;
  return file !== undefined && 'because' in file ? file.because : undefined;
}

/** The docs without the same word in code, where it would count as a name. */
const plain: Files = { ...docs, 'docs/guide.md': guide.replaceAll(/`recieve http`|copydesk recieve/g, 'x') };

describe('spelling', () => {
  test('a word that the docs use only once may become one that they use elsewhere', async () => {
    const before = String(plain['docs/guide.md']);
    const found = await recognise({ 'docs/guide.md': before.replace('recieve', 'receive') }, plain);
    expect(found).toEqual({
      kinds: ['spelling'],
      files: [{ path: 'docs/guide.md', kinds: ['spelling'], changes: [{ from: 'recieve', to: 'receive', line: 6 }] }],
    });
  });

  test('a word that the docs use elsewhere, even in code, is not a misspelling', async () => {
    expect(await reasonOf('You recieve', 'You receive')).toBe('the docs use "recieve" elsewhere, so it may be meant');
  });

  test('a new word that the docs use nowhere else may not be a word', async () => {
    expect(await reasonOf('by mail', 'by maill')).toBe('the docs use "maill" nowhere else, so it may be no word');
  });

  test.each([
    ['can use', "can't use"],
    ['can use', 'cannot use'],
    ['it now', 'it not'],
    ['10 seconds', '100 seconds'],
    ['10 seconds', '10 minutes'],
    ['`recieve http`', '`recieve https`'],
    ['copydesk recieve', 'copydesk receive'],
    ['title: The guide', 'title: The guides'],
    ['# The guide', '# The guides'],
    ['<!-- hidden -->', '<!-- hiddn -->'],
    ['by mail,', 'by mail\u202e,'],
    ['by mail', 'by m\u0430il'],
    ['by mail', 'by <b hidden>mail</b>'],
    ['by mail', 'by e-mail'],
    ['by mail', 'by .mail'],
    ['You recieve', 'You do not receive'],
    ['[home]: index.md', '[mail]: index.md'],
    ['mail, and', 'mail and'],
    ['Wait 10', 'Wait  10'],
    ['first. See', 'first.\nSee'],
  ])('%j does not become %j without a person', async (from, to) => {
    expect(await reasonOf(from, to)).toEqual(expect.any(String));
  });
});

describe('links', () => {
  test.each([
    ['(tokens.md)', '(tokens.md#rotate)'],
    ['(tokens.md)', '(index.md)'],
    ['href="tokens.md"', 'href="index.md"'],
    ['[home]: index.md', '[home]: tokens.md'],
  ])('%s becomes %s', async (from, to) => {
    const { kinds, files } = await recognise({ 'docs/guide.md': guide.replace(from, to) });
    expect([kinds, files.map((file) => 'kinds' in file)]).toEqual([['links'], [true]]);
  });

  test.each([
    ['(tokens.md)', '(nowhere.md)'],
    ['(tokens.md)', '(tokens.md#nothing)'],
    ['(tokens.md)', '(https://example.com/)'],
    ['(tokens.md)', '(javascript:alert(1))'],
    ['(tokens.md)', '(tokens.md "Enter your password")'],
    ['(tokens.md)', '(tokens.md) and [others](index.md)'],
    ['(tokens.md)', '(index.md) or not [x](tokens.md)'],
    ['[token](tokens.md)', '![token](tokens.md)'],
    ['href="tokens.md"', 'href="tokens.md" onclick="x()"'],
    ['href="tokens.md"', 'href="javascript:x()"'],
    ['[home]: index.md', '[home]: https://example.com'],
  ])('%s does not become %s without a person', async (from, to) => {
    expect(await reasonOf(from, to)).toEqual(expect.any(String));
  });

  test('with a misspelt word in the same line, both are recognised', async () => {
    const before = String(plain['docs/guide.md']);
    const after = before.replace('recieve a [token](tokens.md)', 'receive a [token](index.md)');
    const { kinds, files } = await recognise({ 'docs/guide.md': after }, plain);
    expect(kinds).toEqual(['links', 'spelling']);
    expect(files).toMatchObject([{ kinds: ['links', 'spelling'] }]);
  });
});

describe('redirects', () => {
  const config = "site_name: Docs\nplugins:\n  - redirects:\n      redirect_maps:\n        'old.md': 'guide.md'\n";
  const site: Files = { ...docs, 'mkdocs.yml': config, 'docs/_redirects': '/before /guide/\n' };

  test.each([
    ['mkdocs.yml', `${config}        'older.md': 'tokens.md'\n`],
    ['docs/_redirects', '/before /guide/\n/gone /tokens/\n'],
    ['docs/_redirects', '/gone /tokens/ 301\n/before /guide/\n'],
  ])('are added to %s', async (path, text) => {
    const found = await recognise({ [path]: text }, site);
    expect(found).toMatchObject({ kinds: ['redirects'], files: [{ path, kinds: ['redirects'] }] });
  });

  test.each([
    ['mkdocs.yml', config.replace("'guide.md'", "'tokens.md'")],
    ['mkdocs.yml', 'site_name: Docs\nplugins:\n  - redirects:\n      redirect_maps: {}\n'],
    ['mkdocs.yml', `${config}        'older.md': 'nowhere.md'\n`],
    ['mkdocs.yml', `${config}        'older.md': 'https://example.com/'\n`],
    ['mkdocs.yml', `${config}        'tokens.md': 'guide.md'\n`],
    ['mkdocs.yml', `${config}        'older.md': 'tokens.md'\nhooks:\n  - hook.py\n`],
    ['mkdocs.yml', `${config.replace('Docs', 'Doc')}        'older.md': 'tokens.md'\n`],
    ['docs/_redirects', ''],
    ['docs/_redirects', '/before /guide/\n/old/* /tokens/\n'],
    ['docs/_redirects', '/before /guide/\n/gone https://example.com/\n'],
    ['docs/_redirects', '/before /guide/\n/tokens /guide/\n'],
    ['docs/_redirects', '/before /guide/\n# a remark\n/gone /tokens/\n'],
  ])('%s as %j needs a person', async (path, text) => {
    const { kinds, files } = await recognise({ [path]: text }, site);
    expect(kinds).toEqual([]);
    expect(files).toMatchObject([{ path, because: expect.any(String) }]);
  });
});

test('new files, removed files, symbolic links and other kinds of files need a person', async () => {
  const before = treeOf({ ...docs, 'docs/data.json': '{}' });
  const { 'docs/tokens.md': _gone, ...left } = docs;
  const after = treeOf({ ...left, 'docs/data.json': '{ }', 'docs/new.md': '# New\n', 'docs/guide.md@': 'index.md' });
  const found = await engine.recognise({ before, after, folder: 'docs' });
  expect(found.kinds).toEqual([]);
  expect(found.files.map((file) => [file.path, 'because' in file && file.because])).toEqual([
    ['docs/data.json', 'it is neither a page nor a file of redirects'],
    ['docs/guide.md', expect.any(String)],
    ['docs/new.md', 'it is a new file'],
    ['docs/tokens.md', 'it is removed'],
  ]);
});
