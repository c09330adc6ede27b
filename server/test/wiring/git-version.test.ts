import { expect, test } from 'vitest';
import { gitShortcoming, readGitVersion } from '../../src/wiring/start/git-version.ts';

test.each([
  [undefined, /^The program git was not found/],
  ['1.9.5', /^git 1\.9\.5 was found, and no repository can be read/],
  ['2.33.8', /^git 2\.33\.8 was found, and no repository can be read/],
  ['2.34.1', /looks it up once more.*from 2\.37 on; and merges follow no renames.*Install git 2\.38 or newer\.$/],
  ['2.36.6', /looks it up once more/],
  ['2.37.7', /^git 2\.37\.7 was found: merges follow no renames/],
])('what git %s lacks', (version, said) => {
  expect(gitShortcoming(version)).toMatch(said);
});

test.each(['2.38.0', '2.39.5', '2.50.1', '3.0.0'])('git %s has all that is needed', (version) => {
  expect(gitShortcoming(version)).toBeUndefined();
});

test('the version is read from git', async () => {
  expect(await readGitVersion(10_000)).toMatch(/^2\.\d+/);
});
