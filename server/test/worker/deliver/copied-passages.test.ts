import { expect, test } from 'vitest';
import { addContextRepository } from '../../../src/projects/connection/context-repositories.ts';
import { testRepository } from '../../support/git-repository.ts';
import { workerRig } from '../rig.ts';

const code = Array.from(
  { length: 30 },
  (_, at) => `export const limit${at} = settings.get('limit-${at}') ?? ${at * 10};`,
);
const names = Array.from({ length: 20 }, (_, at) => `ACME_SETTING_NUMBER_${at}=value of ${at}`);
const files = {
  'src/limits.ts': `// Of an account\n${code.join('\n')}\n`,
  'README.md': `# App\n\n${code.join('\n')}\n`,
  '.env': `${names.join('\n')}\n`,
};

/** Runs a job that reads files of a context repository and writes a page; returns the job with its pull request. */
async function jobThatWrites(page: string, paths = Object.keys(files)) {
  await using app = await testRepository();
  await app.commit(files);
  const reading = { tool: 'read_file', input: { paths, repository: 'app' } };
  await using rig = await workerRig([
    { calls: [reading] },
    { calls: [{ tool: 'write_file', input: { path: 'docs/limits.md', content: page } }] },
    { text: 'Tell the limits\n\nAll of them.' },
  ]);
  const place = { name: 'app', repositoryKind: 'path' as const, repository: app.path, ref: null };
  await addContextRepository(rig.db, rig.project.id, place);
  await rig.create('Tell the limits.');
  const job = await rig.work();
  const pullRequest = await rig.db.selectFrom('pull_request').selectAll().executeTakeFirst();
  return { job, description: pullRequest?.description ?? '' };
}

const copied = 'Copied from context repositories';

test('a long copied passage of code is reported above the description, with its source and its place', async () => {
  const indented = code.slice(3, 23).map((line) => `    ${line}`);
  const { job, description } = await jobThatWrites(`# Limits\n\n${indented.join('\n')}\n`, ['src/limits.ts']);
  expect(job).toMatchObject({ status: 'completed' });
  expect(description).toMatch(new RegExp(`^\\*\\*${copied}`));
  expect(description).toContain('- from `app:src/limits.ts`, 20 lines: `docs/limits.md line 3`');
});

test.each([
  ['a few lines', code.slice(0, 5), undefined],
  ['what was not read', code, ['.env']],
  ['prose', code, ['README.md']],
])('%s is not reported', async (_, lines, paths) => {
  const { job, description } = await jobThatWrites(`# Limits\n\n${lines.join('\n')}\n`, paths);
  expect(job).toMatchObject({ status: 'completed' });
  expect(description).not.toContain(copied);
});

test('lines of a file for secrets fail the job, even if their values were never read', async () => {
  const shown = names.map((line) => `${line.slice(0, line.indexOf('=') + 1)} [hidden]`);
  const { job } = await jobThatWrites(`# Limits\n\n${shown.join('\n')}\n`);
  expect(job.error).toMatchObject({ code: 'secret_found' });
  expect(job.error?.detail).toContain('20 lines of app:.env, a file for secrets: docs/limits.md line 3');
});
