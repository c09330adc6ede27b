import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { anyPort } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { testWebhook } from '../../src/webhooks/deliveries.ts';
import { signedHeaders } from '../../src/webhooks/signature.ts';
import { webhookRig } from '../webhooks/rig.ts';

const document = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');
const example = /^```js\n(.*?)^```/ms.exec(document)?.[1] ?? '';

test('the documented receiver accepts genuine events once, and refuses the rest', async () => {
  await using rig = await webhookRig();
  await using folder = await temporaryFolder();
  const port = await anyPort();
  const url = `http://127.0.0.1:${port}/copydesk`;
  const { id: webhookId, secret } = await rig.hook(url);
  const file = path.join(folder.path, 'receiver.mjs');
  await writeFile(file, example);
  const child = spawn(process.execPath, [file], { env: { WEBHOOK_SECRET: secret, PORT: String(port) } });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  try {
    await expect
      .poll(
        () =>
          fetch(url).then(
            (answer) => answer.status,
            () => 0,
          ),
        { timeout: 10_000 },
      )
      .toBe(400);
    const { id } = await rig.archivedJob();
    const { id: delivery } = await rig.sendOne();
    await testWebhook(rig.db, { projectId: rig.project.id, id: webhookId }, new Date());
    await rig.sendOne();
    expect((await rig.deliveries(webhookId)).map(({ status }) => status)).toEqual(['delivered', 'delivered']);

    const send = async (body: string, headers: Record<string, string>) =>
      (await fetch(url, { method: 'POST', body, headers })).status;
    const message = { id: delivery, at: new Date(), body: '{}' };
    expect(await send('{}', signedHeaders(secret, message))).toBe(204);
    expect(await send('{ }', signedHeaders(secret, message))).toBe(400);
    const old = new Date(Date.now() - 600_000);
    expect(await send('{}', signedHeaders(secret, { ...message, at: old }))).toBe(400);
    await expect.poll(() => said).toBe(`job.archived ${id}\ntest ${webhookId}\n`);
  } finally {
    child.kill();
    await once(child, 'exit');
  }
});
