import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSite } from '../../http/support/site.ts';
import type { TestSite } from '../../http/support/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site[Symbol.asyncDispose]());

test('a job that touched a page is shown with its pull request and the state of that', async () => {
  const { id } = await site.api.newJob({ project: site.docs });
  const words = { branch: 'b', commit: 'c', title: 't', description: 'd', draft: false };
  const deliver = async (number: number, file: string, state: string) => {
    const link = `https://git.example.com/pulls/${number}`;
    const reached = { pull_request_number: number, pull_request_link: link, pull_request_state: state };
    await site.api.db
      .insertInto('job_delivery')
      .values({ job_id: id, number, turn: number, ...words, ...reached, finished_at: new Date() })
      .execute();
    await site.api.db.insertInto('delivered_file').values({ job_id: id, delivery: number, path: file }).execute();
  };
  await deliver(1, 'docs/guide.md', 'merged');
  await deliver(2, 'docs/other.md', 'closed');
  const reply = await fetch(`${site.origin}/projects/${site.docs.id}/readers/page?path=/guide`, {
    headers: { accept: 'text/html', cookie: await site.session('editor') },
  });
  const text = await reply.text();
  expect(text).toContain('<a href="https://git.example.com/pulls/1" rel="noopener noreferrer">#1 merged</a>');
  expect(text).not.toContain('pulls/2');
});
