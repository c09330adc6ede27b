import { expect, test } from 'vitest';
import { mentionedChanges } from '../../src/automations/kinds/read-most/mentioned.ts';
import { pairsOf } from '../../src/automations/kinds/translations/pairs.ts';

const of = (at: string, ...files: string[]) => ({ at: new Date(at), files });

test.each([
  ['docs/de/guide.md', 'docs/en/guide.md', 'de'],
  ['docs/de/guide.md', 'docs/guide.md', 'de'],
  ['content/pt-BR/a/b.mdx', 'content/en/a/b.mdx', 'pt-BR'],
  ['src/content/docs/zh-cn/start.mdx', 'src/content/docs/start.mdx', 'zh-cn'],
  ['docs/guide.fr.md', 'docs/guide.md', 'fr'],
  ['docs/guide.fr.md', 'docs/guide.en.md', 'fr'],
  ['i18n/ja/docusaurus-plugin-content-docs/current/intro.md', 'docs/intro.md', 'ja'],
  [
    'site/i18n/ja/docusaurus-plugin-content-docs/version-2.0/intro.md',
    'site/versioned_docs/version-2.0/intro.md',
    'ja',
  ],
])('%s is of %s', (translation, source, language) => {
  expect(pairsOf([source, translation], { source: 'en', languages: [] })).toEqual([{ language, source, translation }]);
});

test.each([
  [['docs/io/guide.md', 'docs/guide.md']],
  [['docs/api/guide.md', 'docs/guide.md']],
  [['docs/en/guide.md', 'docs/guide.md']],
  [['docs/de/guide.md', 'docs/other.md']],
  [['docs/v1.2.md', 'docs/v1.md']],
])('%j holds no translation', (files) => {
  expect(pairsOf(files, { source: 'en', languages: [] })).toEqual([]);
});

test('a named language is found under an ambiguous folder name, and no other language is', () => {
  const files = ['docs/guide.md', 'docs/no/guide.md', 'docs/de/guide.md'];
  expect(pairsOf(files, { source: 'en', languages: ['no'] })).toEqual([
    { language: 'no', source: 'docs/guide.md', translation: 'docs/no/guide.md' },
  ]);
});

test('a page counts changes of the files it mentions since the page was last changed', () => {
  const touched = new Date('2026-01-10');
  const text = 'Run `scheduler` with the options of src/cli/flags.ts.\n';
  const touches = [
    of('2026-01-12', 'src/core/scheduler.ts'),
    of('2026-01-11', 'src/cli/flags.ts', 'README.md'),
    of('2026-01-11', 'src/cli/index.ts', 'src/run.ts'),
    of('2026-01-09', 'src/core/scheduler.ts'),
  ];
  expect(mentionedChanges(text, touched, touches)).toBe(2);
});
