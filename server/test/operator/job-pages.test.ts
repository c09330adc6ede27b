import path from 'node:path';
import { JobPages } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { testDatabase } from '../support/database.ts';
import { testRepository } from '../support/git-repository.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand } from './run-command.ts';

const install = `import Tabs from '@theme/Tabs';

# Install

<Tabs>
<TabItem value="npm" label="With npm">

Run it.

</TabItem>
</Tabs>

![A map](map.png)

See [the guide](guide.md).
`;

test('the pages of a job are listed with what they lose as text, and a single page is printed as text', async () => {
  await using database = await testDatabase();
  await using repository = await testRepository({ bare: true });
  await using folder = await temporaryFolder();
  await repository.commit({ 'docs/install.mdx': install, 'docs/guide.md': '# Guide\n', 'docs/map.png': 'a map' });
  const env = { COPYDESK_DATA_DIR: path.join(folder.path, 'data'), DATABASE_URL: database.url };
  const run = async (...argv: string[]) => await runCommand(argv, { env });
  await run('project', 'create', '--name', 'Handbook', '--repository', repository.path);
  const create = async (...argv: string[]): Promise<string> => {
    const { out } = await run('job', 'create', 'Replace "the guide" with "here"', '--project', 'Handbook', ...argv);
    return /job_\w+/.exec(out)?.[0] ?? '';
  };
  const waiting = await create();
  expect(await run('job', 'pages', waiting)).toMatchObject({
    code: 0,
    out: '',
    err: 'The job has changed no page of the docs so far.\n',
  });

  const job = await create('--watch');
  const [table = '', warnings] = (await run('job', 'pages', job)).out.split('\n\n');
  expect(table.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['PAGE', 'TOKENS BEFORE', 'TOKENS NOW', 'THE TEXT LACKS'],
    ['docs/install.mdx', '20', '19', 'tabs 1, image 1'],
  ]);
  expect(warnings).toBe(
    'docs/install.mdx:15  link-words  The link to guide.md has the words “here”, which do not say where it leads\n',
  );

  const text = '# Install\n\n**With npm**\n\nRun it.\n\n![A map](map.png)\n\nSee [here](guide.md).\n';
  const printed = await run('job', 'pages', job, '--path', 'docs/install.mdx');
  expect(printed).toMatchObject({ code: 0, out: text, err: '' });
  const found = JobPages.parse(
    JSON.parse((await run('job', 'pages', job, '--path', 'docs/install.mdx', '--json')).out),
  );
  expect(found.pages).toMatchObject([
    { path: 'docs/install.mdx', before: { tokens: 20 }, after: { tokens: 19, text } },
  ]);
  expect(await run('job', 'pages', job, '--path', 'docs/guide.md')).toMatchObject({
    code: 3,
    out: '',
    err: expect.stringContaining('The job changes no page docs/guide.md.'),
  });
  expect(await run('job', 'pages', 'job_none')).toMatchObject({ code: 3, out: '' });
});
