import { CopydeskError } from '@copydesk/contract';
import { hostFileFault, isHostFile } from '../docs/redirects/host-file-change.ts';
import { baseName, folderOf, isWithin, relativePath } from '../docs/paths.ts';
import type { Refusal, Repository } from '../workspace/repository.ts';
import type { GitTree } from '../workspace/tree.ts';

/**
 * What the agent may write: the docs, and the files that name them in navigation. Whatever a host or a tool would
 * run or obey when the change is merged is refused, wherever the docs are; of the configuration of hosts that keep
 * redirects there, only the redirects may change.
 *
 * @param docsFolder the project's folder of docs, '' for the whole repository.
 * @param hostFiles the texts of such configuration as they were before the job, by path.
 * @param siteFolders folders beside the docs whose configuration has its pages there.
 */
export function boundary(
  docsFolder: string,
  hostFiles: ReadonlyMap<string, string> = new Map(),
  siteFolders: readonly string[] = [],
): Refusal {
  const prefix = docsFolder === '' ? '' : `${docsFolder}/`;
  return (path, content) => {
    const before = hostFiles.get(path);
    if (before !== undefined && content) return fault(path, before, content);
    if (obeyed.some((pattern) => pattern.test(path))) {
      return 'it configures what runs on merge or what agents may do, which is for people to change';
    }
    if (path.startsWith(prefix) || isNavigationAbove(path, docsFolder)) return undefined;
    if (siteFolders.some((folder) => isNavigationBeside(path, folder))) return undefined;
    return `it is outside of the docs folder "${docsFolder}"`;
  };
}

/** The boundary of a job that begins at a commit. */
export async function openBoundary(repository: Repository, commit: string, docsFolder: string): Promise<Refusal> {
  const tree = await repository.openTree(commit);
  const own = tree.entries().filter(({ path, kind }) => kind === 'file' && isHostFile(path));
  const near = own.filter(({ path }) => isWithin(path, docsFolder) || isWithin(docsFolder, folderOf(path)));
  const texts = new Map<string, string>();
  for (const { path } of near.slice(0, maximumHostFiles)) {
    const text = await textAt(tree, path);
    if (text !== undefined) texts.set(path, text);
  }
  return boundary(docsFolder, texts, await siteFoldersBeside(tree, docsFolder));
}

/** `website`, where `website/docusaurus.config.js` says `path: '../docs'`: its sidebars list these docs. */
async function siteFoldersBeside(tree: GitTree, docsFolder: string): Promise<string[]> {
  const configurations = tree.entries().flatMap(({ path, kind }) => {
    const folder = folderOf(path);
    const isBeside = !isWithin(docsFolder, folder) && isWithin(docsFolder, folderOf(folder));
    return kind === 'file' && isBeside && /^docusaurus\.config\.\w+$/.test(baseName(path)) ? [{ path, folder }] : [];
  });
  const found: string[] = [];
  for (const { path, folder } of configurations.slice(0, maximumHostFiles)) {
    const named = relativePath(folder, docsFolder);
    const text = (await textAt(tree, path)) ?? '';
    if ([`'${named}'`, `"${named}"`, `\`${named}\``].some((quoted) => text.includes(quoted))) found.push(folder);
  }
  return found;
}

/** Of more, as a repository of examples has them, all others are for people to change. */
const maximumHostFiles = 20;

function fault(path: string, before: string, content: Uint8Array): string | undefined {
  const after = decoded(content);
  const found = after === undefined ? 'it is no text' : hostFileFault(path, before, after);
  return found && `it configures the host, and of that only redirects within the site may change: ${found}`;
}

async function textAt(tree: GitTree, path: string): Promise<string | undefined> {
  try {
    return decoded(await tree.read(path));
  } catch (error) {
    if (error instanceof CopydeskError && error.code === 'file_refused') return undefined;
    throw error;
  }
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const obeyed = [
  /^\.(github|gitlab|gitea|forgejo|circleci|buildkite|husky|copydesk|devcontainer|vscode)\//i,
  /(^|\/)\.(claude|codex|cursor|gemini|windsurf)\//i,
  /^(\.readthedocs|\.pre-commit-config|\.appveyor|appveyor|azure-pipelines|bitbucket-pipelines|cloudbuild)\.ya?ml$/i,
  /(^|\/)\.(gitlab-ci\.ya?ml|gitattributes|gitmodules|gitignore|travis\.yml|drone\.yml|woodpecker\.ya?ml)$/i,
  /(^|\/)\.(npmrc|yarnrc|yarnrc\.yml|pnpmfile\.cjs|envrc|devcontainer\.json|mcp\.json|cursorrules|windsurfrules)$/i,
  // As tools spell them: `agents.md` and `claude.md` are pages of docs about agents and models.
  /(^|\/)(AGENTS|CLAUDE|GEMINI)(\.[a-z]+)?\.md$/,
  /(^|\/)(CODEOWNERS|Jenkinsfile|Makefile|Dockerfile|package\.json|netlify\.toml|vercel\.json|wrangler\.toml)$/i,
];

/** `mkdocs.yml` beside `docs/`, or `sidebars.js` in a folder above: navigation that lives over its pages. */
const navigationFile =
  /^(mkdocs\.ya?ml|book\.toml|SUMMARY\.md|\.gitbook\.ya?ml|docs\.json|mint\.json|sidebars\.(js|ts|cjs|mjs|json)|docusaurus\.config\.(js|ts|cjs|mjs)|astro\.config\.(js|ts|mjs|cjs)|\.vitepress\/config\.(js|ts|mts|mjs))$/;

function isNavigationAbove(path: string, docsFolder: string): boolean {
  const [, folder = '', name = ''] = /^((?:[^/]+\/)*?)((?:\.vitepress\/)?[^/]+)$/.exec(path) ?? [];
  return docsFolder.startsWith(folder) && navigationFile.test(name);
}

/** The site's own files that name its pages, and where its host looks for redirects. */
function isNavigationBeside(path: string, siteFolder: string): boolean {
  const name = isWithin(path, siteFolder) ? path.slice(siteFolder.length + 1) : '';
  return /^(?:docusaurus\.config|sidebars)\.(?:js|ts|cjs|mjs|json)$|^(?:static\/)?_redirects$/.test(name);
}
