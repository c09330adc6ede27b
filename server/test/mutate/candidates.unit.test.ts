import { expect, test } from 'vitest';
import { findBreaks } from '../../../scripts/mutate/draw/find-breaks.ts';
import type { Break } from '../../../scripts/mutate/draw/find-breaks.ts';
import { candidatesOf, nearnessOf, unreached } from '../../../scripts/mutate/reach/candidates.ts';
import { nearestFirst, readImports } from '../../../scripts/mutate/reach/imports.ts';

const claim = 'server/test/jobs/claim/claim.test.ts';
const queue = 'server/test/jobs/queue.test.ts';
const page = 'server/test/pages/page.test.ts';
const desk = 'server/test/pages/desk.test.ts';
const sources = {
  'server/src/jobs/claim/claim.ts': "import { Job } from '@copydesk/contract';",
  'contract/src/index.ts': "export * from './job.ts';",
  'contract/src/job.ts': '',
  'server/src/program.ts': "import './jobs/claim/claim.ts';",
  'server/src/pages/copy.js': '',
  'server/test/support/browser.ts': '',
  [claim]: "import { claim } from '../../../src/jobs/claim/claim.ts';",
  [queue]: "const program = new URL('../../src/program.ts', import.meta.url);",
  [page]: "import { Job } from '@copydesk/contract';",
  [desk]: "import { testBrowser } from '../support/browser.ts';",
};
const graph = readImports(Object.entries(sources).map(([path, text]) => ({ path, text })));
const seconds = new Map([
  [claim, 9],
  [queue, 5],
  [page, 1],
  [desk, 2],
]);
const known = { seconds, disturbed: new Set<string>() };

function placeIn(file: string, source = 'function f() { return true; }'): Break {
  const [place] = findBreaks(file, source);
  if (place === undefined) throw new Error('There is no place');
  return place;
}

test('imports are followed over packages of the workspace, and over addresses of programs', () => {
  expect(nearestFirst(graph.importers, 'contract/src/job.ts')).toEqual([
    'contract/src/job.ts',
    'contract/src/index.ts',
    'server/src/jobs/claim/claim.ts',
    page,
    'server/src/program.ts',
    claim,
    queue,
  ]);
  expect(nearestFirst(graph.imports, queue)).toContain('contract/src/job.ts');
});

test('tests are near that have the folders and the name of what they test', () => {
  const tests = [claim, queue, page, 'tracker/test/claim.test.ts'];
  expect(tests.map((one) => nearnessOf('server/src/jobs/claim/claim.ts', one))).toEqual([5, 2, 1, 2]);
});

test('the tests that reach a place are asked, the near ones first, and then the quick ones', () => {
  const reached = { ...unreached, tests: new Set([page, queue, desk, claim, 'server/test/fails.test.ts']) };
  const place = placeIn('server/src/jobs/claim/claim.ts');
  expect(candidatesOf(place, reached, known, graph)).toEqual([claim, queue, page, desk]);
  expect(candidatesOf(place, unreached, known, graph)).toEqual([]);
});

test('of what runs when a module is loaded, all tests that import it are asked, after those that reached it', () => {
  const file = 'server/src/jobs/claim/claim.ts';
  const reached = { ...unreached, tests: new Set([page]) };
  expect(candidatesOf(placeIn(file, 'const most = 5;'), reached, known, graph)).toEqual([page, claim, queue]);
  expect(candidatesOf(placeIn(file), { ...reached, isAtImport: true }, known, graph)).toEqual([page, claim, queue]);
});

test('of what browsers run, the tests with a browser are asked', () => {
  expect(candidatesOf(placeIn('server/src/pages/copy.js'), unreached, known, graph)).toEqual([desk]);
});

test('tests that fail for the probes may reach what they import, and all of their workspace', () => {
  const other = 'client/test/package.test.ts';
  const disturbed = new Set([desk, page, other]);
  const of = { seconds: new Map([...seconds, [other, 3]]), disturbed };
  const reached = { ...unreached, tests: new Set([queue]) };
  expect(candidatesOf(placeIn('contract/src/job.ts'), reached, of, graph)).toEqual([queue, page]);
  expect(candidatesOf(placeIn('server/src/program.ts'), reached, of, graph)).toEqual([queue, page, desk]);
});
