import { describe, expect, it } from 'vitest';
import { findDataFault } from '../../src/docs/data/parse-data.ts';
import { testDocs } from './support.ts';

const { introduced, problems } = testDocs();

const site = {
  'mkdocs.yml': 'site_name: X\n',
  'docs/index.md': '# Home\n',
  'docs/redirects.json': '{\n  "/a": "/b",\n  "/c": "/d"\n}\n',
  'docs/data.yaml': 'a:\n  - b\n  - c\n',
  'book/site.toml': '[site]\ntitle = "X"\n',
};

describe('data-parse', () => {
  it('finds a file that parsed before and does not now, with its line', async () => {
    expect(
      await introduced(site, {
        ...site,
        'docs/redirects.json': '{\n  "/a": "/b",\n  "/c": "/d",\n}\n',
        'docs/data.yaml': 'a:\n  - b\n  - "c\n',
        'book/site.toml': '[site]\ntitle = X\n',
      }),
    ).toEqual(['book/site.toml:2 data-parse', 'docs/data.yaml:4 data-parse', 'docs/redirects.json:4 data-parse']);
  });

  it('reports nothing for a change that still parses', async () => {
    expect(
      await introduced(site, {
        ...site,
        'docs/redirects.json': '{ "/a": "/z" }\n',
        'docs/data.yaml': '{a: [\n1\n]}\n---\nsecond: !ENV [X, y]\nthird: !!python/name:some.where\n',
        'book/site.toml': '[site]\ntitle = """X\n"""\n',
      }),
    ).toEqual([]);
  });

  it('does not report what did not parse before', async () => {
    const before = {
      ...site,
      'docs/redirects.json': '{ // by hand\n}',
      'docs/chart.yaml': '{{ if x }}\na: 1\n{{ end }}',
    };
    const after = { ...before, 'docs/redirects.json': '{ // all by hand\n', 'docs/chart.yaml': '{{ if y }}\na: 1\n' };
    expect(await introduced(before, after)).toEqual([]);
    const { 'docs/redirects.json': moved, ...rest } = before;
    expect(await introduced(before, { ...rest, 'docs/old/redirects.json': `${moved} ` })).toEqual([]);
  });

  it('finds new files that do not parse, except templates and files that may contain comments', async () => {
    expect(
      await introduced(site, {
        ...site,
        'docs/new.json': '{ a: 1 }',
        'docs/search.json': '---\n---\n[{% for p in site.pages %}{}{% endfor %}]',
        'docs/tsconfig.json': '{\n  // strict\n  "a": [1,],\n}',
        'docs/more.jsonc': '{\n  "a" 1\n}',
      }),
    ).toEqual(['docs/more.jsonc:2 data-parse', 'docs/new.json:1 data-parse']);
  });

  it('leaves the files of navigation to their own check', async () => {
    const mintlify = {
      'docs.json': '{ "navigation": { "pages": ["a"] } }',
      'a.mdx': '---\ntitle: A\ndescription: A\n---\n',
    };
    expect(await introduced(mintlify, { ...mintlify, 'docs.json': '{ "navigation": { "pages": ["a"] ' })).toEqual([
      'docs.json:1 navigation-parse',
    ]);
  });

  it('is reported for a whole site, but not for fixtures', async () => {
    const files = { ...site, 'docs/bad.yml': 'a: [1', 'docs/fixtures/bad.json': '{', 'other/bad.json': '{' };
    expect(await problems(files, 'docs')).toEqual(['docs/bad.yml:1 data-parse']);
  });
});

describe('findDataFault', () => {
  it.each([
    ['json', '{"a":1,\n "b": x}', 2, "Unexpected token 'x'"],
    ['json', '{"a":\n1', 2, "Expected ',' or '}' after property value"],
    ['json', '', 1, 'Unexpected end of JSON input'],
    ['jsonc', '{ /* a */ "a" }', 1, 'Expected property name'],
    ['yaml', 'a: 1\nb:\n\tc: 1', 3, 'Tabs are not allowed as indentation'],
    ['yaml', 'a: b: c', 1, 'Nested mappings are not allowed'],
    ['toml', 'a = 1\na = 2', 2, 'trying to redefine'],
  ] as const)('reports where %s %j is wrong', (language, text, line, message) => {
    expect(findDataFault(text, language)).toMatchObject({ line, message: expect.stringContaining(message) });
  });

  it.each([
    ['json', '\ufeff{}'],
    ['yaml', 'a: {\n  b: 1\n}\nc: [\n]\n'],
    ['yaml', 'a: 1\na: 2\n'],
    ['yaml', '# nothing\n'],
    ['toml', 'at = 2024-05-27T07:32:00Z\n[[list]]\nx = { y = 1 }\n'],
  ] as const)('accepts %s %j', (language, text) => {
    expect(findDataFault(text, language)).toBeUndefined();
  });
});
