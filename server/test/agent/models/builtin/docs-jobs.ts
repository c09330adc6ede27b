import { afterAll } from 'vitest';
import { openDocs } from '../../../../src/docs/engine.ts';
import type { MemoryTree } from '../../memory-tree.ts';
import { docsTree, startJob } from './rig.ts';
import type { Job } from './rig.ts';

/** Jobs of one test file on files in memory, with the real engine of the docs room. */
export function docsJobs() {
  const engine = openDocs();
  afterAll(() => engine.close());

  return { engine, jobOn };

  function jobOn(files: Record<string, string>, folder = ''): DocsJob {
    const [tree, before] = [docsTree(files), docsTree(files)];
    return {
      ...startJob(tree, engine.of(tree, { folder })),
      before,
      async introduced() {
        const { problems } = await engine.compare({ before, after: tree, folder });
        return problems.map((problem) => `${problem.path}:${problem.line} ${problem.message}`);
      },
    };
  }
}

type DocsJob = Job & { before: MemoryTree; introduced(): Promise<string[]> };

/** Returns the paths whose content differs, with the current content; null for deleted ones. */
export function changes({ tree, before }: { tree: MemoryTree; before: MemoryTree }): Record<string, string | null> {
  const [was, is] = [before.files(), tree.files()];
  const paths = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((path) => was[path] !== is[path]).sort();
  return Object.fromEntries(paths.map((path) => [path, is[path] ?? null]));
}

/** A small site of Mintlify. */
export const mintlify = {
  'docs.json':
    '{\n  "name": "Acme",\n  "navigation": {\n    "pages": [\n      "index",\n      "guides/start",\n      "guides/api"\n    ]\n  }\n}\n',
  'index.mdx':
    '---\ntitle: "Home"\ndescription: "All about it."\n---\n\nGo to [the start](/guides/start#use-the-acme-cloud) or [the API](guides/api).\n',
  'guides/start.mdx':
    '---\ntitle: "Start"\ndescription: "How to begin."\n---\n\n## Use the Acme Cloud\n\nSee [above](#use-the-acme-cloud) and [home](../index).\n',
  'guides/api.mdx':
    '---\ntitle: "API"\ndescription: "What to call."\n---\n\nSee [the start](./start#use-the-acme-cloud).\n',
};
