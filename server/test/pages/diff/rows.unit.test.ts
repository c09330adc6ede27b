import { expect, test } from 'vitest';
import { parseHunks } from '../../../src/pages/diff/hunks.ts';
import { diffTable } from '../../../src/pages/diff/rows.ts';
import { newWordBudget } from '../../../src/pages/diff/words.ts';
import type { DiffView } from '../../../src/pages/diff/rows.ts';

const render = (patch: string, view: DiffView = 'unified') =>
  diffTable(parseHunks(patch), { view, label: 'Changes', words: newWordBudget() }).markup;

const patch = '@@ -1,2 +1,2 @@\n-Say color & <b>.\n+Say colour & <b>.\n same\n';

test.each(['unified', 'split'] as const)('content is escaped and marked: %s', (view) => {
  const markup = render(patch, view);
  expect(markup).toContain('Say <del>color</del> &amp; &lt;b&gt;.');
  expect(markup).toContain('Say <ins>colour</ins> &amp; &lt;b&gt;.');
  expect(markup).not.toContain('<b>');
});

test('a line is reported with its signs and numbers', () => {
  expect(render('@@ -4,0 +5 @@\n+new\n').replaceAll(/\s*\n\s*/g, '')).toContain(
    '<td class="n"></td><td class="n">5</td><td class="s">+</td><td class="c">new</td>',
  );
});

test('characters that cannot be seen are named', () => {
  const markup = render('@@ -1 +1 @@\n-a\r\n+a\u202e b\u200b\n');
  expect(markup).toContain('>U+202E</span>');
  expect(markup).toContain('>U+200B</span>');
  expect(markup).toContain('>CR</span>');
});
