import { foldedPath } from './folded-path.ts';
import type { KindOfFile } from './kinds-of-files.ts';
import { namePatterns, words } from './name-patterns.ts';

/** Names under which docs keep data, wherever it lies: navigation, people, words, and descriptions of interfaces. */
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
 * Why a file is none that docs begin with, as the end of a sentence; undefined where it may be new. Every other month brings
 * a tool that looks for data under a name of its own, or an agent that obeys a page in capitals: no list has all of them.
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
 * Why data that is there is none of the docs, as the end of a sentence: at the top of a repository tools look for theirs. Of
 * 28,567 commits to ten public repositories that are docs alone, 28 changed other data there, 19 of them settings of tools.
 */
export function topFileFault(path: string, kind: KindOfFile): string | undefined {
  const folded = foldedPath(path);
  if (kind !== 'data' || folded.includes('/') || isDocsData(folded) || language.test(folded)) return undefined;
  return 'it is data at the top of the repository, where tools look for theirs, under no name for data of docs';
}

function isDocsData(path: string): boolean {
  return (
    named(path) !== undefined ||
    path
      .split('/')
      .slice(0, -1)
      .some((folder) => folders.has(folder))
  );
}

/** `URL.md` and `API.md` are short for something. */
function isInCapitals(path: string): boolean {
  const name = /([^/.]+)(?:\.[^/]*)?\.md$/i.exec(path)?.[1] ?? '';
  return /^[A-Z][A-Z_-]{3,}$/.test(name) && !capitals.has(name);
}

const named = namePatterns(words(dataNames));
const folders = new Set(words(dataFolders));
const capitals = new Set(words(capitalNames));
/** `es.json`, `zh-hans.json`. */
const language = /^[a-z]{2}(?:[-_][a-z]{2,4})?\.json$/;
