import { folderOf, isWithin, joinPath } from '../../docs/text/paths.ts';
import type { GitTree } from '../../workspace/tree/tree.ts';
import { foldedPath } from '../../mandate/folded-path.ts';
import { words } from '../../mandate/name-patterns.ts';
import { textAt } from './text-at.ts';

/**
 * Returns the files and folders that agents load as plugins in a repository, beside the manifests, whose names begin with
 * a dot: `commands/`, `agents/`, `skills/` and the like beside a manifest, and what it names. Everywhere else
 * `commands/run.md` is a page about a command. Sources: code.claude.com/docs/en/plugins-reference,
 * cursor.com/docs/plugins, geminicli.com/docs/extensions.
 */
export async function pluginPaths(tree: GitTree): Promise<string[]> {
  const manifests = tree.entries().filter(({ path, kind }) => kind === 'file' && manifest.test(path));
  const roots = new Set<string>();
  const named = new Set<string>();
  for (const { path } of manifests) {
    const root = folderOf(path).replace(/(?:^|\/)(?:\.[\w-]*plugin|\.[\w-]+\/plugins?)$/, '');
    roots.add(root);
    for (const one of namedPaths((await textAt(tree, path)) ?? '', root)) named.add(one);
  }
  const below = [...roots, ...named].flatMap((folder) => loaded.map((name) => joinPath(folder, name) ?? name));
  return [...named, ...below];
}

/** Whether a path is one of them, or below one. */
export function isOfPlugin(path: string, plugins: readonly string[]): boolean {
  const folded = foldedPath(path);
  return plugins.some((plugin) => isWithin(folded, foldedPath(plugin)));
}

const manifest =
  /(?:^|\/)(?:\.[\w-]*plugin\/(?:plugin|marketplace)\.json|\.[\w-]+\/plugins?\/(?:plugin|marketplace)\.json|gemini-extension\.json)$/i;

const loaded = words(
  'commands agents skills hooks rules prompts output-styles workflows monitors themes bin settings.json SKILL.md',
);

/**
 * Returns the paths that a manifest names where it may name some; the folder of the plugin itself is none. Of a manifest
 * that is not JSON, every text is read as one.
 */
function namedPaths(text: string, root: string): string[] {
  return textsIn(text).flatMap((written) => {
    const path = joinPath(root, written.replace(/^\$\{\w+\}\//, ''))?.replace(/\/+$/, '');
    return path === undefined || path === root ? [] : [path];
  });
}

function textsIn(manifestText: string): string[] {
  try {
    const found: string[] = [];
    const visit = (value: unknown, isNamed: boolean): void => {
      if (typeof value === 'string' && isNamed && isPath.test(value)) found.push(value);
      else if (typeof value === 'object' && value !== null)
        for (const [key, one] of Object.entries(value)) visit(one, isNamed || namesPaths.test(key));
    };
    visit(JSON.parse(manifestText), false);
    return found;
  } catch {
    return Array.from(manifestText.matchAll(/"([^"]*)"/g), ([, one = '']) => one).filter((one) => one.includes('/'));
  }
}

/** What is an address, or has spaces, names no file. */
const isPath = /^(?![a-z][a-z0-9+.-]*:)\S+$/i;

const namesPaths =
  /^(?:commands|agents|skills|hooks|rules|prompts|themes|monitors|workflows|outputStyles|mcpServers|lspServers|contextFileName|source|pluginRoot)$/;
