import type { Known } from '../facts.ts';
import type { DocsTree } from '../tree.ts';

/** API descriptions are larger than pages: that of a large code host has ten megabytes. */
const maximumDataBytes = 4_000_000;

/** Reads the text of a data file, which may be larger than a page. */
export async function readDataText(tree: DocsTree, path: string): Promise<Known<string>> {
  if (tree.entry(path)?.kind !== 'file') return { kind: 'refused', message: 'it is no regular file' };
  const bytes = await tree.read(path).catch(() => undefined);
  if (!bytes || bytes.byteLength > maximumDataBytes) {
    return { kind: 'refused', message: `it is over ${maximumDataBytes.toLocaleString('en')} bytes` };
  }
  try {
    return { kind: 'known', value: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { kind: 'refused', message: 'it is not UTF-8' };
  }
}
