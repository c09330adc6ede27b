import { plain } from '../../../src/docs/kinds/plain/plain.ts';
import type { SiteKind } from '../../../src/docs/site/kind.ts';
import { addressesByPath, siteOf } from '../../../src/docs/site/site.ts';

/** A kind of site whose pages list their former URLs in front matter. */
export function kindsWith(frontMatter: string): SiteKind[] {
  return [
    {
      ...plain,
      name: 'aliased',
      detection: [
        {
          file: /^aliased\.json$/,
          read: (_, path) =>
            Promise.resolve({ ...siteOf('', path), contents: [{ folder: '', routes: [''], kind: 'docs' }] }),
        },
      ],
      addresses: { fromFrontMatter: false, public: true, of: addressesByPath },
      redirects: { stores: () => Promise.resolve([]), frontMatter: () => frontMatter },
    },
  ];
}
