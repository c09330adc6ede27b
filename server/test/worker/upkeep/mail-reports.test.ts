import { afterEach, beforeEach, expect, test } from 'vitest';
import { openMailer } from '../../../src/mail/mailer.ts';
import type { Database } from '../../../src/postgres/database.ts';
import { sendReports } from '../../../src/worker/upkeep/send-reports.ts';
import { startMute, startSmtp } from '../../mail/smtp-server.ts';
import type { TestSmtp } from '../../mail/smtp-server.ts';
import { testDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { insertProject } from '../../support/project.ts';

/** A day after the week of 16 November 2026. */
const tuesday = Date.parse('2026-11-24T00:00:00Z');
const minute = 60_000;

let database: TestDatabase;
let db: Database;
let server: TestSmtp;
let projectId: string;
let warnings: object[];
beforeEach(async () => {
  [database, server, warnings] = [await testDatabase(), await startSmtp(), []];
  ({ db } = database);
  ({ id: projectId } = await insertProject(db));
  const name = 'Hand<b>book';
  await db
    .updateTable('project')
    .set({ name, report_periods: ['week'] })
    .execute();
  await send('ada@example.com', 'bob@example.com');
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const send = async (...report_recipients: string[]) =>
  await db.updateTable('project').set({ report_recipients }).execute();

const goOn = new AbortController().signal;

async function sendAt(at: number, { port = server.port, stopping = goOn } = {}): Promise<void> {
  const from = { name: 'Docs', address: 'docs@example.com' };
  // Only a server that never answers is not waited for: a real one may be slow beside other tests.
  const quick = port === server.port ? {} : { silenceMilliseconds: 300 };
  const mailer = openMailer({ host: '127.0.0.1', port, secure: false, login: undefined, from }, quick);
  const services = {
    db,
    now: () => new Date(at),
    log: { info: () => {}, warn: (data: object) => void warnings.push(data), error: () => {} },
    budgets: { budget: { steps: 100, tokens: null, usd: null, minutes: null }, prices: () => undefined },
    patience: { minutes: 60, random: () => 0 },
    viewsRetentionMonths: 25,
    reports: { baseUrl: 'https://desk.test', mailer },
  };
  await sendReports(services, stopping);
}

const receivers = () => server.mails.flatMap(({ to }) => to).toSorted();

async function rows() {
  return await db
    .selectFrom('report_sending')
    .select(['recipient', 'attempts', 'sent_at', 'given_up_at', 'reason'])
    .orderBy('recipient')
    .execute();
}

test('each recipient gets one mail, from many workers and repeated runs', async () => {
  await Promise.all([sendAt(tuesday), sendAt(tuesday), sendAt(tuesday)]);
  await sendAt(tuesday + 60 * minute);
  expect(receivers()).toEqual(['ada@example.com', 'bob@example.com']);
  const texts = server.mails.map(({ text }) => text.replaceAll(/=\r\n|\r\n(?= )/g, ''));
  for (const text of texts) {
    expect(text).toContain('Subject: Hand<b>book: week of 16 November 2026');
    expect(text).toContain(`https://desk.test/projects/${projectId}/settings#reports`);
    expect(text).toContain('Hand&lt;b&gt;book');
    expect(text.split('text/html')[1]).not.toMatch(/<b>|<img|<script|src=/);
  }
  const ids = texts.map((text) => /Message-ID: <[0-9a-f]{32}@example\.com>/.exec(text)?.[0]);
  expect(new Set(ids).size).toBe(2);
  expect(warnings).toEqual([]);
});

test('a permanently refused address is not tried again, and does not prevent other mails', async () => {
  server.refused.set('ada@example.com', 550);
  for (const later of [0, 10, 600, 3_000]) await sendAt(tuesday + later * minute);
  expect(receivers()).toEqual(['bob@example.com']);
  const reason = 'The mail server refuses the recipient: 550 No such user here.';
  expect(await rows()).toMatchObject([
    { attempts: 1, sent_at: null, given_up_at: new Date(tuesday), reason },
    { attempts: 1, sent_at: new Date(tuesday), reason: null },
  ]);
  expect(warnings).toMatchObject([{ project: projectId, channel: 'email', reason }]);
});

test('a temporarily refused address is tried again after its pause', async () => {
  server.refused.set('ada@example.com', 450);
  await sendAt(tuesday);
  expect(receivers()).toEqual(['bob@example.com']);
  server.refused.clear();
  await sendAt(tuesday + 4_000);
  expect(receivers()).toEqual(['bob@example.com']);
  await sendAt(tuesday + 6_000);
  expect(receivers()).toEqual(['ada@example.com', 'bob@example.com']);
});

test('a silent mail server is tried once per run, and all mails are sent when it is back', async () => {
  await using mute = await startMute();
  await sendAt(tuesday, { port: mute.port });
  expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 0]);
  expect(warnings).toMatchObject([{ reason: 'The mail server did not answer in time.' }]);
  await sendAt(tuesday + 5 * minute);
  expect(receivers()).toEqual(['ada@example.com', 'bob@example.com']);
});

test('a mail whose server never comes back is given up with the reason', async () => {
  await send('ada@example.com');
  await using mute = await startMute('no mail server\r\n');
  for (let hours = 0; hours < 7 * 24 - 25; hours += 6) await sendAt(tuesday + hours * 60 * minute, { port: mute.port });
  const [row] = await rows();
  expect(row).toMatchObject({ attempts: 10, reason: expect.stringContaining('does not speak SMTP') });
  expect(row?.given_up_at).not.toBeNull();
});

test('a stopping worker starts no mail', async () => {
  await sendAt(tuesday, { stopping: AbortSignal.abort() });
  expect((await rows()).map(({ attempts }) => attempts)).toEqual([0, 0]);
  expect(receivers()).toEqual([]);
});
