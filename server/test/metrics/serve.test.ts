import { expect, test } from 'vitest';
import { testFolder } from '../support/git-repository.ts';
import { commandLine } from '../support/server-process.ts';
import { z } from 'zod';

/** Returns the URL of the metrics from the log. */
function addressIn(output: string): string | undefined {
  return /"address":"(http:[^"]+\/metrics)"/.exec(output)?.[1];
}

async function scrape(address: string): Promise<string> {
  const reply = await fetch(address);
  expect(reply.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  return await reply.text();
}

/** Returns the value on one line. */
function valueOf(text: string, line: string): number | undefined {
  const found = text.split('\n').find((each) => each.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length));
}

test("a server shows its own and its worker's metrics on a separate port", { timeout: 180_000 }, async () => {
  await using folder = await testFolder();
  const copydesk = await commandLine({ COPYDESK_DATA_DIR: folder.path, COPYDESK_METRICS_PORT: '0' });
  await using server = await copydesk.serve();
  await expect.poll(() => addressIn(server.output())).toBeDefined();
  const address = addressIn(server.output()) ?? '';
  const { id } = z.object({ id: z.string() }).parse(await copydesk.json('project', 'create', '--name', 'First'));
  const { key } = z
    .object({ key: z.string() })
    .parse(await copydesk.json('key', 'create', '--name', 'test', '--scopes', 'admin'));
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const events = [{ url: 'https://docs.example.com/start', userAgent: 'ClaudeBot/1.0' }, { url: '/logo.png' }];
  const sent = await fetch(`${server.url}/v1/collect/${id}`, { method: 'POST', headers, body: JSON.stringify(events) });
  expect(sent.status).toBe(202);
  await copydesk.json('job', 'create', 'make the tea', '--project', id);

  const ended = 'copydesk_turn_seconds_count{outcome="failed"}';
  await expect.poll(async () => valueOf(await scrape(address), ended)).toBe(1);
  const text = await scrape(address);
  expect(text).toMatch(/^copydesk_views_total\{outcome="accepted",reason=""\} 1$/m);
  expect(text).toMatch(/^copydesk_views_total\{outcome="dropped",reason="\w+"\} 1$/m);
  expect(valueOf(text, 'copydesk_turn_errors_total{code="ref_not_found"}')).toBe(1);
  expect(valueOf(text, 'copydesk_job_wait_seconds_count')).toBe(1);
  expect(valueOf(text, 'copydesk_stage_seconds_count{stage="prepare"}')).toBe(1);
  expect(valueOf(text, 'copydesk_host_call_seconds_count{call="fetch"}')).toBe(1);
  await expect.poll(async () => valueOf(await scrape(address), 'copydesk_database_up')).toBe(1);
  await expect.poll(async () => valueOf(await scrape(address), 'copydesk_workers_alive')).toBe(1);
  expect(valueOf(text, 'copydesk_http_replies_total{room="collection",status="202"}')).toBe(1);
  expect(text).toMatch(/^copydesk_http_seconds_count\{route="POST \/v1\/collect\/:projectId",status="202"\} 1$/m);
  expect(valueOf(text, 'copydesk_pool_connections{pool="copydesk worker",state="idle"}')).toBeGreaterThan(0);
  expect(valueOf(text, 'copydesk_data_free_bytes')).toBeGreaterThan(0);
  expect(text).not.toContain(id);

  expect((await fetch(new URL('/', address))).status).toBe(404);
  expect((await fetch(address, { method: 'POST' })).status).toBe(405);
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
});
