import { isCopydeskError } from '@copydesk/contract/errors';
import { lint } from './lint.ts';
import type { Vale } from './lint.ts';
import { openFindingsCache } from './findings-cache.ts';
import type { FindingsCache } from './findings-cache.ts';
import { limitConcurrency } from './limit-concurrency.ts';
import type { StyleSetup } from './setup.ts';
import { CheckTimeout, NotChecked } from './tree.ts';
import type { StyleFinding, StyleTree } from './tree.ts';

export type ReadFindings = (setup: StyleSetup, tree: StyleTree, paths: readonly string[]) => Promise<FoundStyle>;

export interface FoundStyle {
  findings: StyleFinding[];
  /** Paths of pages that were not checked, because they are too long. */
  tooLong: string[];
}

/** With many rules a page takes up to a third of a second, so this many finish well within the time of a run. */
const filesOfRun = 25;
const bytesOfRun = 8 * 1024 * 1024;
/** The limit for one page. */
export const mostPageBytes = 1024 * 1024;
/** A second process gains a third on two cores; more would only slow down everything else. */
const atOnce = 2;
/** The limit for all runs of one request together, without waiting for others. */
const mostSeconds = 120;
/** Nobody reads so many, and comparing them takes a second. */
const mostFindings = 50_000;

/** The state of one setup's rules. */
interface Known {
  cache: FindingsCache;
  /**
   * Set if the rules took too long. They do not run again before `until`, because others wait for the slot, and the
   * model for its result.
   */
  slow?: { until: number; because: string };
}

const slowMinutes = 10;

/**
 * Returns a function that reads the findings of files. It caches them by content: a page that did not change is not
 * checked twice.
 */
export function openFindings(vale: Vale): ReadFindings {
  const limited = limitConcurrency(atOnce);
  const all = new WeakMap<StyleSetup, Known>();
  const run: Run = async (setup, texts) =>
    await limited(async () => {
      const begun = performance.now();
      const found = await lint(vale, setup, textsWithin(setup, texts));
      return { found, milliseconds: performance.now() - begun };
    });
  return async (setup, tree, paths) => {
    const known: Known = all.get(setup) ?? { cache: openFindingsCache() };
    all.set(setup, known);
    const { slow, cache } = known;
    if (slow !== undefined && performance.now() < slow.until) throw new NotChecked(slow.because);
    try {
      return await readAll({ run, cache, setup, tree, paths });
    } catch (error) {
      if (!(error instanceof CheckTimeout)) throw error;
      // The same wording each time, so that repeated notes count as one.
      const because = `${error.message}; it is tried again after ${slowMinutes} minutes`;
      known.slow = { until: performance.now() + slowMinutes * 60_000, because };
      throw new NotChecked(because);
    }
  };
}

type Run = (
  setup: StyleSetup,
  texts: ReadonlyMap<string, Uint8Array>,
) => Promise<{ found: Map<string, StyleFinding[]>; milliseconds: number }>;

interface Question {
  run: Run;
  cache: FindingsCache;
  setup: StyleSetup;
  tree: StyleTree;
  paths: readonly string[];
}

async function readAll({ run, cache, setup, tree, paths }: Question): Promise<FoundStyle> {
  const keyOf = (path: string): string => `${tree.entry(path)?.blob} ${path}`;
  const known = new Map(paths.map((path) => [path, cache.get(keyOf(path))]));
  const unknown = paths.filter((path) => known.get(path) === undefined);
  let left = mostSeconds * 1_000;
  let count = 0;
  const tooLong: string[] = [];
  for await (const texts of runsOf(tree, unknown, tooLong)) {
    if (left <= 0) throw new CheckTimeout(`all pages together took longer than ${mostSeconds} s`);
    const { found, milliseconds } = await run(setup, texts);
    left -= milliseconds;
    for (const path of texts.keys()) {
      const findings = found.get(path.slice(prefixOf(setup).length)) ?? [];
      for (const finding of findings) finding.path = path;
      known.set(path, findings);
      cache.set(keyOf(path), findings);
      count += findings.length;
    }
    if (count > mostFindings) throw new NotChecked(`it finds more than ${mostFindings} places`);
  }
  return { findings: [...known.values()].flatMap((findings) => findings ?? []), tooLong };
}

/** Yields the texts for one run after another, without those that are too long, whose paths are added to `tooLong`. */
async function* runsOf(
  tree: StyleTree,
  paths: readonly string[],
  tooLong: string[],
): AsyncGenerator<Map<string, Uint8Array>> {
  let run = new Map<string, Uint8Array>();
  let bytes = 0;
  for (const path of paths) {
    const content = await readPage(tree, path);
    if (content === undefined) {
      tooLong.push(path);
      continue;
    }
    if (run.size === filesOfRun || bytes + content.length > bytesOfRun) {
      yield run;
      run = new Map();
      bytes = 0;
    }
    run.set(path, content);
    bytes += content.length;
  }
  if (run.size > 0) yield run;
}

/** Returns the content of a page; undefined if it is too long for the check or for the tree itself. */
async function readPage(tree: StyleTree, path: string): Promise<Uint8Array | undefined> {
  try {
    const content = await tree.read(path);
    return content.length > mostPageBytes ? undefined : content;
  } catch (error) {
    if (isCopydeskError(error, 'file_refused')) return undefined;
    throw error;
  }
}

function textsWithin(setup: StyleSetup, texts: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array> {
  return new Map([...texts].map(([path, content]) => [path.slice(prefixOf(setup).length), content]));
}

function prefixOf({ folder }: StyleSetup): string {
  return folder === '' ? '' : `${folder}/`;
}
