import { afterAll, beforeAll, expect, test } from 'vitest';
import { Job } from '@copydesk/contract';
import { startSite } from '../../http/support/site.ts';
import type { TestSite } from '../../http/support/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site[Symbol.asyncDispose]());

const link = 'https://git.example.com/docs/actions/41';
const found = {
  isWhole: true,
  counts: { running: 0, passed: 1, failed: 1, skipped: 0 },
  checks: [
    { name: 'build', state: 'failed', link, summary: 'Exit code 1' },
    { name: 'lint', state: 'passed', link: null, summary: null },
  ],
  previews: [{ name: 'Preview', link: 'https://preview-7.docs.example.com' }],
};

test('the checks and previews of the code host are shown in the job and on its page', async () => {
  const { id } = await site.api.newJob({ project: site.docs });
  const cookie = await site.session('viewer');
  const pageOf = async () =>
    await (
      await fetch(`${site.origin}/projects/${site.docs.id}/jobs/${id}`, {
        headers: { accept: 'text/html', cookie },
      })
    ).text();
  expect(await pageOf()).not.toContain('Checks of the code host');
  const row = { job_id: id, commit: 'a'.repeat(40), number: 7, ask_after: new Date() };
  await site.api.db
    .insertInto('checked_commit')
    .values({ ...row, state: 'failed', found: JSON.stringify(found) })
    .execute();
  const page = await pageOf();
  expect(page).toContain('Some have failed');
  expect(page).toMatch(new RegExp(`<a href="${link}"[^>]*><bdi>build</bdi></a>`));
  expect(page).toContain('<bdi>lint</bdi>');
  expect(page).toContain('Exit code 1');
  expect(page).toContain('href="https://preview-7.docs.example.com"');
  expect(page).not.toContain('more checks than were read');
  const json = await fetch(`${site.origin}/projects/${site.docs.id}/jobs/${id}`, {
    headers: { accept: 'application/json', cookie },
  });
  expect(Job.parse(await json.json()).checks).toEqual({ commit: 'a'.repeat(40), state: 'failed', ...found });
  const counts = { running: 0, passed: 300, failed: 0, skipped: 0 };
  await site.api.db
    .updateTable('checked_commit')
    .set({ state: 'running', found: JSON.stringify({ ...found, counts, isWhole: false }) })
    .where('job_id', '=', id)
    .execute();
  const partly = await pageOf();
  expect(partly).toContain('None of the checks that were read has failed');
  expect(partly).toContain('There are more checks than were read. The results of the others are unknown.');
});
