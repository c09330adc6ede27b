import { createHash } from 'node:crypto';
import type { DocsEngine } from '../../docs/engine.ts';
import { emptyOwnFile, ownFile, ownFileFault, type OwnFile } from '../../docs/own-files/own-files.ts';
import { baseName, folderOf, isWithin, relativePath } from '../../docs/text/paths.ts';
import { openMandate, type ChangeKind, type MandateSettings, type MandateVerdict } from '../../mandate/mandate.ts';
import { objectId } from '../../workspace/objects/object-format.ts';
import type { Examination, Refusal, Repository } from '../../workspace/repository.ts';
import type { GitTree, TreeEntry } from '../../workspace/tree/tree.ts';
import { utf8Text } from '../utf8-text.ts';
import { isOfPlugin, pluginPaths } from './plugin-folders.ts';
import { textAt } from './text-at.ts';

/** What is known about the repository before anything is written. */
export interface RepositoryFacts {
  /** Whether a file exists. */
  has: (path: string) => boolean;
  /** The texts of the site's own files, by path. */
  texts: ReadonlyMap<string, string>;
  /** Folders outside the docs with a site whose pages are in the docs. */
  siteFolders: readonly string[];
  /** Files and folders that agents load as plugins. */
  plugins: readonly string[];
  /** The paths that have exactly the same content. */
  placesOf: (content: Uint8Array) => readonly string[];
}

/** What a job may write. Its tools ask for each write, and the whole change is checked before it is delivered. */
export interface JobMandate {
  refuse: Refusal;
  /**
   * Compares a file of the site's own with its earlier text, in a thread: YAML's parser takes over two minutes for
   * hostile files.
   */
  examine: Examination;
}

/**
 * Opens what a job may write, fixed at the commit that it begins at: the mandate of its project. Of the site's own
 * files, it may change only the parts that name pages and lead readers on.
 */
export async function openJobMandate(
  docs: Pick<DocsEngine, 'ownFileFault'>,
  repository: Repository,
  commit: string,
  settings: MandateSettings,
): Promise<JobMandate> {
  const facts = await readFacts(repository, commit, settings);
  const faults = new Map<string, string | undefined>();
  const examine: Examination = async (path, content) => {
    const [own, before, after] = [ownFileOf(path, settings, facts), textBefore(path, facts), utf8Text(content)];
    if (own === undefined || own === 'data' || before === undefined || after === undefined) return;
    const key = keyOf(path, after);
    if (!faults.has(key)) faults.set(key, await docs.ownFileFault({ own, path, before, after }));
  };
  const judge: Judge = (_own, path, before, after) => {
    const key = keyOf(path, after);
    return before === after || faults.has(key) ? faults.get(key) : 'it was not compared with what stands';
  };
  return { refuse: jobMandate(settings, facts, judge), examine };
}

/** Hashes the text, because results are kept for the whole turn and texts may be large. */
function keyOf(path: string, text: string): string {
  return `${createHash('sha256').update(text).digest('base64')} ${path}`;
}

async function readFacts(
  repository: Repository,
  commit: string,
  { docsFolder }: MandateSettings,
): Promise<RepositoryFacts> {
  const tree = await repository.openTree(commit);
  const has = (path: string): boolean => tree.entry(path) !== undefined;
  return { has, ...(await siteFilesIn(tree, docsFolder)), placesOf: placesIn(tree) };
}

type SiteFiles = Pick<RepositoryFacts, 'texts' | 'siteFolders' | 'plugins'>;

/** Jobs that begin at the same commit share the list of its entries: 5,000 paths are judged once, not for each job. */
const knownSiteFiles = new WeakMap<readonly TreeEntry[], { docsFolder: string; files: Promise<SiteFiles> }>();

async function siteFilesIn(tree: GitTree, docsFolder: string): Promise<SiteFiles> {
  const entries = tree.entries();
  const known = knownSiteFiles.get(entries);
  if (known?.docsFolder === docsFolder) return await known.files;
  const files = readSiteFiles(tree, docsFolder);
  knownSiteFiles.set(entries, { docsFolder, files });
  files.catch(() => knownSiteFiles.delete(entries));
  return await files;
}

async function readSiteFiles(tree: GitTree, docsFolder: string): Promise<SiteFiles> {
  const [siteFolders, plugins] = await Promise.all([siteFoldersBeside(tree, docsFolder), pluginPaths(tree)]);
  const texts = await textsOf(tree, (path) => {
    const kind = ownFile(path, docsFolder, siteFolders);
    return kind !== undefined && kind !== 'data';
  });
  return { texts, siteFolders, plugins };
}

/** Hardly any job asks, so the tree is searched only at the first question. */
function placesIn(tree: GitTree): RepositoryFacts['placesOf'] {
  let files: Map<string, TreeEntry[]> | undefined;
  return (content) => {
    files ??= Map.groupBy(tree.entries(), ({ blob }) => blob);
    const same = files.get(objectId('blob', content)) ?? [];
    return same.flatMap(({ path, kind }) => (kind === 'file' ? [path] : []));
  };
}

type Judge = typeof ownFileFault;

/** Does the same with what is already known. Unless a judge is given, it compares texts when they are asked about. */
export function jobMandate(settings: MandateSettings, facts: RepositoryFacts, judge: Judge = ownFileFault): Refusal {
  const mandate = openMandate(settings);
  return (path, content) => {
    if (isOfPlugin(path, facts.plugins) && !settings.allow.includes(path))
      return 'agents load it as a part of a plugin, which is for people to change';
    const isThere = facts.has(path);
    const own = ownFileOf(path, settings, facts);
    // What builds and hosts obey may be neither moved nor removed, because of its kind.
    const mayMove = own === undefined || own === 'data';
    const change = mayMove ? changeOf(isThere, content) : 'change';
    const verdict = mandate(path, change, () => (content && mayMove ? facts.placesOf(content) : []));
    if (own === undefined) return refusalOf(verdict, settings);
    if (own === 'data') return isThere && isOutside(verdict) ? undefined : refusalOf(verdict, settings);
    const before = textBefore(path, facts);
    if (before === undefined) return refusalOf(verdict, settings);
    if (content !== undefined) return changeFault(own, (after) => judge(own, path, before, after), content);
    return emptyOwnFile(path) === undefined ? refusalOf(verdict, settings) : undefined;
  };
}

/** Returns the role of a path for the site, unless its project allows the path by name. */
function ownFileOf(path: string, { docsFolder, allow }: MandateSettings, facts: RepositoryFacts): OwnFile | undefined {
  return allow.includes(path) ? undefined : ownFile(path, docsFolder, facts.siteFolders);
}

/** Returns the text that a new text of such a file is compared with. */
function textBefore(path: string, { has, texts }: RepositoryFacts): string | undefined {
  return has(path) ? texts.get(path) : emptyOwnFile(path);
}

function changeOf(isThere: boolean, content: Uint8Array | undefined): ChangeKind {
  if (content === undefined) return 'remove';
  return isThere ? 'change' : 'add';
}

function isOutside(verdict: MandateVerdict): boolean {
  return verdict.kind === 'refused' && verdict.reason === 'outside';
}

/** Returns the refusal that the model reads, with what it may do instead. */
function refusalOf(verdict: MandateVerdict, { docsFolder }: MandateSettings): string | undefined {
  if (verdict.kind === 'allowed') return undefined;
  const where = docsFolder === '' ? '' : ` in ${docsFolder}/`;
  const more = verdict.unless === 'glob' ? ', and what the project allows besides' : '';
  return `${verdict.says}. What may be written: prose, images and data${where}, the site's navigation and redirects${more}`;
}

function changeFault(
  own: Exclude<OwnFile, 'data'>,
  faultOf: (after: string) => string | undefined,
  content: Uint8Array,
): string | undefined {
  const after = utf8Text(content);
  const fault = after === undefined ? 'it is no text' : faultOf(after);
  return fault && `it ${ownFiles[own]} may change: ${fault}`;
}

const ownFiles = {
  program: 'is a program, and of that only what it lists of navigation and redirects',
  settings: 'configures what builds the site, and of that only navigation, redirects and descriptions',
  host: 'configures the host, and of that only redirects within the site',
  redirects: 'is what the host leads readers on by, and of that only plain redirects',
};

/** When a repository has more, as one of examples may, only people change the others. */
const maximumFiles = 300;
const maximumCharacters = 10_000_000;

async function textsOf(tree: GitTree, isWanted: (path: string) => boolean): Promise<Map<string, string>> {
  const wanted = tree.entries().filter(({ path, kind }) => kind === 'file' && isWanted(path));
  const texts = new Map<string, string>();
  let characters = 0;
  for (const { path } of wanted.slice(0, maximumFiles)) {
    const text = await textAt(tree, path);
    characters += text?.length ?? 0;
    if (characters > maximumCharacters) break;
    if (text !== undefined && isNavigation(path, text)) texts.set(path, text);
  }
  return texts;
}

/** Any program may have a `config.ts`. Those of VitePress say so in their text. */
function isNavigation(path: string, text: string): boolean {
  return (
    !/(?<!\.vitepress\/)\bconfig\.[mc]?[jt]s$/.test(path) || /docusaurus|astro|defineAdditionalConfig/.test(path + text)
  );
}

/** Returns `website` when `website/docusaurus.config.js` says `path: '../docs'`: its sidebars list these docs. */
async function siteFoldersBeside(tree: GitTree, docsFolder: string): Promise<string[]> {
  const configurations = tree.entries().flatMap(({ path, kind }) => {
    if (kind !== 'file' || !/^docusaurus\.config\.\w+$/.test(baseName(path))) return [];
    const folder = folderOf(path);
    const isBeside = !isWithin(docsFolder, folder) && isWithin(docsFolder, folderOf(folder));
    return isBeside ? [{ path, folder }] : [];
  });
  const found: string[] = [];
  for (const { path, folder } of configurations.slice(0, 20)) {
    const named = relativePath(folder, docsFolder);
    const text = (await textAt(tree, path)) ?? '';
    if ([`'${named}'`, `"${named}"`, `\`${named}\``].some((quoted) => text.includes(quoted))) found.push(folder);
  }
  return found;
}
