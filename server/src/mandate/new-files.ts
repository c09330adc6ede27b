import { foldedPath } from './folded-path.ts';
import type { KindOfFile } from './kinds-of-files.ts';
import { namePatterns, words } from './name-patterns.ts';

/** Names under which docs keep data, in any folder: navigation, people, terms, and API descriptions. */
export const dataNames = `*.csv *.tsv docs.json mint.json .gitbook.y* .pages .order .nav.y* .authors.y* .meta.y* meta.json meta.*.json _meta.json _meta.*.json
  _category_.* toc.* _toc.* *nav.* *navigation*.* menu*.* *sidebar*.* _index.* index.* authors.* *contributors.* translators.* sponsors*.* partners.* users.* people.*
  team.* languages.* tags.* categories.* versions.* redirects.* glossary.* terms.* acronyms.* abbreviations.* faq.* changelog.* *openapi*.* *swagger*.* *asyncapi*.* *schema.*
  *.schema.* *.postman_collection.json`;

/** Folders in which docs keep data, at any depth. */
export const dataFolders = `data _data i18n locale locales translations lang langs languages messages openapi swagger asyncapi schema schemas specs
  api-reference api-specs reference references assets images img media static public blog team people content examples samples snippets _snippets tables menus versioned_sidebars
  node_descriptions`;

/** Pages that people name in capitals. */
export const capitalNames = `README CHANGELOG CHANGES HISTORY RELEASES RELEASE_NOTES CONTRIBUTING CONTRIBUTORS AUTHORS CREDITS THANKS CODE_OF_CONDUCT SECURITY SUPPORT
  LICENSE LICENCE NOTICE COPYING PATENTS GOVERNANCE INDEX SUMMARY GLOSSARY TODO ROADMAP INSTALL INSTALLATION UPGRADE UPGRADING MIGRATION MIGRATING
  USAGE OVERVIEW QUICKSTART GETTING_STARTED TUTORIAL TROUBLESHOOTING EXAMPLES REFERENCE ARCHITECTURE DEVELOPMENT BUILDING TESTING DEPLOYMENT TRANSLATING STYLE TEMPLATE`;

/**
 * Returns why docs may not get this new file, as the end of a sentence; undefined when they may. Every other month
 * brings a tool that looks for data under a name of its own, or an agent that obeys a page named in capitals: no list
 * has all of them.
 * @param path within the docs folder.
 */
export function newFileFault(path: string, kind: KindOfFile): string | undefined {
  if (kind === 'data' && !isDocsData(foldedPath(path)))
    return 'it is new data, in no folder and under no name for data of docs';
  if (kind === 'prose' && isInCapitals(path))
    return 'agents obey pages that are named in capitals, and this one would be new';
  return undefined;
}

/**
 * Returns why an existing data file does not belong to the docs, as the end of a sentence; undefined when it does. At
 * the top of a repository, tools look for their own data. Of 28,567 commits that change only docs, in ten public
 * repositories, 28 changed other data there, 19 of them settings of tools.
 */
export function topFileFault(path: string, kind: KindOfFile): string | undefined {
  const folded = foldedPath(path);
  if (kind !== 'data' || folded.includes('/') || isDocsData(folded) || language.test(folded)) return undefined;
  return 'it is data at the top of the repository, where tools look for theirs, under no name for data of docs';
}

function isDocsData(path: string): boolean {
  return (
    findDataName(path) !== undefined ||
    path
      .split('/')
      .slice(0, -1)
      .some((folder) => dataFolderNames.has(folder))
  );
}

/** Whether a page is named in capitals. Short names such as `URL.md` and `API.md` are acronyms and do not count. */
function isInCapitals(path: string): boolean {
  const name = /([^/.]+)(?:\.[^/]*)?\.md$/i.exec(path)?.[1] ?? '';
  return /^[A-Z][A-Z_-]{3,}$/.test(name) && !knownCapitals.has(name);
}

const findDataName = namePatterns(words(dataNames));
const dataFolderNames = new Set(words(dataFolders));
const knownCapitals = new Set(words(capitalNames));
/** `es.json`, `zh-hans.json`. */
const language = /^[a-z]{2}(?:[-_][a-z]{2,4})?\.json$/;
