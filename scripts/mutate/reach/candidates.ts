import path from 'node:path';
import type { Break } from '../draw/find-breaks.ts';
import { nearestFirst } from './imports.ts';
import type { ImportGraph } from './imports.ts';

/** Which tests reach a place. */
export interface Reached {
  /** Those that did while they ran. */
  tests: ReadonlySet<string>;
  /** Whether a test file reached it while it was imported: another one that shares its modules may depend on it. */
  isAtImport: boolean;
  /** Whether it was reached while no test ran: before the first one, when PostgreSQL is prepared for all. */
  isBetween: boolean;
}

export const unreached: Reached = { tests: new Set(), isAtImport: false, isBetween: false };

/** What is known of the tests when none is broken. */
export interface KnownTests {
  /** Each test file with the seconds that it takes. */
  seconds: ReadonlyMap<string, number>;
  /**
   * Those that fail on sources with probes, and on no others: what they reach is not known. Most build a package. They
   * are asked about what they import, and about all of their own workspace.
   */
  disturbed: ReadonlySet<string>;
}

/** Code that only browsers run, where nothing is recorded. */
const isInBrowser = (file: string): boolean => file.endsWith('.js');
const browser = 'server/test/support/browser.ts';

/** Returns the tests that may notice a broken place, those first that are likely to, and then those that are quick. */
export function candidatesOf(
  place: Break,
  reached: Reached,
  { seconds, disturbed }: KnownTests,
  graph: ImportGraph,
): string[] {
  const isTest = (file: string): boolean => seconds.has(file);
  const importers = nearestFirst(graph.importers, place.file).filter(isTest);
  const maybe = [
    ...(place.isAtImport || reached.isAtImport || isInBrowser(place.file) ? importers : []),
    ...(isInBrowser(place.file) ? nearestFirst(graph.importers, browser).filter(isTest) : []),
  ];
  const order = byNearness(place.file, seconds);
  const sure = [...reached.tests].filter(isTest).toSorted(order);
  const builds = [...disturbed].filter(
    (test) => isTest(test) && (importers.includes(test) || workspaceOf(test) === workspaceOf(place.file)),
  );
  return [...new Set([...sure, ...maybe.toSorted(order), ...builds.toSorted(order)])];
}

function workspaceOf(file: string): string {
  return file.slice(0, file.indexOf('/'));
}

/** Tests have the folders of what they test, and often its name: `server/src/jobs/claim.ts`, `server/test/jobs/claim.test.ts`. */
function byNearness(file: string, seconds: ReadonlyMap<string, number>): (a: string, b: string) => number {
  const known = new Map<string, number>();
  const nearness = (test: string): number => {
    const found = known.get(test) ?? nearnessOf(file, test);
    known.set(test, found);
    return found;
  };
  return (a, b) => nearness(b) - nearness(a) || (seconds.get(a) ?? 0) - (seconds.get(b) ?? 0) || (a < b ? -1 : 1);
}

/** The number of folders that both have, and more for the same name. */
export function nearnessOf(file: string, test: string): number {
  const [own, other] = [foldersOf(file), foldersOf(test)];
  const differs = own.folders.findIndex((folder, index) => folder !== other.folders[index]);
  const shared = differs === -1 ? own.folders.length : differs;
  return shared + (own.name === other.name ? 2 : 0);
}

function foldersOf(file: string): { folders: string[]; name: string } {
  const folders = path.posix
    .dirname(file)
    .split('/')
    .filter((part) => part !== 'src' && part !== 'test');
  return { folders, name: path.posix.basename(file).replace(/\..*$/, '') };
}
