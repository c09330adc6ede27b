import { afterAll, expect, test } from 'vitest';
import { brought, closeEngine, sites, reported } from './rig.ts';

afterAll(closeEngine);

/** Each was built with VitePress 1.6: the resulting page contained the value, and not the expression. */
test.each([
  ['a sample in a line', 'Text `{{ steal(1) }}`.\n', 1],
  ['an indented sample', 'Text\n\n    {{ steal(1) }}\n', 3],
  ['braces with an escape each', '\\{\\{ steal(1) \\}\\}\n', 1],
  ['one brace with an escape', '{\\{ steal(1) }}\n', 1],
  ['an end with an escape', '{{ steal(1) \\}}\n', 1],
  ['escapes within', '{{ steal\\(1\\) }}\n', 1],
  ['the title of a fence in a group', '::: code-group\n\n```js [{{ steal(1) }}]\nb\n```\n\n:::\n', 3],
  ['the title of a container', '::: tip {{ steal(1) }}\nText\n:::\n', 1],
  ['an address', '<https://acme.dev/{{ steal(1) }}>\n', 1],
  ['a computed name of a binding', '<b :[steal(1)]="1">x</b>\n', 1],
  ['the same by its long name', '<b v-bind:[steal(1)]="1">x</b>\n', 1],
  ['the same in a template', '<div :[`a${steal(1)}`]="1">x</div>\n', 1],
  ['the same of a list of attributes', '# Title {:[steal(1)]="1"}\n', 1],
])('Vue runs %s', async (_name, text, line) => {
  const found = await brought(sites.vitepress, { 'page.md': text });
  expect(reported(found.filter(({ kind }) => kind === 'call'))).toEqual([`build call ${line}`]);
});

test.each([
  ['a sample in a fence', '```js\n{{ steal(1) }}\n```\n'],
  ['a title without braces', '```js [steal(1)]\nb\n```\n'],
  ['a slot by its name', '<A #[name]>x</A>\n'],
  ['escapes of a text', 'Text \\{steal(1)\\} and \\[a\\].\n'],
])('Vue runs nothing of %s', async (_name, text) => {
  expect(await brought(sites.vitepress, { 'page.md': text })).toEqual([]);
});
