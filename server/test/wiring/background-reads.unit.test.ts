import { expect, test } from 'vitest';
import { openBackgroundReads } from '../../src/wiring/job/background-reads.ts';
import type { Project } from '../../src/projects/project.ts';

const project = { id: 'prj_1' } as Project;

test('the first read happens once, no caller waits for it, and later callers get its result', async () => {
  let count = 0;
  const reads = openBackgroundReads({ log: { debug: () => {} } }, async ({ id }) => {
    count += 1;
    return `${id} read`;
  });
  const first = reads(project);
  expect(first.value).toBeUndefined();
  await first.reading;
  expect(reads(project)).toMatchObject({ value: 'prj_1 read' });
  expect(count).toBe(1);
});

test('a read that fails is only logged, and changes nothing', async () => {
  const log: string[] = [];
  const debug = (_: object, text: string) => void log.push(text);
  const reads = openBackgroundReads<string>({ log: { debug } }, async () => await Promise.reject(new Error('away')));
  await reads(project).reading;
  expect(reads(project).value).toBeUndefined();
  expect(log).toEqual(['the site could not be read']);
});
