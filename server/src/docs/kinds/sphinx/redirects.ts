import { textOf } from '../../literal/literal.ts';
import { folderOf } from '../../text/paths.ts';
import type { RedirectRules, RedirectSpelling } from '../../redirects/redirects.ts';
import { pathSpelling } from '../../redirects/spelling.ts';
import { readPairs } from '../../redirects/text-stores.ts';
import type { Site, SiteContext } from '../../site/kind.ts';
import { asPrefix, joinParts } from '../../site/site.ts';
import { readAssignment } from './python.ts';

/** Redirects of github.com/sphinx-doc/sphinxext-rediraffe that are in a file. Those in `conf.py` are left to people. */
export const rediraffe: RedirectRules<SiteContext, Site> = {
  async stores({ tree, facts }, { config }) {
    if (config === undefined) return [];
    const text = await facts.text(tree, config);
    const path = text.kind === 'known' ? redirectFile(config, text.value) : undefined;
    if (path === undefined) return [];
    const spelling = sourceSpelling(folderOf(config));
    return [{ path, file: 'text', read: (file) => readPairs(file.text), spelling, owner: 'site', toPages: true }];
  },
  frontMatter: () => undefined,
};

/** Returns the file that `conf.py` names, relative to its folder. */
export function redirectFile(config: string, text: string): string | undefined {
  const name = textOf(readAssignment(text, 'rediraffe_redirects'));
  return name === undefined ? undefined : joinParts(folderOf(config), name);
}

/** Spells pages as source files, relative to the source folder. */
function sourceSpelling(folder: string): RedirectSpelling {
  const spelling = pathSpelling(folder);
  return {
    ...spelling,
    addressOf: addressOfSource,
    source: (from) => spelling.source({ ...from, address: addressOfSource(from.address) }),
    target: (to, source) => spelling.target({ ...to, address: addressOfSource(to.address) }, source),
  };
}

/** Returns the address of a page, without extension: `a/b.md` and `/a/b.html` are `/a/b`. */
export function addressOfSource(path: string): string {
  return asPrefix(path.replace(/(?:(?:^|\/)index)?\.(?:md|rst|ipynb|html)$/, ''));
}
