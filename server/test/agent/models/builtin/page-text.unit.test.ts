import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { anchorRenamer } from '../../../../src/agent/models/builtin/text/anchor-name.ts';
import { hasAnotherTarget } from '../../../../src/agent/models/builtin/text/another-file.ts';
import { applyChanges } from '../../../../src/agent/models/builtin/text/change.ts';
import {
  addEntry,
  changeEntry,
  entryText,
  hasValue,
  readEntries,
  readText,
} from '../../../../src/agent/models/builtin/text/front-matter/front-matter.ts';
import { evenDepths, isQuoted, normaliseHeadings } from '../../../../src/agent/models/builtin/text/heading-style.ts';
import { commonFolder, pathMatcher, titleFromPath } from '../../../../src/agent/models/builtin/text/paths.ts';
import { firstSentence } from '../../../../src/agent/models/builtin/text/sentence.ts';
import { writeText } from '../../../../src/agent/models/builtin/text/front-matter/yaml-text.ts';
import { pageOf } from './pages.ts';

const added = (text: string, value: string) =>
  applyChanges(text, [addEntry(text, pageOf(text), { key: 'description', value, after: ['title'] })]);

const renamed = (text: string, key: string, to: string) => {
  const entry = readEntries(text, pageOf(text)).find((other) => other.key === key);
  if (entry === undefined) throw new Error(`there is no ${key}`);
  const own = entryText(text, entry);
  const find = (value: string) =>
    Array.from(value.matchAll(/Acme/g), ({ index }) => ({ start: index, end: index + 4, text: to }));
  return applyChanges(text, own === undefined ? [] : changeEntry(text, own, find));
};

const normalised = (text: string, titled = false) => applyChanges(text, normaliseHeadings(text, pageOf(text), titled));

describe('front matter', () => {
  test.each([
    ['---\ntitle: A\n---\n\nText.\n', 'D.', '---\ntitle: A\ndescription: D.\n---\n\nText.\n'],
    ['---\ntitle: "A" # c\nicon: b\n---\n', 'D.', '---\ntitle: "A" # c\ndescription: "D."\nicon: b\n---\n'],
    ["---\ntitle: 'A'\n---\n", "It's: d", "---\ntitle: 'A'\ndescription: 'It''s: d'\n---\n"],
    ['---\r\nid: a\r\n---\r\n', 'D.', '---\r\ndescription: D.\r\nid: a\r\n---\r\n'],
    ['---\ntitle: >\n  A\n  b\nid: c\n---\n', 'D', '---\ntitle: >\n  A\n  b\ndescription: D\nid: c\n---\n'],
    ['---\ntitle: A\ndescription:\nid: b\n---\n', 'D', '---\ntitle: A\ndescription: D\nid: b\n---\n'],
    ['---\ndescription: "" # to do\n---\n', 'D', '---\ndescription: "D" # to do\n---\n'],
    ['---\n---\n\nText\n', 'D', '---\ndescription: D\n---\n\nText\n'],
    ['Text\n', 'Yes', '---\ndescription: "Yes"\n---\n\nText\n'],
    ['', 'a: b', '---\ndescription: "a: b"\n---\n'],
  ])('an entry is added to %j', (text, value, expected) => {
    expect(added(text, value)).toBe(expected);
  });

  test.each([
    ['---\ntitle: Acme docs # Acme\n---\n', 'X: y', '---\ntitle: "X: y docs" # Acme\n---\n'],
    ["---\ntitle: 'Acme ''s'\n---\n", "X'", "---\ntitle: 'X'' ''s'\n---\n"],
    ['---\ntitle: "Acme \\"q\\""\n---\n', 'X"', '---\ntitle: "X\\" \\"q\\""\n---\n'],
    ['---\ntitle: |\n  Acme\n  is: # Acme\n---\n', 'X', '---\ntitle: |\n  X\n  is: # X\n---\n'],
    ['---\ntitle: 404\n---\n', 'X', '---\ntitle: 404\n---\n'],
  ])('text is changed in %j', (text, to, expected) => {
    expect(renamed(text, 'title', to)).toBe(expected);
  });

  test('an entry may have no value', () => {
    const text = '---\na:\nb: ""\nc: ~\nd: # x\ne: 0\nf: "x"\n---\n';
    const entries = readEntries(text, pageOf(text));
    expect(entries.map((entry) => hasValue(text, entry))).toEqual([false, false, false, false, true, true]);
    expect(readText(text, entries[5])).toBe('x');
    expect(readText(text, entries[4])).toBeUndefined();
  });

  test('property: what is written is read back', () => {
    const texts = fc.string({
      unit: fc.constantFrom('a', 'Z', ' ', ':', '#', '"', "'", '\\', '-', '[', '{', '%', '@', '1', '.', 'é', '𝒳', '\t'),
    });
    fc.assert(
      fc.property(texts, fc.constantFrom('plain' as const, 'single' as const, 'double' as const), (value, style) => {
        expect(parse(`key: ${writeText(value, style)}`)).toEqual({ key: value });
      }),
    );
  });
});

describe('a description', () => {
  test.each([
    ['One. Two.', 'One.'],
    ['Use the ? operator or a! macro. Two.', 'Use the ? operator or a! macro.'],
    ['Why so? Because.', 'Why so?'],
    ['Use e.g. this one. Two.', 'Use e.g. this one.'],
    ['Version 1.2.3 is out! Get it.', 'Version 1.2.3 is out!'],
    ['By J. Doe, Dr. Who et al. and others. More.', 'By J. Doe, Dr. Who et al. and others.'],
    ['He said "Go." Then he went.', 'He said "Go."'],
    ['It has\nthese parts:', 'It has these parts'],
    ['第一句。第二句。', '第一句。'],
    ['no end', 'no end'],
    ['…', undefined],
    ['', undefined],
  ])('of %j is %j', (paragraph, expected) => {
    expect(firstSentence(paragraph)).toBe(expected);
  });

  test('property: it is one line of at most 160 characters and begins the paragraph', () => {
    const paragraphs = fc.string({
      unit: fc.constantFrom('a', 'B', ' ', ' ', '.', '\n', '𝒳', ',', 'e.g. ', '!'),
      maxLength: 400,
    });
    fc.assert(
      fc.property(paragraphs, (paragraph) => {
        const sentence = firstSentence(paragraph) ?? '';
        expect(sentence.length).toBeLessThanOrEqual(160);
        expect(sentence).not.toMatch(/\n/);
        expect(sentence.isWellFormed()).toBe(true);
        expect(paragraph.replace(/\s+/g, ' ').trim().startsWith(sentence.replace(/…$/, ''))).toBe(true);
      }),
    );
  });
});

describe('headings', () => {
  test.each([
    ['Title\n=====\n\nPart\n----\n', '# Title\n\n## Part\n'],
    ['#   Title   ##\n\n##\tPart #\n', '# Title\n\n## Part\n'],
    ['# C#\n\n## F \\#\n', '# C#\n\n## F \\#\n'],
    ['Two\nlines\n===\n', '# Two lines\n'],
    ['Ends in #\n---\n', '## Ends in \\#\n'],
    ['> Quote\n> ---\n', '> Quote\n> ---\n'],
    ['> #  Quote\n>\n> ##### Deep\n', '> #  Quote\n>\n> ##### Deep\n'],
    ['# A\n\n- > ### Quote\n\n1. ##  Own\n', '# A\n\n- > ### Quote\n\n1. ## Own\n'],
    ['# A\n\n> ## Quote\n\n### B\n', '# A\n\n> ## Quote\n\n## B\n'],
    ['> Two\n> lines\n> ---\n', '> Two\n> lines\n> ---\n'],
    ['# A\n\n### B\n\n#### C\n\n### D\n\n## E\n', '# A\n\n## B\n\n### C\n\n## D\n\n## E\n'],
    ['##Part\n\ntext\n\n#hashtag\n', '## Part\n\ntext\n\n#hashtag\n'],
    ['```\n# A\n### B\n##C\n```\n', '```\n# A\n### B\n##C\n```\n'],
    ['# A {#a}\r\n\r\nB `c`\r\n---\r\n', '# A {#a}\r\n\r\n## B `c`\r\n'],
    ['---\n\n- a\n\n---\n', '---\n\n- a\n\n---\n'],
    ['# A\n\nTwo lines\nof text.\n---\n', '# A\n\nTwo lines\nof text.\n---\n'],
  ])('%j', (text, expected) => {
    expect(normalised(text)).toBe(expected);
  });

  test('a title in front matter stands above the first heading', () => {
    expect(normalised('### A\n\n#### B\n', true)).toBe('## A\n\n### B\n');
    expect(normalised('### A\n\n#### B\n', false)).toBe('### A\n\n#### B\n');
  });

  test('property: no level is skipped, even headings stay, and heading texts are unchanged', () => {
    const pieces = fc.constantFrom(
      '# a\n\n',
      '## b c\n\n',
      '#### d #\n\n',
      'e\n===\n\n',
      'f\n---\n\n',
      '##g\n\n',
      'text\n\n',
      '```\n# x\n```\n\n',
      '> ### q\n\n',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), fc.boolean(), (parts, titled) => {
        const text = parts.join('');
        const once = normalised(text, titled);
        const headings = pageOf(once).headings;
        const depths = headings.filter((heading) => !isQuoted(once, heading)).map((heading) => heading.depth);
        expect(evenDepths(depths, titled)).toEqual(depths);
        expect(normalised(once, titled)).toBe(once);
        expect(once.split('> ### q').length).toBe(text.split('> ### q').length);
        const spaced = text.replace(/^##g$/gm, '## g');
        expect(headings.map((heading) => heading.text)).toEqual(pageOf(spaced).headings.map((heading) => heading.text));
      }),
    );
  });
});

describe('an anchor with a renamed term', () => {
  test.each([
    ['Acme Cloud', 'Big Sky', '/a#use-acme-cloud-2', '/a#use-big-sky-2'],
    ['Acme', 'Big Sky', '/acme#acme%3A-acme', '/acme#big-sky%3A-big-sky'],
    ['Acme', 'Nimbus', '#acmes', undefined],
    ['Acme', 'Nimbus', '/acme', undefined],
    ['c++', '$&', '#why-c', '#why-'],
  ])('%s → %s: %s becomes %s', (from, to, address, expected) => {
    expect(anchorRenamer({ from, to })?.target(address)).toBe(expected);
  });

  test('a term of punctuation is part of no anchor', () => {
    expect(anchorRenamer({ from: '++', to: 'x' })).toBeUndefined();
  });
});

describe('a link that is fixed', () => {
  test.each([
    ['docs', 'docs/guide/a.md', '../../README.md', '../README.md', true],
    ['', 'guide/a.md', '../../README.md', '../README.md', true],
    ['', 'a/b/c.md', '../index.md', './index.md', true],
    ['', 'a/b/c.md', 'Index.md', 'index.md', false],
    ['', 'guide/a.md', '../setup/README.md', '../new/setup/README.md', false],
    ['docs', 'docs/guide/a.md', '../../old.md#x', '../old.md#x', true],
    ['docs', 'docs/guide/a.md', '../old.md', 'old.md', false],
    ['docs', 'docs/guide/a.md', '../../old', '../old', false],
    ['docs', 'docs/guide/a.md', '/old.md', '/guide/old.md', false],
    ['docs', 'docs.json', '../old.md', 'docs/old.md', false],
  ])('root %j, %s: %s → %s leads elsewhere: %s', (root, path, subject, suggestion, expected) => {
    expect(hasAnotherTarget({ root, path }, subject, suggestion)).toBe(expected);
  });
});

describe('paths', () => {
  test.each([
    [['docs/a.md', 'docs/b/c.md'], 'docs'],
    [['docs/a/b.md', 'docs/a/c.md'], 'docs/a'],
    [['docs/a.md', 'docs2/a.md'], ''],
    [['docs/a.md'], 'docs'],
    [[], ''],
  ])('%j have the folder %j in common', (paths, folder) => {
    expect(commonFolder(paths)).toBe(folder);
  });

  test.each([
    ['docs/getting-started.md', 'Getting started'],
    ['docs/02-api_keys.mdx', 'API keys'],
    ['docs/guides/index.md', 'Guides'],
    ['README.md', 'Introduction'],
    ['docs/2024.md', '2024'],
    ['src/ch01-03-hello-world.md', 'Hello world'],
    ['src/1.2. first.md', 'First'],
    ['docs/chapter.md', 'Chapter'],
    ['docs/iOS.md', 'IOS'],
  ])('%s is called %s', (path, title) => {
    expect(titleFromPath(path)).toBe(title);
  });

  test.each([
    ['docs', 'docs/a.md', true],
    ['docs/', 'docs/a/b.md', true],
    ['docs', 'docs2/a.md', false],
    ['docs/a.md', 'docs/a.md', true],
    ['docs/*.md', 'docs/a.md', true],
    ['docs/*.md', 'docs/a/b.md', false],
    ['docs/**/*.md', 'docs/b.md', true],
    ['docs/**/*.md', 'docs/a/b/c.md', true],
    ['**/api', 'docs/api/a.md', true],
    ['docs/v?', 'docs/v2/a.md', true],
    ['.', 'a.md', true],
  ])('%s with %s: %s', (pattern, path, expected) => {
    expect(pathMatcher(pattern)(path)).toBe(expected);
  });

  test('a glob of many stars is matched quickly', () => {
    expect(pathMatcher(`${'*a'.repeat(50)}b`)('a'.repeat(4_000))).toBe(false);
    expect(pathMatcher(`${'**/a/'.repeat(50)}b`)('a/'.repeat(2_000))).toBe(false);
  });
});
