import { isDirectory, type DirectoryNode } from './directory.ts';
import { decodeName } from './object-format.ts';
import { maximumPathCharacters, portabilityFault } from './portable-names.ts';

/**
 * Why a new file cannot be named so beside what is there; undefined where it can, or where the path is there already. Only
 * names that are new count: what is there cannot be held elsewhere as it is.
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

/** On macOS and Windows one of two names that differ in case alone, or in how an accent is written, hides the other. */
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

/** Made once for a folder, and not for each of the 10,000 files that are moved into it. Names that went are left in it. */
const kept = new WeakMap<Children, Map<string, string>>();

function foldedNames(children: Children): Map<string, string> {
  const known = kept.get(children);
  if (known) return known;
  const made = new Map(Array.from(children.keys(), (name) => [foldedName(name), name]));
  kept.set(children, made);
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
