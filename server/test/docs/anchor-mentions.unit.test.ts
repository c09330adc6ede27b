import { expect, it } from 'vitest';
import { testDocs } from './support.ts';

const { site } = testDocs();

it('reports places outside the pages that mention an anchor which moves to another page', async () => {
  const beside = {
    'app/help.ts': "open('https://x.org/a/#setup'); open('/a/#end'); open('docs/a.md#details');\nopen('/b/#setup');\n",
    'redirects/old.md': '# Old\n\n[1](a.html#setup), [2](../docs/a.md#setup), [3](../docs/b.md#setup)\n',
    'v1/a.md': '# A\n\n## Setup\n',
    'v1/b.md': '# B\n\n[own](a.md#setup)\n',
  };
  const pages = {
    'mkdocs.yml': 'site_name: X\n',
    'docs/a.md': '# A\n\n## Top\n\n[x](#setup)\n\n## Setup\n\nText.\n\n### Details\n\nMore.\n\n## End\n',
    'docs/b.md': '# B\n\n## Setup\n\n[y](a.md#setup)\n',
  };
  const { mentions, moreMentions } = await site({ ...pages, ...beside }).planTransfer({
    from: 'docs/a.md',
    lines: { first: 7, last: 14 },
    to: 'docs/b.md',
  });
  expect(mentions).toEqual([
    {
      path: 'app/help.ts',
      line: 1,
      text: "open('https://x.org/a/#setup'); open('/a/#end'); open('docs/a.md#details');",
    },
    {
      path: 'redirects/old.md',
      line: 3,
      text: '[1](a.html#setup), [2](../docs/a.md#setup), [3](../docs/b.md#setup)',
    },
  ]);
  expect(moreMentions).toBe(0);
});
