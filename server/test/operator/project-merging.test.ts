import { expect, test } from 'vitest';
import { z } from 'zod';
import { projectCommands, setWithoutDatabase } from './project-commands.ts';

const Shape = z.object({ mergePolicy: z.record(z.string(), z.unknown()).nullable() });

test('the merge policy can be set, shown, changed and turned off', async () => {
  await using commands = await projectCommands(Shape);
  const { project, json, create } = commands;
  expect(await create()).toEqual({ mergePolicy: null });
  expect((await project('show', 'Handbook')).out).toMatch(/merge policy +off\n/);
  const set = await json('set', 'Handbook', '--merge-policy', 'links, spelling', '--merge-after', '48');
  const kinds = ['links', 'spelling'];
  const policy = { kinds, maxFiles: 20, maxChangedLines: 100, quarantineHours: 48, requireChecks: true };
  expect(set).toEqual({ mergePolicy: policy });
  const more = ['--merge-files', '3', '--merge-lines', '9', '--merge-checks', 'optional'];
  const changed = { ...policy, maxFiles: 3, maxChangedLines: 9, requireChecks: false };
  expect(await json('set', 'Handbook', ...more)).toEqual({ mergePolicy: changed });
  expect((await project('show', 'Handbook')).out).toMatch(
    /merge policy +links, spelling; up to 3 files and 9 lines; after 48 hours; checks optional\n/,
  );
  expect(await json('set', 'Handbook', '--merge-policy', 'off')).toEqual({ mergePolicy: null });
});

const said: Record<string, string> = {
  '--merge-policy': 'links, spelling, redirects, or several of them with commas; or off',
  '--merge-files': 'a whole number from 1 to 500',
  '--merge-lines': 'a whole number from 1 to 5000',
  '--merge-after': 'a whole number from 1 to 720',
  '--merge-checks': 'required or optional',
};

test.each([
  ['--merge-policy', 'prose'],
  ['--merge-policy', 'links,links'],
  ['--merge-files', '0'],
  ['--merge-lines', '5001'],
  ['--merge-after', '721'],
  ['--merge-after', 'soon'],
  ['--merge-checks', 'yes'],
])('%s %j is refused with the accepted values', async (option, value) => {
  const { code, err } = await setWithoutDatabase(option, value);
  expect(code).not.toBe(0);
  expect(err).toContain(said[option]);
});
