import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readSources } from '../../measure/sources.ts';
import type { KnownTests, Reached } from '../reach/candidates.ts';
import { readImports } from '../reach/imports.ts';
import type { ImportGraph } from '../reach/imports.ts';
import { insertProbes } from '../reach/insert-probes.ts';
import type { Probed, Recording } from '../reach/insert-probes.ts';
import { readReached } from '../reach/read-reached.ts';
import { listTests } from './list-tests.ts';
import type { Tests } from './list-tests.ts';
import { readReport } from './report-line.ts';
import type { ReportedFile } from './report-line.ts';
import { runTests } from './run-tests.ts';

/** The tests of a version, and which of them reach the places. */
export interface Suite extends KnownTests {
  /** Copies of the version, one for each run at a time. */
  copies: readonly string[];
  cache: string;
  graph: ImportGraph;
  tests: Tests;
  reached: ReadonlyMap<number, Reached>;
  /** Tests that fail on unbroken sources: they notice nothing. */
  failing: ReadonlySet<string>;
}

/** What a suite is prepared with. */
export interface Preparation {
  copies: readonly string[];
  /** The folder of what is found, which a later run continues from. */
  folder: string;
  cache: string;
  places: readonly Probed[];
  patterns: readonly string[];
  notice: (done: number, all: number) => void;
}

const recorder = path.resolve(import.meta.dirname, '../vitest/recorder.ts');
/** Every test once: long, but no test may stop it forever. */
const longestSeconds = 4 * 60 * 60;

/** Runs all tests once, on sources with probes, to see which tests reach which place and how long they take. */
export async function prepareSuite(preparation: Preparation): Promise<Suite> {
  const { copies, cache, folder, places, patterns, notice } = preparation;
  const [root = ''] = copies;
  const tests = await listTests(root, patterns);
  const all = new Set([...tests.values()].flat());
  for (const name of ['running', 'reached']) await mkdir(path.join(folder, name), { recursive: true });
  const probed = path.join(folder, 'probed.jsonl');
  const originals = await writeProbes(root, places, { recorder, folder });
  const files = await runOnce({ root, tests, workers: copies.length, cache, records: folder, kept: probed, notice });
  for (const [file, text] of originals) await writeFile(path.join(root, file), text);
  const suspects = files.filter(({ failed }) => failed).map(({ file }) => file);
  const again = new Map([...tests].map(([name, some]) => [name, some.filter((file) => suspects.includes(file))]));
  const kept = path.join(folder, 'unbroken.jsonl');
  const unbroken = await runOnce({ root, tests: again, workers: copies.length, cache, kept, notice: () => {} });
  const failing = new Set(unbroken.filter(({ failed }) => failed).map(({ file }) => file));
  return {
    copies,
    cache,
    graph: readImports(readSources(root, ['*.ts', '*.js', '*.mjs'])),
    tests,
    reached: readReached(path.join(folder, 'reached')),
    failing,
    disturbed: new Set(suspects.filter((file) => !failing.has(file))),
    // A file that never ended is as one that fails.
    seconds: new Map(
      files.filter(({ file }) => !failing.has(file) && all.has(file)).map((one) => [one.file, one.seconds]),
    ),
  };
}

interface Once {
  root: string;
  tests: Tests;
  workers: number;
  cache: string;
  records?: string;
  /** The file of what is known already, and of what is found. */
  kept: string;
  notice: (done: number, all: number) => void;
}

/** Runs the test files that were not run before. */
async function runOnce({ kept, tests, notice, ...rest }: Once): Promise<ReportedFile[]> {
  const done = readReport(await readFile(kept, 'utf8').catch(() => '')).filter((line) => line.is === 'file');
  const known = new Set(done.map(({ file }) => file));
  const all = [...tests.values()].flat();
  const files = all.filter((file) => !known.has(file));
  const writing: Promise<void>[] = [];
  if (files.length === 0) return done;
  notice(done.length, all.length);
  const { error, files: ran } = await runTests({
    ...rest,
    files,
    projects: [...tests.keys()],
    stopsAtFailure: false,
    limitSeconds: longestSeconds,
    onFile(one) {
      done.push(one);
      writing.push(appendFile(kept, `${JSON.stringify(one)}\n`));
      notice(done.length, all.length);
    },
  });
  await Promise.all(writing);
  if (ran.length === 0) throw new Error(`The tests do not run on unbroken sources:\n${error}`);
  return done;
}

/** Returns the texts that the files had. */
async function writeProbes(
  root: string,
  places: readonly Probed[],
  recording: Recording,
): Promise<Map<string, string>> {
  const originals = new Map<string, string>();
  for (const [file, some] of Map.groupBy(places, ({ place }) => place.file)) {
    const text = await readFile(path.join(root, file), 'utf8');
    originals.set(file, text);
    await writeFile(path.join(root, file), insertProbes(text, some, recording));
  }
  return originals;
}
