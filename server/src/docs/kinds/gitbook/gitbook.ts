import { noOtherBases, hostDoubt, usualIndexNames } from '../../links/bases.ts';
import { githubSlugger } from '../../links/anchors/sluggers.ts';
import { gitbookRedirects } from './redirects.ts';
import { onlyElements } from '../../page-code/code-rules.ts';
import { includeNotations } from '../../parts/notations.ts';
import { usualParts } from '../../parts/rules.ts';
import type { SiteKind } from '../../site/kind.ts';
import { addressesOfFolders } from '../../site/site.ts';
import { readGitBook } from './read.ts';

export const gitbook: SiteKind = {
  name: 'gitbook',
  label: 'GitBook',
  detection: [
    { file: /^\.gitbook\.ya?ml$/, read: readGitBook },
    { file: /^SUMMARY\.md$/i, read: readGitBook, onlyUnclaimed: true },
  ],
  dialect: 'markdown',
  addresses: { fromFrontMatter: false, public: true, of: addressesOfFolders },
  links: { indexNames: usualIndexNames, bases: noOtherBases, doubt: hostDoubt, knownBroken },
  anchors: { slugger: githubSlugger, separator: '-', honoursIds: false, exact: false, ignoresCase: false },
  titles: { from: 'front-matter-or-heading', description: false, frontMatter: 'possible' },
  redirects: gitbookRedirects,
  parts: { ...usualParts, includes: includeNotations.gitbook },
  runs: { ...onlyElements, templates: 'reader' },
  madeForAgents: { index: true, twins: true },
  // gitbook.com/docs: git-sync/content-configuration
  advice:
    'GitBook. Navigation: `SUMMARY.md`, where each page is listed once; a `README.md` is the page of its folder. Front matter is optional, such as `description`. Links: relative file paths with `.md`. Blocks are written `{% hint style="info" %} … {% endhint %}`. Redirects: `redirects` in `.gitbook.yaml`, `old/address: new/page.md`, from its `root` and without a slash in front.',
};

/** Whether GitBook itself wrote this path, as it does for a deleted page of this or another space. */
function knownBroken(path: string): boolean {
  return /^(?:\/broken\/(?:spaces|pages|files)\/.*|broken-reference(?:\/.*)?)$/.test(path);
}
