import { isDirectory, type DirectoryNode } from './directory.ts';
import { decodeName } from '../objects/object-format.ts';
import { maximumPathCharacters, portabilityFault } from './portable-names.ts';

/**
 * Returns why a new file must not have this name beside the existing files; undefined when it may, or when the path
 * already exists. Only new names are checked: what exists stays, even if other systems cannot store it.
 *
 * @param names the parts of the path, as directories have them.
 */
export function newNameFault(root: DirectoryNode, path: string, names: readonly string[]): string | undefined {
  let directory = root;
  for (const [depth, name] of names.entries()) {
    const child = directory.children.get(name);
    if (child === undefined) {
      if (path.length > maximumPathCharacters) return `it is longer than ${maximumPathCharacters} characters`;
      const faults = names.slice(depth).flatMap((one) => portabilityFault(textOf(one)) ?? []);
      return faults[0] ?? twinFault(directory, name);
    }
    if (!isDirectory(child)) return undefined;
    directory = child;
  }
  return undefined;
}

/** On macOS and Windows, of two names that differ only in case, or in how an accent is written, one hides the other. */
function twinFault({ children }: DirectoryNode, name: string): string | undefined {
  const known = foldedNames(children);
  const folded = foldedName(name);
  const other = known.get(folded);
  known.set(folded, name);
  if (other === undefined || other === name || !children.has(other)) return undefined;
  known.set(folded, other);
  return `some systems cannot tell it from ${JSON.stringify(textOf(other))}, which is there`;
}

type Children = DirectoryNode['children'];

/**
 * Computed once for a folder, and not for each of the 10,000 files that are moved into it. Names that were removed stay
 * in it.
 */
const namesOfFolders = new WeakMap<Children, Map<string, string>>();

function foldedNames(children: Children): Map<string, string> {
  const known = namesOfFolders.get(children);
  if (known) return known;
  const made = new Map(Array.from(children.keys(), (name) => [foldedName(name), name]));
  namesOfFolders.set(children, made);
  return made;
}

function foldedName(name: string): string {
  return isPlain(name) ? name.toLowerCase() : textOf(name).normalize('NFC').toUpperCase().toLowerCase();
}

function isPlain(name: string): boolean {
  return !/[\u0080-\u00ff]/.test(name);
}

function textOf(name: string): string {
  return decodeName(name) ?? name;
}
