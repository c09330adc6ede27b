import { isBranchName } from '../address.ts';

/**
 * Reads a `packed-refs` file: a line for each ref, and below a tag a line with the object that the tag points at.
 *
 * @param text the whole file; '' when there is none.
 * @returns ref, without `under`, to commit; undefined when the file is not as git writes it.
 */
export function readPackedRefs(text: string, under: string): Map<string, string> | undefined {
  const refs = new Map<string, string>();
  if (text === '') return refs;
  const lines = text.split('\n');
  // A file that does not end in a line break was cut off.
  if (lines.pop() !== '') return undefined;
  for (const [index, line] of lines.entries()) {
    if (index === 0 && line.startsWith('# pack-refs with:')) continue;
    const [, id = '', ref = ''] = /^(?:([0-9a-f]{40}) (refs\/.+)|\^[0-9a-f]{40})$/.exec(line) ?? [undefined];
    if (id === '' && !line.startsWith('^')) return undefined;
    if (!ref.startsWith(under)) continue;
    const name = ref.slice(under.length);
    if (refs.has(name) || !isBranch(name, id)) return undefined;
    refs.set(name, id);
  }
  return refs;
}

function isBranch(name: string, id: string): boolean {
  return isBranchName(name) && !/^0+$/.test(id);
}
