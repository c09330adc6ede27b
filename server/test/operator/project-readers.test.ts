import { expect, test } from 'vitest';
import { z } from 'zod';
import { projectCommands, setWithoutDatabase } from './project-commands.ts';

const Shape = z.object({
  readerRules: z.array(z.unknown()),
  excludeAddresses: z.array(z.string()),
  excludePaths: z.array(z.string()),
  excludeUserAgents: z.array(z.string()),
  newPathsPerDay: z.number(),
});

test('reader rules and exclusions can be set, shown and cleared', async () => {
  await using commands = await projectCommands(Shape);
  const { project, json, create } = commands;
  const asMade = {
    readerRules: [],
    excludeAddresses: [],
    excludePaths: [],
    excludeUserAgents: [],
    newPathsPerDay: 50_000,
  };
  expect(await create()).toEqual(asMade);
  const rules = [
    '--rule',
    'name=Link check; pattern=acme-probe; class=bot',
    '--rule',
    'name=B; pattern=bb*b; class=ai',
  ];
  const excluded = ['--exclude-address', '192.0.2.0/24', '--exclude-path', '/a/*', '--exclude-user-agent', 'uptime'];
  const nobody = { agent: null, operator: null, purpose: null };
  const newPaths = ['--new-paths-per-day', '200000'];
  expect(await json('set', 'Handbook', ...rules, ...excluded, ...newPaths)).toEqual({
    readerRules: [
      { ...nobody, name: 'Link check', pattern: 'acme-probe', class: 'bot' },
      { ...nobody, name: 'B', pattern: 'bb*b', class: 'ai' },
    ],
    excludeAddresses: ['192.0.2.0/24'],
    excludePaths: ['/a/*'],
    excludeUserAgents: ['uptime'],
    newPathsPerDay: 200_000,
  });
  const shown =
    /rule +name=Link check; pattern=acme-probe; class=bot\n {2}rule +name=B.*\n {2}left out +192.0.2.0\/24, \/a\/\*, uptime\n {2}new paths +200,000 a day\n/;
  expect((await project('show', 'Handbook')).out).toMatch(shown);
  const none = ['--no-rule', '--no-exclude-address', '--no-exclude-path', '--no-exclude-user-agent'];
  expect(await json('set', 'Handbook', ...none, '--new-paths-per-day', '50000')).toEqual(asMade);
});

test.each([
  ['--rule', 'name=x; pattern=mozilla; class=ai', 'The pattern: is in the user agents of most browsers.'],
  ['--rule', 'name=x; pattern=acme-probe', 'The class: '],
  ['--rule', 'acme-probe', 'Give a rule such as "name=Link check; pattern=acme-probe; class=bot".'],
  ['--exclude-address', '192.0.2.300', 'must be an IP address or a block such as 192.0.2.0/24'],
  ['--exclude-path', 'internal', 'must be a path from the top of the site, such as /internal/*'],
  ['--new-paths-per-day', '-1', 'Give a whole number from 0 to 10000000.'],
  ['--exclude-user-agent', 'Safari', 'is in the user agents of most browsers'],
])('%s %j is refused with what it may be', async (option, value, must) => {
  const { code, err } = await setWithoutDatabase(option, value);
  expect(code).not.toBe(0);
  expect(err).toContain(must);
});
