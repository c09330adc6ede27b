import { readabilityRules } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { projectCommands, setWithoutDatabase } from './project-commands.ts';

const Shape = z.object({ readabilityOff: z.array(z.string()) });

test('rules about AI readers can be switched off, shown, and switched on again', async () => {
  await using commands = await projectCommands(Shape);
  const { project, json, create } = commands;
  expect(await create()).toEqual({ readabilityOff: [] });
  expect(await json('set', 'Handbook', '--readability-off', 'link-words, code-language,link-words')).toEqual({
    readabilityOff: ['link-words', 'code-language'],
  });
  expect((await project('show', 'Handbook')).out).toMatch(/ {2}readability off +link-words, code-language\n/);
  expect(await json('set', 'Handbook', '--readability-off', readabilityRules.join(','))).toEqual({
    readabilityOff: [...readabilityRules],
  });
  expect(await json('set', 'Handbook', '--readability-off', 'none')).toEqual({ readabilityOff: [] });
  expect((await project('show', 'Handbook')).out).not.toContain('readability off');
});

test.each(['', 'spelling', 'link-words,', 'none,link-words', 'Link-Words'])(
  '--readability-off %j is refused with the accepted values',
  async (value) => {
    const { code, err } = await setWithoutDatabase('--readability-off', value);
    expect(code).not.toBe(0);
    expect(err).toContain('Give none, or some of page-size, page-data, code-language');
  },
);
