import { entriesOf, type Literal, type LiteralEntry } from '../../literal/literal.ts';
import { folderOf, stemOf } from '../../text/paths.ts';
import type { SiteContext } from '../../site/kind.ts';
import { readConfig, joinParts } from '../../site/site.ts';

/** The configuration of a Hugo site: one file, or a folder with a file for each part. */
export interface HugoConfiguration {
  root: string;
  files: string[];
  /** Returns the value at a path of keys, ignoring case. The first file that sets it wins. */
  at: (...keys: string[]) => Literal | undefined;
  /** Each language with its settings, including those in a separate file: `languages.fr.toml`. */
  languages: { code: string; settings: Literal }[];
  /** Whether one of its files cannot be read. */
  incomplete: boolean;
}

const endings = ['toml', 'yaml', 'yml', 'json'];

/**
 * Returns the files of a site's configuration; the first existing single file wins:
 * gohugo.io/configuration/introduction.
 */
export function hugoFiles({ index }: SiteContext, path: string): { root: string; files: string[] } {
  const folder = folderOf(path);
  const root = /(?:^|\/)config\/_default$/.test(folder) ? folder.replace(/\/?config\/_default$/, '') : folder;
  const single = ['hugo', 'config']
    .flatMap((name) => endings.map((ending) => joinParts(root, `${name}.${ending}`)))
    .find((file) => index.isFile(file));
  const parts = joinParts(root, 'config/_default');
  const ofParts = index.isFolder(parts)
    ? index.files.filter((file) => folderOf(file) === parts && /\.(?:toml|ya?ml|json)$/.test(file))
    : [];
  return { root, files: [...(single === undefined ? [] : [single]), ...ofParts] };
}

/** Reads all files of a configuration as data. */
export async function readHugoConfiguration(context: SiteContext, path: string): Promise<HugoConfiguration> {
  const { root, files } = hugoFiles(context, path);
  const parts = await Promise.all(
    files.map(async (file) => ({ ...partOf(file), literal: await readConfig(context, file) })),
  );
  const at = (...keys: string[]) => {
    for (const { name, language, literal } of parts) {
      if (language !== undefined || (name !== '' && name !== keys[0]?.toLowerCase())) continue;
      const found = setting(literal, ...(name === '' ? keys : keys.slice(1)));
      if (found) return found;
    }
    return undefined;
  };
  const together = entriesOf(at('languages')).map(({ key, value }) => ({ code: key.toLowerCase(), settings: value }));
  const apart = parts.flatMap(({ name, language, literal }) =>
    name === 'languages' && language !== undefined && literal ? [{ code: language, settings: literal }] : [],
  );
  return {
    root,
    files,
    incomplete: parts.some(({ literal }) => literal === undefined),
    at,
    languages: [...together, ...apart],
  };
}

/** Returns the value at a path of keys. Hugo ignores the case of keys. */
export function setting(literal: Literal | undefined, ...keys: string[]): Literal | undefined {
  let current = literal;
  for (const key of keys) {
    const wanted = key.toLowerCase();
    current = entriesOf(current).findLast((entry: LiteralEntry) => entry.key.toLowerCase() === wanted)?.value;
  }
  return current;
}

/**
 * Returns which part a file configures: `config/_default/menus.en.toml` is `menus` for one language. The main file
 * contains all parts, so its name is ''.
 */
function partOf(file: string): { name: string; language: string | undefined } {
  const [name = '', language] = stemOf(file).toLowerCase().split('.');
  return { name: /^(?:hugo|config)$/.test(name) ? '' : name, language };
}
