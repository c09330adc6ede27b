import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { applyEdits } from '../edits.ts';
import { candidatesOf, unreached } from '../reach/candidates.ts';
import type { Probed } from '../reach/insert-probes.ts';
import type { Verdict } from '../report.ts';
import { runTests } from './run-tests.ts';
import type { Ran } from './run-tests.ts';
import type { Suite } from './suite.ts';

/** A part of a suite: `long` is the project of that name, and `quick` has all others. */
export type Part = 'quick' | 'long' | 'all';

/** What no test takes: a test that waits in vain ends after one minute, and its hooks after two. */
const graceSeconds = 240;
/** Two copies at once, and a broken source that is slow: not yet an endless loop. */
const patience = 4;

/**
 * Breaks a place in a copy, and runs the tests that reach it until one fails.
 *
 * @param first a test that is asked before all others: it noticed the same break in another version.
 */
export async function judge(
  suite: Suite,
  copy: string,
  { number, place }: Probed,
  part: Part,
  first?: string,
): Promise<Verdict> {
  const reached = suite.reached.get(number) ?? unreached;
  const candidates = candidatesOf(place, reached, suite, suite.graph);
  const file = path.join(copy, place.file);
  const original = await readFile(file, 'utf8');
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1000;
  let asked = 0;
  await writeFile(file, applyEdits(original, [place]));
  try {
    for (const [project, tests] of projectsOf(suite, part, first)) {
      const files = candidates
        .filter((one) => tests.has(one))
        .toSorted((a, b) => Number(b === first) - Number(a === first));
      if (files.length === 0 && reached.isBetween && project !== 'unit') files.push(...quickest(suite, tests));
      asked += files.length;
      const found = await askProject(suite, copy, project, files);
      if (found !== undefined) return { isNoticed: true, ...found, seconds: seconds() };
    }
  } finally {
    await writeFile(file, original);
  }
  const by = asked === 0 ? 'no test reaches it' : `none of ${asked} test files notices`;
  return { isNoticed: false, by, seconds: seconds() };
}

/** The unit tests come first, unless another one is known to notice. */
function projectsOf({ tests }: Suite, part: Part, first: string | undefined): [string, ReadonlySet<string>][] {
  return [...tests]
    .filter(([project]) => part === 'all' || (project === 'long') === (part === 'long'))
    .map(([project, files]): [string, ReadonlySet<string>] => [project, new Set(files)])
    .toSorted(([, a], [, b]) => Number(b.has(first ?? '')) - Number(a.has(first ?? '')));
}

/** Any test notices what fails before all of them. */
function quickest({ seconds }: Suite, tests: ReadonlySet<string>): string[] {
  return [...tests]
    .filter((one) => seconds.has(one))
    .toSorted((a, b) => (seconds.get(a) ?? 0) - (seconds.get(b) ?? 0))
    .slice(0, 1);
}

type Noticed = Pick<Verdict, 'test' | 'by'>;

/**
 * Returns what noticed. A test that fails once and not again failed by chance: those after it are asked. Unit tests have
 * nothing that chance could touch.
 */
async function askProject(suite: Suite, root: string, project: string, files: string[]): Promise<Noticed | undefined> {
  let left = files;
  while (left.length > 0) {
    const ran = await ask(suite, root, project, left);
    if (ran.outcome === 'passed') return undefined;
    const failed = ran.files.find((one) => one.failed);
    if (ran.outcome === 'stopped' || failed === undefined || project === 'unit') return describe(ran, left);
    const again = await ask(suite, root, project, [failed.file]);
    if (again.outcome !== 'passed') return describe(ran, left);
    const ended = new Set(ran.files.map((one) => one.file));
    left = left.filter((one) => !ended.has(one));
  }
  return undefined;
}

async function ask({ cache, seconds }: Suite, root: string, project: string, files: string[]): Promise<Ran> {
  const usual = files.reduce((sum, file) => sum + (seconds.get(file) ?? 0), 0);
  const limitSeconds = graceSeconds + patience * usual;
  return await runTests({ root, cache, files, projects: [project], workers: 1, stopsAtFailure: true, limitSeconds });
}

function describe({ outcome, files, error }: Ran, asked: readonly string[]): Noticed {
  const failed = files.find((one) => one.failed);
  if (failed !== undefined) {
    const { file, test, message } = failed;
    return { test: file, by: [file, test && `"${test}"`, inParentheses(message)].filter(Boolean).join(' ') };
  }
  const ended = new Set(files.map(({ file }) => file));
  const test = asked.find((file) => !ended.has(file)) ?? asked.at(-1) ?? '';
  return {
    test,
    by: outcome === 'stopped' ? `${test} does not end` : `${test}, outside of its tests ${inParentheses(error)}`,
  };
}

function inParentheses(message: string): string {
  const line = message.trim().split('\n')[0] ?? '';
  return line === '' ? '' : `(${line.length > 100 ? `${line.slice(0, 99)}…` : line})`;
}
