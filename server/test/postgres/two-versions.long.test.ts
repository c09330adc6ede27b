import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readMigrations } from '../../src/postgres/migrate.ts';
import { openDatabase } from '../../src/postgres/database.ts';
import { emptyDatabase } from '../support/empty-database.ts';
import { commandLine } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { commitBefore, layOut } from '../support/version-before.ts';

const before = await commitBefore();
if (before === undefined) console.warn('Two versions are not tried beside each other: the history is not here.');

const Id = z.object({ id: z.string() });
const Totals = z.object({ totals: z.object({ ai: z.number() }) });

test.skipIf(before === undefined)(
  'the previous version continues to work beside this version, which has migrated the schema',
  { timeout: 600_000 },
  async () => {
    await using folder = await temporaryFolder();
    await using code = await temporaryFolder();
    await using database = await emptyDatabase('two_versions');
    const env = {
      COPYDESK_DATA_DIR: path.join(folder.path, 'data'),
      DATABASE_URL: database.url,
      COPYDESK_LOG_LEVEL: 'warn',
      COPYDESK_QUOTA_ANALYTICS: '100000',
    };
    const old = await commandLine(env, {
      program: await layOut(before ?? '', code.path),
      isEmbedded: true,
    });
    await using oldServer = await old.serve();
    const { id } = Id.parse(await old.json('project', 'create', '--name', 'First'));
    const { key } = z
      .object({ key: z.string() })
      .parse(await old.json('key', 'create', '--name', 'test', '--scopes', 'admin'));
    await pushDocs(path.join(folder.path, 'clone'), `${oldServer.url.replace('//', `//x:${key}@`)}/git/${id}.git`);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const ask = async (url: string, body?: object): Promise<unknown> => {
      const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
      const reply = await fetchPatiently(url, init);
      const text = await reply.text();
      expect(reply.ok ? '' : text).toBe('');
      return JSON.parse(text);
    };
    const sendViews = async (url: string, agent: string): Promise<unknown> =>
      await ask(
        `${url}/v1/collect/${id}`,
        Array.from({ length: 20 }, (_, of) => ({ path: `/page-${of}`, userAgent: agent })),
      );
    await sendViews(oldServer.url, 'ClaudeBot/1.0');

    const now = await commandLine(env, { isEmbedded: true });
    await using newServer = await now.serve();
    await using db = openDatabase({ url: database.url, maximumConnections: 1, applicationName: 'test' });
    expect(await db.selectFrom('migration').select('version').execute()).toHaveLength((await readMigrations()).length);

    const jobs = await Promise.all(
      [oldServer, newServer, oldServer, newServer].map(async ({ url }, place) =>
        Id.parse(await ask(`${url}/v2/agent/${id}/job`, { prompt: `replace word${place} with term${place}` })),
      ),
    );
    for (const [place, server] of [oldServer, newServer, newServer, oldServer].entries()) {
      await sendViews(server.url, `GPTBot/1.${place}`);
    }
    for (const [place, job] of jobs.entries()) {
      // Each job is followed at the version that did not accept it.
      const { url } = place % 2 === 0 ? newServer : oldServer;
      const status = async () =>
        z
          .object({ status: z.string(), prLink: z.string().nullable() })
          .parse(await ask(`${url}/v2/agent/${id}/job/${job.id}`));
      await expect
        .poll(status, { timeout: 120_000 })
        .toMatchObject({ status: 'completed', prLink: expect.any(String) });
    }
    for (const { url } of [oldServer, newServer]) {
      expect(Totals.parse(await ask(`${url}/v1/analytics/${id}/views`)).totals.ai).toBe(100);
    }

    expect(await oldServer.end('SIGTERM')).toMatchObject({ code: 0 });
    const last = Id.parse(await ask(`${newServer.url}/v2/agent/${id}/job`, { prompt: 'replace word9 with term9' }));
    const status = async () =>
      z.object({ status: z.string() }).parse(await ask(`${newServer.url}/v2/agent/${id}/job/${last.id}`)).status;
    await expect.poll(status, { timeout: 120_000 }).toBe('completed');
  },
);

/**
 * Fetches as clients do: a 503 means that the request was not accepted, also from a server that starved while the other
 * started.
 */
async function fetchPatiently(url: string, init: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await fetch(url, init);
    if (reply.status !== 503 || attempt === 20) return reply;
    await setTimeout(1_000);
  }
}

async function pushDocs(clone: string, remote: string): Promise<void> {
  const git = async (...words: string[]) =>
    await promisify(execFile)('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-C', clone, ...words]);
  await promisify(execFile)('git', ['init', '--quiet', '--initial-branch=main', clone]);
  await writeFile(
    path.join(clone, 'index.md'),
    `# Hello\n\n${Array.from({ length: 10 }, (_, of) => `word${of}`).join(' ')}\n`,
  );
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'Begin');
  await git('push', '--quiet', remote, 'main');
}
