import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { CreatedWebhook, Job, Webhook as WebhookShape, WebhookDelivery, WebhookDeliveryList } from '@copydesk/contract';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { testRepository } from '../support/git-repository.ts';
import { commandLine } from '../support/server-process.ts';
import type { CommandLine } from '../support/server-process.ts';
import { testDatabase } from '../support/database.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import type { Receiver } from '../webhooks/receiver.ts';
import { runCommand } from './run-command.ts';

const stack = new AsyncDisposableStack();
let command: CommandLine;
let receiver: Receiver;
let env: Record<string, string>;

beforeAll(async () => {
  const repository = stack.use(await testRepository({ bare: true }));
  await repository.commit({ 'index.md': '# Start\n' });
  const database = stack.use(await testDatabase());
  receiver = stack.use(await startReceiver());
  const directory = path.join(repository.path, 'data');
  await mkdir(directory);
  env = {
    COPYDESK_DATA_DIR: directory,
    DATABASE_URL: database.url,
    COPYDESK_PRIVATE_NETWORKS: '127.0.0.0/8',
    COPYDESK_LOG_LEVEL: 'warn',
  };
  command = await commandLine(env);
  await command.json('project', 'create', '--name', 'Docs', '--repository', repository.path);
});
afterAll(() => stack.disposeAsync());

async function json<T>(schema: z.ZodType<T>, ...argv: string[]): Promise<T> {
  return schema.parse(await command.json(...argv));
}

test("a webhook is created, tested, gets a job's event, is listed, redelivered and deleted", async () => {
  const made = await json(CreatedWebhook, 'webhook', 'create', receiver.url, '--project', 'Docs');
  const waiting = await runCommand(['webhook', 'test', made.id], { env });
  expect(waiting.out).toContain('no worker is running');

  const server = await command.serve();
  await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(1);
  const job = await json(Job, 'job', 'create', 'Fix broken links', '--project', 'Docs', '--watch');
  await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(2);
  const [, request] = receiver.received;
  expect(new Webhook(made.secret).verify(request?.body ?? '', request?.headers ?? {})).toMatchObject({
    type: `job.${job.status}`,
    data: { id: job.id, url: expect.stringMatching(`^${server.url}/v2/agent/prj_\\w{22}/job/${job.id}$`) },
  });

  const log = await json(WebhookDeliveryList, 'webhook', 'deliveries', made.id);
  expect(log.deliveries).toMatchObject([
    { type: `job.${job.status}`, status: 'delivered', jobId: job.id },
    { type: 'test', status: 'delivered', jobId: null },
  ]);
  const first = log.deliveries[0]?.id ?? '';
  await json(WebhookDelivery, 'webhook', 'redeliver', first);
  await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(3);
  expect(receiver.received[2]).toMatchObject({ body: request?.body, headers: { 'webhook-id': first } });
  await server.end('SIGTERM');

  expect((await runCommand(['webhook', 'deliveries', made.id], { env })).out).toMatch(/answered 204/);
  expect((await runCommand(['webhook', 'list', '--project', 'Docs'], { env })).out).toContain(receiver.url);
  await json(WebhookShape, 'webhook', 'enable', made.id);
  expect(await command.json('webhook', 'delete', made.id)).toEqual({ id: made.id, deleted: true });
  const gone = await runCommand(['webhook', 'delete', made.id], { env });
  expect(gone).toMatchObject({ code: 3, err: expect.stringContaining(`There is no webhook ${made.id}`) });
});

test('standard output contains only the secret', async () => {
  const made = await runCommand(['webhook', 'create', 'https://hooks.example.com', '--project', 'Docs'], { env });
  expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=\n$/) });
  expect((await runCommand(['webhook', 'list', '--project', 'Docs', '--json'], { env })).out).not.toContain('whsec_');
});

test.each([
  [['create', 'http://192.168.0.1/', '--project', 'Docs'], /not public.*COPYDESK_PRIVATE_NETWORKS/],
  [['create', 'https://u:p@example.com/', '--project', 'Docs'], /no user and password/],
  [['redeliver', 'msg_x'], /There is no delivery msg_x/],
  [['test', 'whk_x'], /There is no webhook whk_x/],
])('webhook %j is refused with the reason', async (argv, reason) => {
  const { code, out, err } = await runCommand(['webhook', ...argv], { env });
  expect({ code, out, err }).toEqual({
    code: argv[0] === 'create' ? 1 : 3,
    out: '',
    err: expect.stringMatching(reason),
  });
});
