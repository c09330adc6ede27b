import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { nearestFirst } from '../reach/imports.ts';
import type { ImportGraph } from '../reach/imports.ts';
import { endAll } from '../run/processes.ts';
import { applyEdits } from '../edits.ts';
import type { Break } from './find-breaks.ts';

/**
 * Returns which breaks compile, without compiling each on its own: one break of each file at a time. A break is left out
 * if there are errors in its file, or if it is the nearest that a file with errors imports.
 *
 * @param folder a copy of the sources, in which nothing else happens meanwhile.
 * @param notice gets the number of breaks that are decided.
 */
export async function findCompiling(
  folder: string,
  graph: ImportGraph,
  breaks: readonly Break[],
  notice: (decided: number) => void = () => {},
): Promise<Set<Break>> {
  const compiling = new Set<Break>();
  const left = [...breaks];
  while (left.length > 0) {
    const round = new Map<string, Break>();
    for (const one of left) if (!round.has(one.file)) round.set(one.file, one);
    for (const one of round.values()) left.splice(left.indexOf(one), 1);
    for (const one of await compileRound(folder, graph, round)) compiling.add(one);
    notice(breaks.length - left.length);
  }
  return compiling;
}

async function compileRound(folder: string, graph: ImportGraph, round: Map<string, Break>): Promise<Break[]> {
  const originals = new Map<string, string>();
  const kept = new Map(round);
  try {
    for (const [file, { check, ...edit }] of round) {
      const text = await readFile(path.join(folder, file), 'utf8');
      originals.set(file, text);
      await writeFile(path.join(folder, file), applyEdits(text, check ?? [edit]));
    }
    for (;;) {
      const failed = await compile(folder);
      const elsewhere = failed.filter((file) => !kept.has(file));
      const blamed = new Set(failed.flatMap((file) => blame(graph, file, kept) ?? []));
      for (const file of blamed) {
        kept.delete(file);
        await writeFile(path.join(folder, file), originals.get(file) ?? '');
      }
      // An error in a broken file is that of its break. Another one may have several causes.
      if (elsewhere.length === 0) return [...kept.values()];
      if (blamed.size === 0)
        throw new Error(`The sources do not compile without a break, either: ${elsewhere.join(', ')}`);
    }
  } finally {
    for (const [file, text] of originals) await writeFile(path.join(folder, file), text);
  }
}

/** The file itself if it is broken, or else the broken one that it imports over the fewest others. */
function blame(graph: ImportGraph, file: string, kept: ReadonlyMap<string, Break>): string | undefined {
  return nearestFirst(graph.imports, file).find((one) => kept.has(one));
}

/**
 * Returns the files with errors. What a break leaves unused, such as an import, is no error: whoever made the mistake would
 * have removed it.
 */
async function compile(folder: string): Promise<string[]> {
  const compiler = path.join(folder, 'node_modules/typescript/bin/tsc');
  const unused = ['--noUnusedLocals', 'false', '--noUnusedParameters', 'false'];
  // All copies share that folder: the first round of a run is as quick as all others, once there was one.
  const kept = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/mutate.tsbuildinfo'];
  const words = [compiler, '--pretty', 'false', ...unused, ...kept];
  const output = await new Promise<string>((resolve, reject) => {
    const child = execFile(process.execPath, words, { cwd: folder, maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      process.off('exit', stop);
      if (error !== null && typeof error.code !== 'number') reject(error);
      else if (error !== null && !stdout.includes(': error TS')) reject(new Error(`tsc failed: ${stdout}${stderr}`));
      else resolve(stdout);
    });
    const stop = (): void => {
      if (child.pid !== undefined) endAll(child.pid);
    };
    process.once('exit', stop);
  });
  return [...new Set([...output.matchAll(/^([^\s(][^(\n]*)\(\d+,\d+\): error TS/gm)].map(([, file = '']) => file))];
}
