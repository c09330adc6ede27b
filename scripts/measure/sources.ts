import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A file of TypeScript. */
export interface Source {
  /** From the top of the repository. */
  path: string;
  text: string;
  isTest: boolean;
}

/** What a program has written: nobody reads it as code. */
const generated = /^(?:client\/src\/schema|server\/src\/postgres\/schema)\.ts$/;

/** The files that git knows and that are there, without what is generated. */
export function readSources(root: string): Source[] {
  const listed = execFileSync('git', ['ls-files', '*.ts'], { cwd: root, encoding: 'utf8' });
  return listed
    .split('\n')
    .filter((name) => name !== '' && !generated.test(name) && existsSync(path.join(root, name)))
    .map((name) => ({ path: name, text: readFileSync(path.join(root, name), 'utf8'), isTest: isTest(name) }));
}

/** Whether a path is that of a test, or of what only tests use. */
export function isTest(name: string): boolean {
  return /(?:^|\/)test\//.test(name);
}

/** Lines that are not blank. */
export function linesOf(text: string): number {
  return text.split('\n').filter((line) => line.trim() !== '').length;
}
