import { isCopydeskError } from '@copydesk/contract/errors';
import { lint } from './lint.ts';
import type { Vale } from './lint.ts';
import { openMemory } from './memory.ts';
import type { Memory } from './memory.ts';
import { openPlaces } from './places.ts';
import type { StyleSetup } from './setup.ts';
import { NotChecked, TookTooLong } from './tree.ts';
import type { StyleFinding, StyleTree } from './tree.ts';

export type ReadFindings = (setup: StyleSetup, tree: StyleTree, paths: readonly string[]) => Promise<FoundStyle>;

export interface FoundStyle {
  findings: StyleFinding[];
  /** Paths of pages that were not read, since they are too long. */
  tooLong: string[];
}

/** A page takes up to a third of a second where there are many rules, so that these are done well within the time of a run. */
const filesOfRun = 25;
const bytesOfRun = 8 * 1024 * 1024;
/** Of a page. */
export const mostPageBytes = 1024 * 1024;
/** A second program gains a third on two cores; more would only stand in the way of everything else. */
const atOnce = 2;
/** Of all runs for one question together, without what they wait for others. */
const mostSeconds = 120;
/** Nobody reads as many, and comparing them takes a second. */
const mostFindings = 50_000;

/** What is known of the rules of one setup. */
interface Known {
  memory: Memory;
  /** They took too long, and are not run again before `until`: others wait for the place, and the model for its answer. */
  slow?: { until: number; because: string };
}

const slowMinutes = 10;

/** Answers the findings of files, and remembers them by their content: a page that did not change is not read twice. */
export function openFindings(vale: Vale): ReadFindings {
  const inTurn = openPlaces(atOnce);
  const all = new WeakMap<StyleSetup, Known>();
  const run: Run = async (setup, texts) =>
    await inTurn(async () => {
      const begun = performance.now();
      const found = await lint(vale, setup, within(setup, texts));
      return { found, milliseconds: performance.now() - begun };
    });
  return async (setup, tree, paths) => {
    const known: Known = all.get(setup) ?? { memory: openMemory() };
    all.set(setup, known);
    const { slow, memory } = known;
    if (slow !== undefined && performance.now() < slow.until) throw new NotChecked(slow.because);
    try {
      return await readAll({ run, memory, setup, tree, paths });
    } catch (error) {
      if (!(error instanceof TookTooLong)) throw error;
      // The same words each time: what is told twice is one thing to know.
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
  memory: Memory;
  setup: StyleSetup;
  tree: StyleTree;
  paths: readonly string[];
}

async function readAll({ run, memory, setup, tree, paths }: Question): Promise<FoundStyle> {
  const keyOf = (path: string): string => `${tree.entry(path)?.blob} ${path}`;
  const known = new Map(paths.map((path) => [path, memory.get(keyOf(path))]));
  const unknown = paths.filter((path) => known.get(path) === undefined);
  let left = mostSeconds * 1_000;
  let count = 0;
  const tooLong: string[] = [];
  for await (const texts of runsOf(tree, unknown, tooLong)) {
    if (left <= 0) throw new TookTooLong(`all pages together took longer than ${mostSeconds} s`);
    const { found, milliseconds } = await run(setup, texts);
    left -= milliseconds;
    for (const path of texts.keys()) {
      const findings = found.get(path.slice(prefixOf(setup).length)) ?? [];
      for (const finding of findings) finding.path = path;
      known.set(path, findings);
      memory.set(keyOf(path), findings);
      count += findings.length;
    }
    if (count > mostFindings) throw new NotChecked(`it finds more than ${mostFindings} places`);
  }
  return { findings: [...known.values()].flatMap((findings) => findings ?? []), tooLong };
}

/** Texts for one run after the other, without those that are too long, whose paths are told. */
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

/** Undefined for one that is too long, also for the tree itself. */
async function readPage(tree: StyleTree, path: string): Promise<Uint8Array | undefined> {
  try {
    const content = await tree.read(path);
    return content.length > mostPageBytes ? undefined : content;
  } catch (error) {
    if (isCopydeskError(error, 'file_refused')) return undefined;
    throw error;
  }
}

function within(setup: StyleSetup, texts: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array> {
  return new Map([...texts].map(([path, content]) => [path.slice(prefixOf(setup).length), content]));
}

function prefixOf({ folder }: StyleSetup): string {
  return folder === '' ? '' : `${folder}/`;
}
