import { expect, test } from 'vitest';
import { z } from 'zod';
import { projectCommands } from './project-commands.ts';

const Shape = z.object({ checks: z.string(), guardViews: z.number(), siteUrl: z.string().nullable() });
const asMade = { checks: 'draft', guardViews: 100, siteUrl: null };

test('the settings of checks can be set, shown and reset', async () => {
  await using commands = await projectCommands(Shape);
  const { project, json, create } = commands;

  expect(await create()).toEqual(asMade);
  const options = ['--checks', 'strict', '--guard-views', '0', '--site-url', 'HTTPS://Docs.example.com/v2/'];
  const set = await json('set', 'Handbook', ...options);
  expect(set).toEqual({ checks: 'strict', guardViews: 0, siteUrl: 'https://docs.example.com/v2' });
  expect(JSON.parse((await project('list', '--json')).out)).toMatchObject({ projects: [set] });
  const shown = /checks +strict\n {2}address guard +off\n {2}site +https:\/\/docs\.example\.com\/v2\n/;
  expect((await project('show', 'Handbook')).out).toMatch(shown);
  const reported = await project('set', 'Handbook', '--guard-views', '2500');
  expect(reported.out).toMatch(/checks +strict\n {2}address guard +from 2,500 views in 30 days on\n/);

  expect(await json('set', 'Handbook', '--checks', 'draft', '--guard-views', '100', '--no-site-url')).toEqual(asMade);
  await json('set', 'Handbook', '--site-url', 'http://localhost:3000');
  expect(await json('set', 'Handbook', '--site-url', 'none')).toEqual(asMade);
});
