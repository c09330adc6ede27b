import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openDocs } from './support/open.ts';

const root = path.join(import.meta.dirname, '../../..');
/** They name pages of other sites, and addresses of the docs that are not pages. */
const others = /^server\/src\/(?:docs|manual|http\/openapi\/examples)\//;
const comment = /^\s*(?:\*|\/\*|\/\/)/;

/** The lines of sources that somebody may read in a message. */
function saidLines(): { file: string; line: string }[] {
  const files = globSync(['server/src/**/*.ts', 'contract/src/**/*.ts'], { cwd: root });
  return files
    .filter((file) => !others.test(file))
    .flatMap((file) =>
      readFileSync(path.join(root, file), 'utf8')
        .split('\n')
        .filter((line) => !comment.test(line))
        .map((line) => ({ file, line })),
    );
}

test('messages name pages of the docs by where a server shows them, and each is there', async () => {
  const { pages } = await openDocs();
  const named = saidLines().flatMap(({ file, line }) =>
    [...line.matchAll(/(?<![\w./$}-])\/docs\/([a-z]+(?:-[a-z]+)*)(?![\w/.-]*[\w/])/g)].map(([, slug = '']) => ({
      file,
      slug,
    })),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ slug }) => !pages.has(slug))).toEqual([]);
});

test('no message names a page of the docs by its file, which an installed package does not have there', async () => {
  const { pages } = await openDocs();
  const files = [...pages.keys()].map((slug) => `docs/${slug}.md`);
  const named = saidLines().filter(({ line }) => files.some((file) => line.includes(file)));
  expect(named).toEqual([]);
});
