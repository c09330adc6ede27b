import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readVisible } from '../../../src/agent/models/builtin/text/front-matter/visible-front-matter.ts';
import { quickPage } from '../../../src/agent/replace/quick-page.ts';
import { plainPage, reducedPage } from '../../../src/agent/replace/reduced-page.ts';
import { scopes, sortHits } from '../../../src/agent/replace/scopes.ts';
import type { Page } from '../../../src/agent/ports.ts';
import type { Dialect } from '../../../src/docs/parse/page-facts.ts';
import { readPage } from '../../../src/docs/parse/page.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const blocks = [
  'Some word here.',
  '# A word',
  '## Other `code`',
  'Setext word\n===',
  '- item word\n- other `word`',
  '    word indented',
  '- item\n\n    word in item',
  '> quoted word',
  '```js\nword()\n```',
  '```\nno fence of it\n```',
  '   ```\n   word\n   ```',
  '```{note}\nword\n```',
  'Read [the word](word.md "word") and ![word](word.png).',
  'A [word] and [other][word].',
  '[word]: word.md "word"',
  '<div title="word">\n\nword\n\n</div>',
  '<!-- word\n\nword\n\n-->',
  '{/* word\n\nword */}',
  '{% raw %}\n\nword\n\n{% endraw %}',
  '$$\nword\n$$',
  'At https://word.org and word@word.org.',
  '| a | word |\n| --- | --- |\n| `word` | b |',
  '!!! note\n    word',
  ':::note\nword\n:::',
  "import word from './word';",
  'A ``word ` word`` and `a\nword`.',
  'No such thing.',
  '[^1]: word',
  'word[^1]',
  '---',
  '1. word\n   ```\n   word\n   ```',
  String.raw`\[word](a.md) word`,
];

const pages = fc
  .tuple(fc.boolean(), fc.array(fc.constantFrom(...blocks), { minLength: 1, maxLength: 9 }))
  .map(([hasFront, parts]) => `${hasFront ? '---\ntitle: A word\nslug: word\n---\n\n' : ''}${parts.join('\n\n')}\n`);

function outcome(text: string, page: Page) {
  const visible = readVisible(text, page);
  const inTexts = new Map(visible.texts.map((own) => [own.text, hitsIn(own.text)]));
  const sorted = sortHits(text, hitsIn(text), { of: { page, visible, inTexts }, wanted: new Set(scopes) });
  return { scopes: sorted.hits.map(({ start, scope }) => `${start} ${scope}`), changes: sorted.changes };
}

function hitsIn(text: string) {
  return Array.from(text.matchAll(/word/g), ({ index }) => ({ start: index, end: index + 4, text: 'Term' }));
}

describe('a page that is only partly parsed precisely', () => {
  test.each<Dialect>(['markdown', 'pymdown', 'mdx-tolerant', 'templates', 'myst'])(
    'gives the same result as the precise parse, in %s',
    (dialect) => {
      fc.assert(
        fc.property(pages, (text) => {
          const reduced = plainPage(text, hitsIn(text)) ?? reducedPage(text, hitsIn(text));
          if (reduced === undefined) return;
          const page = reduced.mapped(reduced.page ?? readPage(reduced.text, dialect));
          expect(outcome(text, page)).toEqual(outcome(text, readPage(text, dialect)));
        }),
        { numRuns: propertyRuns(300), seed: 13 },
      );
    },
  );

  test('leaves out blocks without a match', () => {
    const text = '# A\n\nNo.\n\n```\nno\n```\n\nA word, <b>x</b>.\n\n<i>y</i>\n\nNo.\n';
    expect(reducedPage(text, hitsIn(text))?.text).toBe('A word, <b>x</b>.\n\n<i>y</i>\n\n');
  });

  test.each(['a <b>', '    code', '[a][b]', '```\nopen', 'a\n---', '{x}', '`a\nb`', 'https://a.b', '\tx'])(
    'is not a plain page if it contains %j',
    (text) => expect(quickPage(text)).toBeUndefined(),
  );

  test('is not reduced if a changed heading distinguishes the others', () => {
    expect(reducedPage('# A word\n\n<b>\n', hitsIn('# A word\n\n<b>\n'))).toBeUndefined();
  });
});
