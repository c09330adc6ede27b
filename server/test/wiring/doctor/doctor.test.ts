import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { runCommand } from '../../operator/run-command.ts';
import { testDatabase } from '../../support/database.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const Report = z.object({
  findings: z.array(z.object({ about: z.string(), severity: z.string(), found: z.string(), todo: z.string() })),
});

const stack = new AsyncDisposableStack();
let folder: string;

beforeAll(async () => {
  folder = stack.use(await temporaryFolder()).path;
});

afterAll(async () => await stack.disposeAsync());

const secret = Buffer.alloc(32, 7).toString('base64');

async function doctor(env: Record<string, string>, cwd = folder) {
  const { code, out, err } = await runCommand(['doctor', '--json'], {
    env: { COPYDESK_SECRET_KEY: secret, ...env },
    cwd,
  });
  expect(err).toBe('');
  return { code, text: out, about: Report.parse(JSON.parse(out)).findings.map((finding) => finding.about) };
}

test('finds the problems that were created on a real machine, and no others', { timeout: 120_000 }, async () => {
  await using database = await testDatabase();
  const { db } = database;
  await sql`insert into organisation (id, name) values ('org_1', 'Acme')`.execute(db);
  await sql`insert into person (id, organisation_id, name, role) values ('per_1', 'org_1', 'Ada', 'owner')`.execute(db);
  const data = path.join(folder, 'data');
  await mkdir(data);
  const env = { COPYDESK_DATA_DIR: data, DATABASE_URL: database.url, COPYDESK_PORT: '0' };
  expect(await doctor(env)).toMatchObject({ code: 0, about: [] });

  const other = createServer((_request, response) => response.end('something else'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  await writeFile(path.join(data, 'secret.key'), `${secret}\n`);
  await chmod(path.join(data, 'secret.key'), 0o644);
  await sql`delete from migration where version = (select max(version) from migration)`.execute(db);
  const found = await doctor({
    ...env,
    COPYDESK_PORT: String(port),
    COPYDESK_PROT: '1',
    COPYDESK_URL: 'http://docs.example.com',
  });
  expect(found.code).toBe(1);
  expect(found.about.toSorted()).toEqual(['COPYDESK_PROT', 'COPYDESK_URL', 'port', 'schema', 'secret key']);
  expect(found.text).not.toContain(database.connection.password);
  // Also when the URL for people names this port directly.
  const local = { ...env, COPYDESK_PORT: String(port), COPYDESK_URL: `http://127.0.0.1:${port}` };
  expect((await doctor(local)).about).toContain('port');
  expect(found.text).not.toContain(secret);
  await new Promise((resolve) => other.close(resolve));
});

test('an unreachable database and wrong settings are findings, not failures', async () => {
  const away = await doctor({
    COPYDESK_DATA_DIR: folder,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    COPYDESK_PORT: '0',
  });
  expect(away).toMatchObject({ code: 1, about: ['database'] });
  expect(await doctor({ COPYDESK_PORT: 'many', COPYDESK_MODEL: '?' })).toMatchObject({
    code: 1,
    about: ['COPYDESK_PORT', 'COPYDESK_MODEL'],
  });
  const mail = await doctor({
    COPYDESK_DATA_DIR: folder,
    COPYDESK_PORT: '0',
    COPYDESK_SMTP_URL: 'smtp://desk:of-the-mails@127.0.0.1:1',
    COPYDESK_SMTP_FROM: 'docs@example.com',
  });
  expect(mail).toMatchObject({ code: 1, about: ['mail'], text: expect.stringContaining('nothing listens there') });
  expect(mail.text).not.toContain('of-the-mails');
});
