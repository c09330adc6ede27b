import { basesAsFolder, hostDoubt, usualIndexNames } from '../../links/bases.ts';
import { pythonSlugger } from '../../links/anchors/sluggers.ts';
import { mkdocsRedirects } from './redirects.ts';
import { onlyElements } from '../../page-code/code-rules.ts';
import { includeNotations } from '../../parts/notations.ts';
import { usualParts } from '../../parts/rules.ts';
import type { SiteKind } from '../../site/kind.ts';
import { addressesOfFolders } from '../../site/site.ts';
import { readMkDocs } from './read.ts';
import { inclusionsOf } from './inclusions.ts';

export const mkdocs: SiteKind = {
  name: 'mkdocs',
  label: 'MkDocs',
  detection: [{ file: /^mkdocs\.ya?ml$/, read: readMkDocs }],
  dialect: 'pymdown',
  addresses: { fromFrontMatter: false, public: true, of: addressesOfFolders },
  links: { indexNames: usualIndexNames, bases: basesAsFolder, doubt: hostDoubt },
  anchors: { slugger: pythonSlugger, separator: '_', honoursIds: true, exact: true, ignoresCase: false, inclusionsOf },
  titles: { from: 'front-matter-or-heading', description: false, frontMatter: 'possible' },
  redirects: mkdocsRedirects,
  parts: { ...usualParts, includes: includeNotations.mkdocs },
  runs: { ...onlyElements, macros: 'build' },
  // mkdocs.org/user-guide: configuration, writing-your-docs; pypi.org/project/mkdocs-redirects
  advice:
    'MkDocs. Navigation: `nav` in `mkdocs.yml`, by file path from the docs folder; without `nav`, every file is listed. Links: relative file paths with `.md`. Notes are `!!! note` with a body indented by four spaces, where the page uses them. Redirects: `redirects: redirect_maps:` under `plugins`, `old.md: new.md`, only if that plugin is set up there.',
};
