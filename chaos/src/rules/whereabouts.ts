/**
 * Checks that jobs of a repository on a disk run where it is. All others may run anywhere.
 *
 * @param home the machine that has the repository; undefined for one at the git host.
 * @param worked the machines on which a turn passed a named place.
 */
export function brokenWhereabouts(home: string | undefined, worked: readonly string[]): string[] {
  if (home === undefined) return [];
  return worked
    .filter((machine) => machine !== home)
    .map((machine) => `its repository is on ${home}, and ${machine} has worked on it`);
}
