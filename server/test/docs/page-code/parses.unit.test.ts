import { expect, test } from 'vitest';
import { openFacts } from '../../../src/docs/facts.ts';
import { allKinds } from '../../../src/docs/kinds/all.ts';
import { newCode } from '../../../src/docs/page-code/new-code.ts';
import { readPageCode } from '../../../src/docs/page-code/read-page-code.ts';
import type { ParsePool } from '../../../src/docs/parse-pool.ts';
import { openViews } from '../../../src/docs/views.ts';
import { treeOf } from '../memory-tree.ts';
import { sites } from './rig.ts';

/** Reads code in this thread, and counts the requests. */
function countingPool(): ParsePool & { asked: number } {
  return {
    asked: 0,
    run(task) {
      if (task.kind !== 'code') return Promise.resolve({ kind: 'refused', message: 'not asked for', broken: false });
      this.asked += 1;
      return Promise.resolve({ kind: 'code', pieces: readPageCode(task) });
    },
    close: () => Promise.resolve(),
  };
}

function pages(word: string): Record<string, string> {
  const text = `import Widget from '../src/Widget';\n\n<Widget name={Widget.${word}} />\n`;
  return Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`docs/p${index}.mdx`, `${text}\n${index}\n`]));
}

test('only a few earlier versions of pages with the same imports are parsed, and none when they are judged again', async () => {
  const pool = countingPool();
  const viewOf = openViews(openFacts({ pool, maximumBytes: 10_000_000 }), allKinds);
  const judge = async () => {
    const past = await viewOf(treeOf({ ...sites.docusaurus, ...pages('a') }), '');
    const present = await viewOf(treeOf({ ...sites.docusaurus, ...pages('b') }), '');
    return await newCode(past, present, () => Promise.resolve([]));
  };
  expect(await judge()).toEqual([]);
  // All files after the change, and before it those that were requested eight at a time before the first answer.
  expect(pool.asked).toBeGreaterThan(40);
  expect(pool.asked).toBeLessThanOrEqual(48);
  const first = pool.asked;
  expect(await judge()).toEqual([]);
  expect(pool.asked).toBe(first);
});

const worded = (word: string) =>
  `import Widget from '../src/Widget';\n\n<Widget name="${word}" style={{ width: 3 }} href="https://acme.dev/${word}" />\n\n` +
  `- ${word} <b title="${word}">${word}</b>, {meta.title}.\n`;

test('pages in which only words of prose and of tags’ texts differ are not parsed', async () => {
  const pool = countingPool();
  const viewOf = openViews(openFacts({ pool, maximumBytes: 10_000_000 }), allKinds);
  const past = await viewOf(treeOf({ ...sites.docusaurus, 'docs/a.mdx': worded('old') }), '');
  const present = await viewOf(treeOf({ ...sites.docusaurus, 'docs/a.mdx': worded('new') }), '');
  const found = await newCode(past, present, () => Promise.resolve(['docs/a.mdx']));
  expect({ found, asked: pool.asked }).toEqual({ found: [], asked: 0 });
});
