/**
 * The Node.js releases from which on strings of numbers that all have one hash no longer slow it down (CVE-2026-21717,
 * https://nodejs.org/en/blog/vulnerability/march-2026-security-releases): before, a body of 250 KB took half a second.
 */
const fixedFrom: Readonly<Record<number, readonly [minor: number, patch: number]>> = {
  20: [20, 2],
  22: [22, 2],
  24: [14, 1],
  25: [8, 2],
};

/** Returns what is wrong with running on a version of Node.js; undefined when nothing is known to be. */
export function runtimeWeakness(version: string): string | undefined {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  const [fixedMinor, fixedPatch] = fixedFrom[major] ?? (major > 25 ? [0, 0] : [Infinity, 0]);
  if (minor > fixedMinor || (minor === fixedMinor && patch >= fixedPatch)) return undefined;
  return (
    `Node ${version} can be slowed down by anybody who sends it many numbers as texts (CVE-2026-21717). Run Copydesk on ` +
    'Node 24.14.1 or newer, such as the one that npm installs beside it.'
  );
}
