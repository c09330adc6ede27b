import { expect, test } from 'vitest';
import { z } from 'zod';
import { projectCommands, setWithoutDatabase } from './project-commands.ts';

const Shape = z.object({ ciRounds: z.int(), ciWaitMinutes: z.int() });

test('the settings for failed checks of the code host can be set, shown and reset', async () => {
  await using commands = await projectCommands(Shape);
  const { project, json, create } = commands;

  const asMade = { ciRounds: 2, ciWaitMinutes: 60 };
  expect(await create()).toEqual(asMade);
  const set = await json('set', 'Handbook', '--ci-rounds', '0', '--ci-wait', '15');
  expect(set).toEqual({ ciRounds: 0, ciWaitMinutes: 15 });
  expect((await project('show', 'Handbook')).out).toMatch(/ci rounds +0\n {2}ci wait +15 minutes\n/);
  expect(await json('set', 'Handbook', '--ci-rounds', '2', '--ci-wait', '60')).toEqual(asMade);
});

test.each([
  ['--ci-rounds', '11', 'from 0 to 10'],
  ['--ci-rounds', '-1', 'from 0 to 10'],
  ['--ci-rounds', '1.5', 'from 0 to 10'],
  ['--ci-wait', '0', 'from 1 to 1440'],
  ['--ci-wait', 'long', 'from 1 to 1440'],
])('%s %j is refused with the accepted values', async (option, value, must) => {
  const { code, err } = await setWithoutDatabase(option, value);
  expect(code).not.toBe(0);
  expect(err).toContain(must);
});
