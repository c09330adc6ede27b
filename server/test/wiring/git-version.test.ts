import { expect, test } from 'vitest';
import { gitShortcoming, openGitVersion, readGitVersion } from '../../src/wiring/start/git-version.ts';

test.each([
  [undefined, /^The program git was not found/],
  ['1.9.5', /^git 1\.9\.5 is too old/],
  ['2.33.8', /^git 2\.33\.8 is too old/],
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

test('a server asks git once a minute', async () => {
  let [minute, asked] = [0, 0];
  const read = openGitVersion(
    () => minute * 60_000,
    async () => await Promise.resolve(`2.${(asked += 1)}`),
  );
  expect([await read(1), await read(1)]).toEqual(['2.1', '2.1']);
  minute += 1;
  expect(await read(1)).toBe('2.2');
});

test('a server asks a git again that failed or was not found', async () => {
  const answers = [Promise.reject(new Error('too slow')), Promise.resolve(undefined), Promise.resolve('2.50')];
  const read = openGitVersion(
    () => 0,
    async () => await answers.shift(),
  );
  await expect(read(1)).rejects.toThrow('too slow');
  expect([await read(1), await read(1), await read(1)]).toEqual([undefined, '2.50', '2.50']);
});
