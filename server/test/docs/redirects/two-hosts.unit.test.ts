import { describe, expect, it } from 'vitest';
import { contents, testDocs } from '../support.ts';

const { site } = testDocs();

describe('redirects of a site with files of two hosts', () => {
  const vercel = '{ "redirects": [{ "source": "/x", "destination": "/guide/a", "permanent": true }] }\n';
  const files = {
    'docs/.vitepress/config.ts': 'export default {};\n',
    'docs/index.md': '# Home\n',
    'docs/guide/a.md': '# A\n',
    'docs/public/_redirects': '/y /guide/a 301\n',
    'vercel.json': vercel,
  };

  it('are written for both hosts if both have some', async () => {
    const plan = await site(files).planMove('docs/guide/a.md', 'docs/b.md');
    expect(contents(plan)['docs/public/_redirects']).toBe('/y /b 301\n/guide/a /b 301\n');
    expect(JSON.parse(contents(plan)['vercel.json'] ?? '')).toEqual({
      redirects: [
        { source: '/x', destination: '/b', permanent: true },
        { source: '/guide/a', destination: '/b', permanent: true },
      ],
    });
    expect(plan.redirects).toEqual([{ from: '/guide/a', to: '/b', path: 'docs/public/_redirects' }]);
    const empty = await site({ ...files, 'vercel.json': '{}\n' }).planMove('docs/guide/a.md', 'docs/b.md');
    expect(contents(empty)).not.toHaveProperty('vercel.json');
  });
});
