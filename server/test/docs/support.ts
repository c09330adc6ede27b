import { afterAll } from 'vitest';
import { openDocs, type FileEdit, type Problem } from '../../src/docs/engine.ts';
import type { Plan } from '../../src/docs/plan/plan.ts';
import { treeOf, type Files } from './memory-tree.ts';

/** Opens an engine for the tests of one file. */
export function testDocs() {
  const engine = openDocs({ workers: 1, timeoutMilliseconds: 20_000 });
  afterAll(() => engine.close());
  return {
    engine,
    site: (files: Files, folder = '') => engine.of(treeOf(files), { folder }),
    /** `path:line rule subject → suggestion`, one for each problem. */
    problems: async (files: Files, folder = ''): Promise<string[]> => {
      return (await engine.of(treeOf(files), { folder }).check()).problems.map(reported);
    },
    /** The same for what a change introduced; lost URLs are requested separately. */
    introduced: async (before: Files, after: Files, folder = ''): Promise<string[]> => {
      const { problems, warnings } = await engine.compare({ before: treeOf(before), after: treeOf(after), folder });
      return [...problems, ...warnings].filter(({ rule }) => rule !== 'address-lost').map(reported);
    },
  };
}

function reported({ path, line, rule, subject, suggestion }: Problem): string {
  return `${path}:${line} ${rule}${subject === undefined ? '' : ` ${subject}`}${suggestion === undefined ? '' : ` → ${suggestion}`}`;
}

/** Returns the edits of a plan as an object from path to content. */
export function contents(plan: FileEdit[] | { edits: FileEdit[] }): Record<string, string> {
  const edits = Array.isArray(plan) ? plan : plan.edits;
  return Object.fromEntries(edits.map(({ path, content }) => [path, content]));
}

/** Returns the files after a plan was carried out. */
export function withPlan(files: Files, plan: Plan): Files {
  const kept = Object.entries(files).filter(([path]) => !plan.files.some(({ from }) => from === path));
  return { ...Object.fromEntries(kept), ...contents(plan) };
}
