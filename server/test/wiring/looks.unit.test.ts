import { expect, test } from 'vitest';
import { openLooks } from '../../src/wiring/looks.ts';
import type { Project } from '../../src/projects/project.ts';

const project = { id: 'prj_1' } as Project;

test('nobody waits for the first look, which is made once, and what it has seen is told', async () => {
  let looked = 0;
  const looks = openLooks({ log: { debug: () => {} } }, async ({ id }) => {
    looked += 1;
    return `${id} seen`;
  });
  const first = looks(project);
  expect(first.seen).toBeUndefined();
  await first.looking;
  expect(looks(project)).toMatchObject({ seen: 'prj_1 seen' });
  expect(looked).toBe(1);
});

test('a look that fails is told to the log alone, and changes nothing', async () => {
  const log: string[] = [];
  const debug = (_: object, text: string) => void log.push(text);
  const looks = openLooks<string>({ log: { debug } }, async () => await Promise.reject(new Error('away')));
  await looks(project).looking;
  expect(looks(project).seen).toBeUndefined();
  expect(log).toEqual(['the site was not looked at']);
});
