import { noOtherBases } from '../../links/bases.ts';
import { githubSlugger } from '../../links/anchors/sluggers.ts';
import { onlyElements } from '../../page-code/code-rules.ts';
import { includeNotations } from '../../parts/notations.ts';
import { usualParts } from '../../parts/rules.ts';
import type { Site, SiteKind, Inclusions } from '../../site/kind.ts';
import { addressesAt } from '../../site/site.ts';
import { collectLabels, unwrapMyst } from './links.ts';
import { readJupyterBook, readSphinx } from './read.ts';
import { rediraffe } from './redirects.ts';
import { pagesWithToctrees } from './toctree.ts';

export const sphinx: SiteKind = {
  name: 'sphinx',
  label: 'Sphinx with MyST',
  detection: [
    { file: /^conf\.py$/, read: readSphinx },
    { file: /^_toc\.ya?ml$/, read: readJupyterBook, onlyUnclaimed: true },
  ],
  dialect: 'myst',
  addresses: {
    fromFrontMatter: false,
    public: true,
    of: ({ content, inner }) => {
      const place = inner === 'index' ? '' : inner;
      return addressesAt(content, place).flatMap((address) => (address === '' ? [''] : [`${address}.html`, address]));
    },
  },
  links: { indexNames: ['index'], bases: noOtherBases, unwrap: unwrapMyst, labels: collectLabels },
  anchors: {
    slugger: githubSlugger,
    separator: '-',
    honoursIds: false,
    exact: true,
    ignoresCase: true,
    plainHtml: true,
    inclusionsOf: ({ site, text }) => ({ files: [], anchors: [], doubts: [...foreignNames(site), ...doubtsIn(text)] }),
  },
  redirects: rediraffe,
  titles: { from: 'front-matter-or-heading', description: false, frontMatter: 'possible' },
  navigationIn: pagesWithToctrees,
  parts: { ...usualParts, includes: includeNotations.sphinx },
  // syntax/optional: Jinja evaluates substitutions, and it is not sandboxed there.
  runs: { ...onlyElements, directives: 'build', macros: 'build', samplesAreText: true },
  // myst-parser.readthedocs.io: syntax/cross-referencing, syntax/organising_content; sphinx-doc.org: usage/restructuredtext/directives
  advice:
    'Sphinx with MyST Markdown. Navigation: `toctree` directives in pages (```` ```{toctree} ````, or `.. toctree::` in `.rst` files), or `_toc.yml`: pages by path without ending; a page in none needs `orphan: true` in its front matter. Links: relative file paths with `.md`, `/` is the folder of `conf.py`; `(name)=` in front of a heading names it for `[text](#name)` and {ref}`name`. Notes are ```` ```{note} ```` or `:::{note}`, as the page has them. Leave `.rst` files in reStructuredText.',
};

/**
 * Returns the doubt about labels of other projects, such as `[roles](#usage/restructuredtext/roles)`. Their names have
 * parts.
 */
function foreignNames({ nameDoubt }: Site): Inclusions['doubts'] {
  return nameDoubt === undefined
    ? []
    : [{ because: nameDoubt, mayMake: (anchor) => /[/: ]/.test(anchor), stands: true }];
}

/**
 * Returns doubts about directives that make anchors: they include files other than Markdown, or describe programs. Some
 * make only anchors that look like names in code.
 */
function doubtsIn(text: string): Inclusions['doubts'] {
  if (makesAny.test(text)) return ['directives make anchors'];
  return makesNames.test(text)
    ? [{ because: 'directives make anchors of names in programs', mayMake: isNameOfCode, stands: true }]
    : [];
}

const makesAny =
  /^[ \t]*(?:`{3,}|:{3,})\{(?:include\}[ \t]+\S*\.(?:rst|txt|inc)\b|(?:doctest|click[\w:]*|jsonschema|openapi[\w:]*|argparse|program[\w-]*|option|confval|glossary)\})|^[ \t]*\.\. (?:include|click|argparse|openapi|option|confval|glossary|program)\b[\w:]*::/m;

const makesNames = /^[ \t]*(?:`{3,}|:{3,})\{(?:eval-rst|auto[\w:-]*|(?:py|js|c|cpp|rst):[\w-]+)\}/m;

/** Matches `package.module.Thing` and `module-package`: no other hyphens, and no spaces. */
function isNameOfCode(anchor: string): boolean {
  return /^(?:(?:module|c|cpp)-)?[\w.:()$]+$/.test(anchor);
}
