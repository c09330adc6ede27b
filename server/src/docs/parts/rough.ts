import { roughMediaFiles } from '../parse/media-files.ts';
import { roughIncludes } from './notations.ts';

/** More is no page that a person wrote. */
const maximumParts = 2_000;

/** What may name a file that a text takes in, one a line: more than is meant, never less. */
export function roughParts(text: string): string {
  return [...new Set([...roughIncludes(text), ...roughImports(text), ...roughMediaFiles(text)])].join('\n');
}

/** What a text may import: code that is only shown is among it. */
export function roughImports(text: string): string[] {
  if (!text.includes('import') && !text.includes('export')) return [];
  const found = new Set<string>();
  for (const [, , target = ''] of text.matchAll(/(?:from|import)\s{0,9}\(?\s{0,9}(["'])([^"'\n]{1,500})\1/g)) {
    found.add(target);
    if (found.size > maximumParts) break;
  }
  return [...found];
}
