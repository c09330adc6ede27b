import { roughMediaFiles } from '../parse/media-files.ts';
import { roughIncludes } from './notations.ts';

/** No person writes a page with more. */
const maximumParts = 2_000;

/** Returns the names of files that a text may include, one a line: at least the real ones, possibly more. */
export function roughParts(text: string): string {
  return [...new Set([...roughIncludes(text), ...roughImports(text), ...roughMediaFiles(text)])].join('\n');
}

/** Returns what a text may import. Code samples are included. */
export function roughImports(text: string): string[] {
  if (!text.includes('import') && !text.includes('export')) return [];
  const found = new Set<string>();
  for (const [, , target = ''] of text.matchAll(/(?:from|import)\s{0,9}\(?\s{0,9}(["'])([^"'\n]{1,500})\1/g)) {
    found.add(target);
    if (found.size > maximumParts) break;
  }
  return [...found];
}
