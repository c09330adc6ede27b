import { readabilityRules } from '@copydesk/contract';
import type { JobPages, Readability, ReaderPage } from '@copydesk/contract';

/** A page of a Docusaurus site: a row of tabs, one for each operating system, and a picture. */
const before: ReaderPage = {
  characters: 1_380,
  tokens: 345,
  lost: [{ kind: 'image', line: 31, name: '/img/installer.png' }],
  text: null,
};

const after: ReaderPage = {
  characters: 2_216,
  tokens: 554,
  lost: [
    { kind: 'tabs', line: 12, name: 'Tabs' },
    { kind: 'image', line: 44, name: '/img/installer.png' },
  ],
  text: null,
};

const jobPages: JobPages = {
  baseCommit: '3f786850e387550fdab836ed7e6dc881de23001b',
  headCommit: '89e6c98d92887913cadf06b2adb97f26cde4849b',
  pages: [{ path: 'docs/install.mdx', before, after, why: null }],
  pagesInAll: 1,
  warnings: [
    {
      rule: 'heading-repeated',
      path: 'docs/install.mdx',
      line: 27,
      message: 'The heading “Step 1” exists twice in the same section',
    },
  ],
};

/** How many warnings there are by each rule that found any. */
const found: Partial<Record<Readability['rules'][number]['rule'], number>> = {
  'image-words': 1,
  'index-lacks-page': 1,
};

const readability: Readability = {
  ref: 'main',
  commit: '3f786850e387550fdab836ed7e6dc881de23001b',
  pages: 42,
  characters: 151_204,
  tokens: 37_801,
  longest: [
    { path: 'docs/reference/settings.md', characters: 38_412, tokens: 9_603 },
    { path: 'docs/install.mdx', characters: 2_216, tokens: 554 },
  ],
  index: { state: 'file', source: 'static/llms.txt', links: 41 },
  rules: readabilityRules.map((rule) => {
    const isOn = rule !== 'code-language';
    return { rule, isOn, warnings: isOn ? (found[rule] ?? 0) : null };
  }),
  warnings: [
    {
      rule: 'image-words',
      path: 'docs/install.mdx',
      line: 44,
      message: 'The image /img/installer.png has no words',
    },
    {
      rule: 'index-lacks-page',
      path: 'docs/upgrade.md',
      line: 1,
      message: 'static/llms.txt does not name this page (/docs/upgrade)',
    },
  ],
  notJudged: ['whether pages are served as Markdown, because no page views of the project were collected'],
};

export const readerExamples = { JobPages: jobPages, Readability: readability };
