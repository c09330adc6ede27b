import { describe, expect, it } from 'vitest';
import { contents, testDocs } from '../support.ts';

const { problems, site } = testDocs();

/** One configuration for two spaces. */
const files = {
  '.gitbook.yaml': 'redirects: {}\n',
  'guides/SUMMARY.md': '# Table of contents\n\n* [Guides](README.md)\n* [Setup](setup.md)\n* [Gone](gone.md)\n',
  'guides/README.md':
    '# Guides\n\n{% content-ref url="setup.md" %}\n[setup.md](setup.md)\n{% endcontent-ref %}\n\n`{% content-ref url="code.md" %}`\n\n[a](broken-reference) [b](/broken/pages/4XKM0YebpgpW) [c](../api/README.md#calls)\n',
  'guides/setup.md':
    '# Setup\n\n<figure><img src=".gitbook/assets/a.png" alt=""></figure>\n\n{% content-ref url="none.md" %}\n[none.md](none.md)\n{% endcontent-ref %}\n',
  'guides/.gitbook/assets/a.png': 'x',
  'api/SUMMARY.md': '# Table of contents\n\n* [API](README.md)\n',
  'api/README.md': '# API\n\n## Calls\n[a](#calls) [b](#answers)\n',
};

describe('GitBook', () => {
  it('finds files with percent signs in their names, as GitBook writes them', async () => {
    const page = '# API\n\n![a](<.gitbook/assets/a%2Fb 1.png>) ![b](<.gitbook/assets/a%2Fb%202.png>)\n';
    const assets = { 'api/.gitbook/assets/a%2Fb 1.png': 'x', 'api/.gitbook/assets/a/b 2.png': 'x' };
    expect(
      await problems({
        'api/SUMMARY.md': files['api/SUMMARY.md'],
        '.gitbook.yaml': 'root: ./api/\n',
        'api/README.md': page,
        ...assets,
      }),
    ).toEqual([]);
  });

  it('reads the spaces of one configuration, blocks that name pages, and what GitBook marks as broken', async () => {
    expect(await site(files).site()).toMatchObject({ kind: 'gitbook', root: '' });
    expect(await problems(files)).toEqual([
      'api/README.md:4 anchor-broken #answers',
      'guides/README.md:9 link-broken broken-reference',
      'guides/README.md:9 link-broken /broken/pages/4XKM0YebpgpW',
      'guides/SUMMARY.md:5 navigation-missing-page gone.md',
      'guides/setup.md:5 link-broken none.md',
      'guides/setup.md:6 link-broken none.md',
    ]);
  });

  it('moves and deletes pages with their blocks and entries', async () => {
    const moved = contents(await site(files).planMove('guides/setup.md', 'guides/start/install.md'));
    expect(moved['guides/README.md']).toContain(
      '{% content-ref url="start/install.md" %}\n[setup.md](start/install.md)\n{% endcontent-ref %}',
    );
    expect(moved['guides/README.md']).toContain('`{% content-ref url="code.md" %}`');
    expect(moved['guides/SUMMARY.md']).toContain('* [Setup](start/install.md)');
    const deleted = contents(await site(files).planDelete('guides/setup.md'));
    expect(deleted['guides/README.md']).toContain('# Guides\n\n\nsetup.md\n\n');
    expect(deleted['guides/SUMMARY.md']).not.toContain('setup.md');
  });
});
