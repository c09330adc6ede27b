import { expect, test } from 'vitest';
import { z } from 'zod';
import { openMandate } from '../../src/mandate/mandate.ts';
import { addGlobs } from '../../src/operator/options.ts';
import { projectCommands, setWithoutDatabase } from './project-commands.ts';

const Shape = z.object({ allow: z.array(z.string()) });

test('the files that jobs may write besides the docs can be set, shown and cleared', async () => {
  await using commands = await projectCommands(Shape);
  const { project, json, create } = commands;

  expect(await create()).toEqual({ allow: [] });
  const set = await json('set', 'Handbook', '--allow', 'docs/**,src/*.ts', '--allow', 'docs/conf.py');
  expect(set).toEqual({ allow: ['docs/**', 'src/*.ts', 'docs/conf.py'] });
  expect((await project('show', 'Handbook')).out).toMatch(/allows +docs\/\*\*, src\/\*\.ts, docs\/conf\.py\n/);
  expect(await json('set', 'Handbook', '--no-allow')).toEqual({ allow: [] });
});

const wrong = ['', '/etc/**', '../**', 'a/../b', 'a//b', 'a/', 'a\\b', '*a*b*c*d*e', 'a'.repeat(301)];

test.each(wrong)('--allow %j is refused with the accepted values', async (value) => {
  const { code, err } = await setWithoutDatabase('--allow', value);
  expect(code).not.toBe(0);
  expect(err).toContain('Give paths from the top of the repository');
});

test('a job accepts every glob that the option accepts', () => {
  const allow = addGlobs('a,a/b.c,**,*,a/**/b?.md,**/*/**/*,ü/[a] (b).md,...,.github/a');
  expect(() => openMandate({ docsFolder: '', allow })).not.toThrow();
});
