import { lint } from './lint.ts';
import type { Vale } from './lint.ts';
import { openPlaces } from './places.ts';
import type { StyleSetup } from './setup.ts';
import { NotChecked } from './tree.ts';
import type { StyleFinding, StyleTree } from './tree.ts';

export type ReadFindings = (setup: StyleSetup, tree: StyleTree, paths: readonly string[]) => Promise<StyleFinding[]>;

/** A page takes up to a third of a second where there are many rules, so that these are done well within the time of a run. */
const filesOfRun = 25;
const bytesOfRun = 8 * 1024 * 1024;
const longestFile = 1024 * 1024;
/** A second program gains a third on two cores; more would only stand in the way of everything else. */
const atOnce = 2;

/** Answers the findings of files, and remembers them by their content: a page that did not change is not read twice. */
export function openFindings(vale: Vale): ReadFindings {
  const inTurn = openPlaces(atOnce);
  const memories = new WeakMap<StyleSetup, Map<string, StyleFinding[]>>();
  return async (setup, tree, paths) => {
    const memory = memories.get(setup) ?? new Map<string, StyleFinding[]>();
    memories.set(setup, memory);
    const keyOf = (path: string): string => `${tree.entry(path)?.blob} ${path}`;
    const known = new Map(paths.map((path) => [path, memory.get(keyOf(path))]));
    const unknown = paths.filter((path) => known.get(path) === undefined);
    for await (const texts of runsOf(tree, unknown)) {
      const found = await inTurn(() => lint(vale, setup, within(setup, texts)));
      for (const path of texts.keys()) {
        const findings = found.get(path.slice(prefixOf(setup).length)) ?? [];
        for (const finding of findings) finding.path = path;
        known.set(path, findings);
        remember(memory, keyOf(path), findings);
      }
    }
    return [...known.values()].flatMap((findings) => findings ?? []);
  };
}

async function* runsOf(tree: StyleTree, paths: readonly string[]): AsyncGenerator<Map<string, Uint8Array>> {
  let run = new Map<string, Uint8Array>();
  let bytes = 0;
  for (const path of paths) {
    const content = await tree.read(path);
    if (content.length > longestFile) throw new NotChecked(`${path} is larger than ${longestFile / 1024 / 1024} MB`);
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

function within(setup: StyleSetup, texts: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array> {
  return new Map([...texts].map(([path, content]) => [path.slice(prefixOf(setup).length), content]));
}

function prefixOf({ folder }: StyleSetup): string {
  return folder === '' ? '' : `${folder}/`;
}

const mostRemembered = 2_000;

function remember(memory: Map<string, StyleFinding[]>, key: string, findings: StyleFinding[]): void {
  memory.set(key, findings);
  const [oldest] = memory.keys();
  if (memory.size > mostRemembered && oldest !== undefined) memory.delete(oldest);
}
