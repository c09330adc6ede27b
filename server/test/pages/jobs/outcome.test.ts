import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSite } from '../../http/support/site.ts';
import type { TestSite } from '../../http/support/site.ts';

let site: TestSite;
let cookie: string;

beforeAll(async () => {
  site = await startSite();
  cookie = await site.session('viewer');
});
afterAll(() => site[Symbol.asyncDispose]());

const pageOf = async (path: string) => {
  const reply = await fetch(`${site.origin}/projects/${site.docs.id}${path}`, {
    headers: { accept: 'text/html', cookie },
  });
  return await reply.text();
};

async function jobWithPullRequest(number: number) {
  const { id } = await site.api.newJob({ project: site.docs });
  const link = `https://git.example.com/docs/pulls/${number}`;
  await site.api.db
    .insertInto('job_delivery')
    .values({ job_id: id, number: 1, turn: 1, branch: 'b', commit: 'c', title: 't', description: 'd', draft: false })
    .execute();
  await site.api.db
    .updateTable('job_delivery')
    .set({ pull_request_number: number, pull_request_link: link, finished_at: new Date() })
    .where('job_id', '=', id)
    .execute();
  return { id, link };
}

test('the outcome of a job is shown as harmless Markdown', async () => {
  const { id } = await site.api.newJob({ project: site.docs });
  const text = 'Renamed:\n\n- one **page**\n- <b>another</b>';
  await site.api.db
    .updateTable('job')
    .set({ status: 'completed', outcome: JSON.stringify({ kind: 'nothing_to_do', text }) })
    .where('id', '=', id)
    .execute();
  const page = await pageOf(`/jobs/${id}`);
  expect(page).toContain('<li>one <strong>page</strong></li>');
  expect(page).toContain('<li>&lt;b&gt;another&lt;/b&gt;</li>');
});

test('a follow-up that changes nothing does not deny what was changed before', async () => {
  const { id, link } = await jobWithPullRequest(40);
  const outcome = { kind: 'nothing_to_do', text: 'Nothing had to be changed' };
  await site.api.db
    .updateTable('job')
    .set({ status: 'completed', outcome: JSON.stringify(outcome) })
    .where('id', '=', id)
    .execute();
  const page = await pageOf(`/jobs/${id}`);
  expect(page).toContain('Your last message made no change necessary. The changes below are from before.');
  expect(page).toContain(link);
});

test.each([
  ['answered', 'Answered', 'Nothing was to be changed.'],
  ['needs_answer', 'Asks you', 'Answer it with a message below.'],
  ['declined', 'Declined', 'or declined.'],
])('a job that %s is distinguished on its page, in its transcript and in the list', async (kind, name, because) => {
  const { id } = await site.api.newJob({ project: site.docs });
  const outcome = { kind, text: 'Because.' };
  await site.api.db
    .updateTable('job')
    .set({ status: 'completed', outcome: JSON.stringify(outcome) })
    .where('id', '=', id)
    .execute();
  const data = { prLink: null, summary: 'Because.', outcome: kind };
  await site.api.db
    .insertInto('job_event')
    .values({ job_id: id, sequence: 900, type: 'completed', data: JSON.stringify(data) })
    .execute();
  const page = await pageOf(`/jobs/${id}`);
  expect(page).toContain(because);
  expect(page).toContain(`<p class="line">${name}</p>`);
  expect(await pageOf('/jobs')).toContain(`<span class="job-state ${kind}">${name}</span>`);
});

test('a job whose follow-up failed still leads to its pull request', async () => {
  const { id, link } = await jobWithPullRequest(41);
  await site.api.db
    .updateTable('job')
    .set({
      status: 'failed',
      pr_link: link,
      error: JSON.stringify({ code: 'instruction_not_understood', detail: 'Not understood', retryable: false }),
    })
    .where('id', '=', id)
    .execute();
  const page = await pageOf(`/jobs/${id}`);
  expect(page).toContain('aria-label="Why it failed"');
  expect(page).toContain(`<a href="${link}">Pull request #41</a>`);
});

test('without scripts, the page of a job offers a link to reload until the job has ended', async () => {
  const { id } = await site.api.newJob({ project: site.docs });
  const again = `<a href="/projects/${site.docs.id}/jobs/${id}">Load it again</a>`;
  expect((await pageOf(`/jobs/${id}`)).replaceAll(/\s+/g, ' ')).toMatch(
    new RegExp(`<noscript>.*${again}.*</noscript>`),
  );
  await site.api.db.updateTable('job').set({ status: 'completed' }).where('id', '=', id).execute();
  expect(await pageOf(`/jobs/${id}`)).not.toContain('<noscript>');
});

test('a repository that Copydesk keeps is shown with its clone address', async () => {
  await site.api.db.updateTable('project').set({ repository_kind: 'kept' }).where('id', '=', site.docs.id).execute();
  expect(await pageOf('')).toContain(`git clone http://127.0.0.1/git/${site.docs.id}.git`);
});
