import { expect, test } from 'vitest';
import { openDocs } from '../../../src/docs/engine.ts';
import { openViewStore } from '../../../src/analytics/store/store.ts';
import { readFileLikePages } from '../../../src/worker/site/file-like-pages.ts';
import { arrivalOf, newProjectNumber, viewOf } from '../../analytics/support/views.ts';
import { treeOf } from '../../docs/memory-tree.ts';
import { testDatabase } from '../../support/database.ts';

const now = new Date('2026-11-21T10:00:00Z');

const files = {
  'mkdocs.yml': 'site_name: Wiki\n',
  'docs/index.md': '# Wiki\n',
  'docs/wiki/Node.js.md': '# Node.js\n',
  'docs/wiki/Größe.txt.md': '# Size\n',
  'docs/wiki/v1.2.md': '# 1.2\n',
  'docs/guide.md': '# Guide\n',
  'docs/site.js': '1',
};

test('pages that end like files are listed by the paths that readers request, and no others', async () => {
  await using database = await testDatabase();
  const { db } = database;
  await using stack = new AsyncDisposableStack();
  const engine = stack.adopt(openDocs({ workers: 1 }), (open) => open.close());
  const number = await newProjectNumber(db);
  const docs = engine.of(treeOf(files), { folder: '' });
  const read = async (pagesAt: string | null = null) => [
    ...(await readFileLikePages({ db, project: { number, pagesAt }, docs })),
  ];
  expect(await read()).toEqual(['/wiki/Größe.txt', '/wiki/Node.js']);
  expect(await read('/docs')).toEqual(['/docs/wiki/Größe.txt', '/docs/wiki/Node.js']);

  const log = { warn: (fields: object, message: string) => console.warn(message, fields) };
  const store = stack.adopt(openViewStore({ db, log, now: () => now, retentionMonths: 25 }), (open) => open.close());
  const paths = ['/handbook/guide', '/handbook/wiki/v1.2'];
  await store.write(
    arrivalOf(
      number,
      paths.map((path) => viewOf({ path, at: now.getTime() })),
    ),
  );
  expect(await read()).toEqual(['/handbook/wiki/Größe.txt', '/handbook/wiki/Node.js']);
});
