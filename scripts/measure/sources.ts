import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A TypeScript file. */
export interface Source {
  /** The path from the root of the repository. */
  path: string;
  text: string;
  isTest: boolean;
}

/** Generated files: nobody reads them as code. */
const generated = /^(?:client\/src\/schema|server\/src\/postgres\/schema)\.ts$/;

/** Reads the existing files that git tracks and that match one of the patterns, except generated ones. */
export function readSources(root: string, patterns: readonly string[] = ['*.ts']): Source[] {
  const listed = execFileSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' });
  return listed
    .split('\n')
    .filter((name) => name !== '' && !generated.test(name) && existsSync(path.join(root, name)))
    .map((name) => ({ path: name, text: readFileSync(path.join(root, name), 'utf8'), isTest: isTest(name) }));
}

/** Whether a path belongs to a test, or to something that only tests use. */
export function isTest(name: string): boolean {
  return /(?:^|\/)test\//.test(name);
}

/** Counts the lines that are not blank. */
export function linesOf(text: string): number {
  return text.split('\n').filter((line) => line.trim() !== '').length;
}

/** Returns a function that finds the line of an offset, the first being 1. */
export function lineFinder(text: string): (offset: number) => number {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
