import { expect, test } from 'vitest';
import { addContextRepository } from '../../../src/projects/connection/context-repositories.ts';
import { madeUp } from '../../leaks/made-up.ts';
import { testRepository } from '../../support/git-repository.ts';
import { workerRig } from '../rig.ts';
import { lastCall } from '../last-call.ts';

const token = `ghp_${madeUp(36)}`;
const files = {
  '.env': 'PASSWORD=correct horse battery\n',
  'src/limits.ts': `// Of an account\nexport const token = '${token}';\nexport const limit = 40;\n`,
  'src/plain.ts': 'export const limit = 50;\n',
};

const inApp = (tool: string, input: object) => ({ tool, input: { ...input, repository: 'app' } });

async function answersTo(calls: ReturnType<typeof inApp>[]): Promise<string[]> {
  await using app = await testRepository();
  await app.commit(files);
  await using rig = await workerRig([{ calls }, { text: 'NOTHING TO DO: Looked.' }]);
  const place = { name: 'app', repositoryKind: 'path' as const, repository: app.path, ref: null };
  await addContextRepository(rig.db, rig.project.id, place);
  await rig.create('Look.');
  await rig.work();
  return lastCall(rig.model).answers;
}

test('a context repository is read without its secrets, and their lines stay', async () => {
  const paths = ['.env', 'src/limits.ts', 'src/plain.ts'];
  expect(await answersTo(paths.map((path) => inApp('read_file', { path })))).toEqual([
    'app:.env lines 1-1 of 1\nPASSWORD= [hidden]\n',
    "app:src/limits.ts lines 1-3 of 3\n// Of an account\nexport const token = '[a secret: github]';\nexport const limit = 40;\n",
    'app:src/plain.ts lines 1-1 of 1\nexport const limit = 50;\n',
  ]);
});

test('a search finds no hidden text, and does not count it', async () => {
  const answers = await answersTo([
    inApp('search', { pattern: 'horse' }),
    inApp('search', { pattern: token.slice(0, 9) }),
    inApp('search', { pattern: token.slice(0, 9), files_only: true }),
    inApp('search', { pattern: 'export' }),
    inApp('search', { pattern: 'limit = 40', context: 1 }),
  ]);
  expect(answers).toEqual([
    'no hits in 2 files',
    'no hits in 2 files',
    'no hits in 2 files',
    'src/limits.ts:3:export const limit = 40;\nsrc/plain.ts:1:export const limit = 50;\n2 hits in 2 files',
    "src/limits.ts-2-export const token = '[a secret: github]';\nsrc/limits.ts:3:export const limit = 40;\n1 hit in 1 file",
  ]);
});
