import { CopydeskError } from '@copydesk/contract';
import { emptyOwnFile, ownFile, ownFileFault, type OwnFile } from '../docs/own-files/own-files.ts';
import { baseName, folderOf, isWithin, relativePath } from '../docs/paths.ts';
import { openMandate, type ChangeKind, type MandateSettings, type MandateVerdict } from '../mandate/mandate.ts';
import type { Refusal, Repository } from '../workspace/repository.ts';
import type { GitTree } from '../workspace/tree.ts';
import { utf8Text } from './utf8-text.ts';

/** What is known of the repository before anything is written. */
export interface Ground {
  /** Files that are there. */
  has: (path: string) => boolean;
  /** The texts of the site's own files, by path. */
  texts: ReadonlyMap<string, string>;
  /** Folders beside the docs whose site has its pages there. */
  siteFolders: readonly string[];
}

/**
 * What a job may write, fixed at the commit that it begins at: the mandate of its project, and of the site's own files that
 * name pages and lead readers on, only that.
 */
export async function openJobMandate(
  repository: Repository,
  commit: string,
  settings: MandateSettings,
): Promise<Refusal> {
  const tree = await repository.openTree(commit);
  const { docsFolder } = settings;
  const siteFolders = await siteFoldersBeside(tree, docsFolder);
  const texts = await textsOf(tree, (path) => {
    const kind = ownFile(path, docsFolder, siteFolders);
    return kind !== undefined && kind !== 'data';
  });
  return jobMandate(settings, { has: (path) => tree.entry(path) !== undefined, texts, siteFolders });
}

/** The same of what is known already. */
export function jobMandate(settings: MandateSettings, ground: Ground): Refusal {
  const mandate = openMandate(settings);
  const named = new Set(settings.allow);
  return (path, content) => {
    const isThere = ground.has(path);
    const verdict = mandate(path, changeOf(isThere, content));
    const own = named.has(path) ? undefined : ownFile(path, settings.docsFolder, ground.siteFolders);
    if (own === undefined) return refusalOf(verdict, settings);
    if (own === 'data') return isThere && isOutside(verdict) ? undefined : refusalOf(verdict, settings);
    const before = isThere ? ground.texts.get(path) : emptyOwnFile(path);
    if (before === undefined) return refusalOf(verdict, settings);
    if (content !== undefined) return changeFault(own, path, before, content);
    return emptyOwnFile(path) === undefined ? refusalOf(verdict, settings) : undefined;
  };
}

function changeOf(isThere: boolean, content: Uint8Array | undefined): ChangeKind {
  if (content === undefined) return 'remove';
  return isThere ? 'change' : 'add';
}

function isOutside(verdict: MandateVerdict): boolean {
  return verdict.kind === 'refused' && verdict.reason === 'outside';
}

/** What the model is told, with what it may do instead. */
function refusalOf(verdict: MandateVerdict, { docsFolder }: MandateSettings): string | undefined {
  if (verdict.kind === 'allowed') return undefined;
  const where = docsFolder === '' ? '' : ` in ${docsFolder}/`;
  const more = verdict.unless === 'glob' ? ', and what the project allows besides' : '';
  return `${verdict.says}. What may be written: prose, images and data${where}, the site's navigation and redirects${more}`;
}

function changeFault(
  own: Exclude<OwnFile, 'data'>,
  path: string,
  before: string,
  content: Uint8Array,
): string | undefined {
  const after = utf8Text(content);
  const fault = after === undefined ? 'it is no text' : ownFileFault(own, path, before, after);
  return fault && `it ${ownFiles[own]} may change: ${fault}`;
}

const ownFiles = {
  program: 'is a program, and of that only what it lists of navigation and redirects',
  settings: 'configures what builds the site, and of that only navigation, redirects and descriptions',
  host: 'configures the host, and of that only redirects within the site',
  redirects: 'is what the host leads readers on by, and of that only plain redirects',
};

/** Of more, as a repository of examples has them, all others are for people to change. */
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

/** Any program may have a `config.ts`; VitePress reads those that say so. */
function isNavigation(path: string, text: string): boolean {
  return (
    !/(?<!\.vitepress\/)\bconfig\.[mc]?[jt]s$/.test(path) || /docusaurus|astro|defineAdditionalConfig/.test(path + text)
  );
}

/** `website`, where `website/docusaurus.config.js` says `path: '../docs'`: its sidebars list these docs. */
async function siteFoldersBeside(tree: GitTree, docsFolder: string): Promise<string[]> {
  const configurations = tree.entries().flatMap(({ path, kind }) => {
    const folder = folderOf(path);
    const isBeside = !isWithin(docsFolder, folder) && isWithin(docsFolder, folderOf(folder));
    return kind === 'file' && isBeside && /^docusaurus\.config\.\w+$/.test(baseName(path)) ? [{ path, folder }] : [];
  });
  const found: string[] = [];
  for (const { path, folder } of configurations.slice(0, 20)) {
    const named = relativePath(folder, docsFolder);
    const text = (await textAt(tree, path)) ?? '';
    if ([`'${named}'`, `"${named}"`, `\`${named}\``].some((quoted) => text.includes(quoted))) found.push(folder);
  }
  return found;
}

async function textAt(tree: GitTree, path: string): Promise<string | undefined> {
  try {
    return utf8Text(await tree.read(path));
  } catch (error) {
    if (error instanceof CopydeskError && error.code === 'file_refused') return undefined;
    throw error;
  }
}
