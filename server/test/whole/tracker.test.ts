import { once } from 'node:events';
import { createServer } from 'node:http';
import path from 'node:path';
import { ViewsResult } from '@copydesk/contract';
import { tracker } from '@copydesk/tracker/http';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { commandLine } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

test('views of a tracked site arrive at a real server, including those sent while it was away', async () => {
  await using folder = await temporaryFolder();
  const copydesk = await commandLine({ COPYDESK_DATA_DIR: path.join(folder.path, 'data') });
  const project = z.object({ id: z.string() }).parse(await copydesk.json('project', 'create', '--name', 'Docs'));
  const made = await copydesk.json('key', 'create', '--name', 'site', '--scopes', 'ingest,analytics:read');
  const { key } = z.object({ key: z.string() }).parse(made);
  let server = await copydesk.serve();

  const track = tracker({ url: server.url, projectId: project.id, key, onError: () => {} });
  const site = createServer((request, response) => {
    track(request, response);
    response.writeHead(request.url === '/gone' ? 404 : 200, { 'content-type': 'text/html' }).end('<h1>Docs</h1>');
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const address = z.object({ port: z.int() }).parse(site.address());
  const visit = async (target: string, userAgent: string) => {
    const headers = {
      'user-agent': userAgent,
      accept: 'text/html',
      'accept-language': 'en',
      'sec-fetch-mode': 'navigate',
    };
    await (await fetch(`http://127.0.0.1:${address.port}${target}`, { headers })).text();
  };

  try {
    await visit('/guide/', chrome);
    await visit('/guide.html?token=secret', chrome);
    await visit('/guide', 'Claude-User (claude-code/2.1.260; +https://support.anthropic.com/)');
    await visit('/gone', chrome);
    await visit('/style.css', chrome);
    await track.flush();
    await server.end('SIGKILL');
    await visit('/guide', 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)');
    await track.flush(500);
    server = await copydesk.serve();
    await track.flush(20_000);

    const headers = { authorization: `Bearer ${key}` };
    const reply = await fetch(`${server.url}/v1/analytics/${project.id}/views`, { headers });
    expect(ViewsResult.parse(await reply.json())).toEqual({
      totals: { human: 2, ai: 2, total: 4 },
      views: [{ path: '/guide', human: 2, ai: 2, total: 4 }],
      hasMore: false,
    });
    expect(server.output()).not.toContain('secret');
  } finally {
    site.close();
    await server.end('SIGTERM');
  }
});
