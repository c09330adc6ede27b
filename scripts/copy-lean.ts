import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Files that a program never reads: types, maps, sources of compiled code, and texts for developers. */
const unread = /\.(?:map|[cm]?ts|tsx|flow|md|markdown)$/i;
const developmentFolders = new Set([
  'test',
  'tests',
  '__tests__',
  'docs',
  'example',
  'examples',
  'benchmark',
  'benchmarks',
]);
const rights = /^(?:licen[cs]e|notice|copying|copyright|authors|patents|third)/i;

/**
 * Copies the code of an installed package, with all licence texts, and without the packages within it. It does so
 * synchronously: for 5,000 small files `cp` of `node:fs/promises` needs ten times the processor time.
 */
export function copyLean(from: string, to: string, inner = ''): void {
  mkdirSync(path.join(to, inner), { recursive: true });
  for (const entry of readdirSync(path.join(from, inner), { withFileTypes: true })) {
    const name = path.join(inner, entry.name);
    if (!isRead(name, entry.isDirectory())) continue;
    if (entry.isDirectory()) copyLean(from, to, name);
    else copyFileSync(path.join(from, name), path.join(to, name));
  }
}

/** Whether a program may read the file. @param name the path within a package. */
export function isRead(name: string, isFolder: boolean): boolean {
  const parts = name.split(path.sep);
  if (parts.some((part) => part === 'node_modules' || (part.startsWith('.') && part !== '.'))) return false;
  if (isFolder) return !(parts.length === 1 && developmentFolders.has(name));
  return rights.test(path.basename(name)) || !unread.test(name);
}
