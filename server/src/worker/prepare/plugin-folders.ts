import { folderOf, isWithin, joinPath } from '../../docs/text/paths.ts';
import type { GitTree } from '../../workspace/tree/tree.ts';
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
    const root = folderOf(path).replace(/(?:^|\/)\.[\w-]*plugin$/, '');
    roots.add(root);
    for (const one of namedPaths((await textAt(tree, path)) ?? '', root)) named.add(one);
  }
  const below = [...roots, ...named].flatMap((folder) => loaded.map((name) => joinPath(folder, name) ?? name));
  return [...named, ...below];
}

/** Whether a path is one of them, or below one. */
export function isOfPlugin(path: string, plugins: readonly string[]): boolean {
  const folded = path.toLowerCase();
  return plugins.some((plugin) => isWithin(folded, plugin.toLowerCase()));
}

const manifest = /(?:^|\/)(?:\.[\w-]*plugin\/(?:plugin|marketplace)\.json|gemini-extension\.json)$/i;

const loaded = [
  'commands',
  'agents',
  'skills',
  'hooks',
  'rules',
  'prompts',
  'output-styles',
  'workflows',
  'monitors',
  'themes',
];

/** Returns the paths that a manifest names. They are relative and begin with `./`; the folder of the plugin itself is none. */
function namedPaths(text: string, root: string): string[] {
  return Array.from(text.matchAll(/"(\.\/[^"\\]*)"/g)).flatMap(([, written = '']) => {
    const path = joinPath(root, written)?.replace(/\/+$/, '');
    return path === undefined || path === root ? [] : [path];
  });
}
