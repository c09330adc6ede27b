import { ServerHealth } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { healthMain } from '../../../src/pages/health/page.ts';
import { startSite } from '../../http/support/site.ts';

test('the page shows an owner what the API reports, and what to do', async () => {
  await using site = await startSite();
  const headers = { accept: 'text/html', cookie: await site.session('owner') };
  const text = await (await fetch(`${site.origin}/health`, { headers })).text();
  const { json } = await site.api.send('GET', '/v1/health');
  const health = ServerHealth.parse(json);
  expect(text).toContain(`<dd>${health.database.found?.version}</dd>`);
  expect(text).toContain(`<dd>${health.versions.found?.copydesk}</dd>`);
  expect(text).toContain('No worker is running');
});

test('only owners and keys of the whole server may see the page', async () => {
  await using site = await startSite();
  const status = async (headers: Record<string, string>) =>
    (await fetch(`${site.origin}/health`, { headers: { accept: 'text/html', ...headers } })).status;
  for (const role of ['editor', 'viewer'] as const)
    expect(await status({ cookie: await site.session(role) })).toBe(403);
  const bound = await site.newKey(['admin'], site.docs.id);
  expect(await status({ authorization: `Bearer ${bound}` })).toBe(403);
  expect(await status({ authorization: `Bearer ${await site.newKey(['admin'])}` })).toBe(200);
});

test('an unknown part is reported as unknown, and a bad figure is shown with what to do', () => {
  const broken = { found: null, fault: 'It could not be determined within 2 seconds.' };
  const storage = { entries: 3, bytes: 0, isPartial: true };
  const { markup } = healthMain(
    {
      at: '2026-01-05T09:31:12.000Z',
      queue: { found: { active: 1, waiting: 1, putOff: 0, oldestWaitSeconds: 4_000 }, fault: null },
      jobs: broken,
      workers: { found: { alive: 1, workers: [] }, fault: null },
      database: broken,
      ingestion: broken,
      storage: { found: { freeBytes: 5_000, totalBytes: 9_000_000_000, clones: storage, kept: storage }, fault: null },
      backup: broken,
      versions: { found: { copydesk: '1', node: '24', git: null, postgres: null }, fault: null },
      settings: broken,
    },
    new Date('2026-01-05T09:31:12.000Z'),
  );
  for (const part of [
    'within 2 seconds',
    '5.0 kB of 9.0 GB',
    'waiting for 1 h 6 min',
    'git was not found',
    'at least',
  ]) {
    expect(markup).toContain(part);
  }
});
