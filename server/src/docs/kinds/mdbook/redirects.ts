import type { RedirectRules } from '../../redirects/redirects.ts';
import { builtFileSpelling } from '../../redirects/spelling.ts';
import { readTomlTable } from '../../redirects/text-stores.ts';
import type { Site, SiteContext } from '../../site/kind.ts';

/** rust-lang.github.io/mdBook/format/configuration/renderers.html: `[output.html.redirect]` of `book.toml`. */
export const mdbookRedirects: RedirectRules<SiteContext, Site> = {
  async stores(_context, { config, contents }) {
    if (config === undefined) return [];
    return [
      {
        path: config,
        file: 'text',
        read: ({ text }) => readTomlTable(text, 'output.html.redirect'),
        spelling: builtFileSpelling(contents[0]?.folder ?? ''),
        owner: 'site',
      },
    ];
  },
  frontMatter: () => undefined,
};
