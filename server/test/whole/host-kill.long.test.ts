import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { connectProject } from '../support/connection.ts';
import { testDatabase } from '../support/database.ts';
import { testFolder, testRepository } from '../support/git-repository.ts';
import { startGithub } from '../support/hosts/github.ts';
import { commandLine } from '../support/server-process.ts';

const sample = fileURLToPath(new URL('../../sample-site', import.meta.url));
const Created = z.object({ id: z.string() });

test('a server killed after it received a comment, and again while it answers, handles and answers it once', async () => {
  await using database = await testDatabase();
  await using repository = await testRepository();
  await using folder = await testFolder();
  await using github = await startGithub();
  const { db } = database;
  await cp(sample, repository.path, { recursive: true });
  await repository.git('add', '--all');
  await repository.git('commit', '--quiet', '--message=The sample site');
  const copydesk = await commandLine({
    DATABASE_URL: database.url,
    COPYDESK_DATA_DIR: path.join(folder.path, 'data'),
    COPYDESK_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
  const created = await copydesk.json('project', 'create', '--name', 'Sample', '--repository', repository.path);
  const { id: projectId } = Created.parse(created);
  const docs = github.add('acme/docs', { gitDirectory: repository.gitDirectory });
  docs.roles.set('copydesk-bot', 'write').set('wren', 'write');
  github.accounts.set('ghp_test', { login: 'copydesk-bot', type: 'User', scopes: 'repo' });
  const connection = { apiUrl: github.apiUrl, token: 'ghp_test', webhookSecret: 'shared', login: null };
  await connectProject(db, projectId, connection);

  const until = async (holds: () => Promise<boolean>): Promise<void> => {
    for (let attempt = 0; !(await holds()); attempt += 1) {
      if (attempt > 1_200) throw new Error(`It did not come to that within a minute: ${server.output()}`);
      await delay(50);
    }
  };
  // Pretends that the time is over for which a killed server has reserved the host.
  const letAttend = async () =>
    void (await db
      .updateTable('code_host_connection')
      .set({ attend_after: new Date(0) })
      .execute());
  const statusOf = async () => (await db.selectFrom('job').select('status').executeTakeFirst())?.status;
  let server = await copydesk.serve();
  await using ending = new AsyncDisposableStack();
  ending.defer(async () => {
    if (server.child.exitCode === null && server.child.signalCode === null) await server.end('SIGKILL');
  });
  await copydesk.json('job', 'create', 'Rename "Lumen Cloud" to "Lumen Platform"', '--project', 'Sample');
  await until(async () => (await statusOf()) === 'completed');
  expect(docs.pulls).toHaveLength(1);

  github.webhook = { url: `${server.url}/v1/code-host/${projectId}/webhook`, secret: 'shared' };
  const author = { login: 'wren', type: 'User' as const };
  await github.say(docs, { number: 1, body: '@copydesk Rename "Lumen Platform" to "Lumen Base"', author });
  await server.end('SIGKILL');
  const killed = new Promise<void>((resolve) => {
    github.rule = ({ method, path: asked, body }) => {
      if (method !== 'POST' || !asked.endsWith('/comments') || !JSON.stringify(body).includes('answer-'))
        return undefined;
      github.rule = undefined;
      const exit = once(server.child, 'exit');
      server.child.kill('SIGKILL');
      void exit.then(() => resolve());
      return 'cut-after-work';
    };
  });
  await letAttend();
  server = await copydesk.serve();
  await killed;
  await letAttend();
  server = await copydesk.serve();
  const unanswered = db
    .selectFrom('job_message')
    .select('position')
    .where('origin', 'is not', null)
    .where('answered_at', 'is', null);
  await until(async () => (await unanswered.execute()).length === 0);
  await server.end('SIGTERM');

  const said = docs.comments.filter(({ body }) => body.includes('copydesk:answer-'));
  expect(said).toHaveLength(1);
  expect(await db.selectFrom('job_message').select('position').execute()).toHaveLength(2);
  expect(docs.pulls).toHaveLength(1);
  expect(server.output()).not.toContain('ghp_test');
}, 300_000);
