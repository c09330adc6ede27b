import path from 'node:path';

const source = /^(client|contract|server|tracker|chaos)\/src\/(.+)$/;

/**
 * Returns the test files of what changed: tests that changed themselves, and for each source those in the folder that
 * mirrors its own, or in the nearest above it that has some. Tests that take long by nature are left out.
 * @param changed paths from the root of the repository
 * @param testFiles all test files of the repository
 */
export function nearestTests(changed: readonly string[], testFiles: readonly string[]): string[] {
  const quick = testFiles.filter((file) => !file.endsWith('.long.test.ts'));
  const folders = Map.groupBy(quick, (file) => path.posix.dirname(file));
  const found = changed.flatMap((file) => {
    if (quick.includes(file)) return [file];
    const [, workspace, inside] = source.exec(file) ?? [];
    if (workspace === undefined || inside === undefined) return [];
    return testsAbove(path.posix.join(workspace, 'test', path.posix.dirname(inside)), folders);
  });
  return [...new Set(found)].toSorted();
}

function testsAbove(folder: string, folders: ReadonlyMap<string, string[]>): string[] {
  for (let at = folder; at.includes('/test/'); at = path.posix.dirname(at)) {
    const here = folders.get(at);
    if (here !== undefined) return here;
  }
  return [];
}
