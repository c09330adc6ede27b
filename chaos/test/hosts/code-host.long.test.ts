import { expect, onTestFinished, test } from 'vitest';
import { startCodeHost } from '../../src/hosts/code-host.ts';

test('a write that the network sent twice is reported once, for its process', async () => {
  const reported: string[] = [];
  const host = await startCodeHost({
    lenient: false,
    troubles: { arm: () => {}, take: () => 'twice', end: () => {}, counts: new Map() },
    onWrite: ({ process, what }) => void reported.push(`${process} ${what}`),
  });
  onTestFinished(() => host.close());
  const response = await fetch(`${host.url}/pulls`, {
    method: 'POST',
    headers: { 'x-process': 'worker-1', 'x-job': 'job', 'x-epoch': '1' },
    body: JSON.stringify({ project: 'p', headRef: 'copydesk/job', baseRef: 'main', headCommit: 'c', title: 'T' }),
  });
  // The second request found it open, and its response is the one returned.
  expect(response.status).toBe(409);
  expect(host.pullRequests).toHaveLength(1);
  expect(reported).toEqual(['worker-1 opened pull request 1 of copydesk/job']);
  const again = await fetch(`${host.url}/pulls/1`, {
    method: 'PATCH',
    headers: { 'x-process': 'worker-1', 'x-job': 'job', 'x-epoch': '1' },
    body: JSON.stringify({ project: 'p', headRef: 'copydesk/job', baseRef: 'main', headCommit: 'd', title: 'T' }),
  });
  expect(again.status).toBe(200);
  expect(reported).toEqual(['worker-1 opened pull request 1 of copydesk/job', 'worker-1 updated pull request 1 to d']);
});
