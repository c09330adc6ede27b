import { CreatedKey, Job } from '@copydesk/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { formTokenOf } from '../../src/http/session/forgery.ts';
import { agentForm } from '../../src/pages/projects/settings/forms/agent-forms.ts';
import { formerValues } from '../../src/pages/projects/settings/sent-patch.ts';
import type { PullRequest } from '../../src/pull-requests/pull-request.ts';
import { readPullRequest } from '../../src/pull-requests/read.ts';
import { startSite } from '../http/support/site.ts';
import type { TestSite } from '../http/support/site.ts';
import { runGit, testFolder } from '../support/git-repository.ts';

let site: TestSite;

beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site[Symbol.asyncDispose]());
beforeEach(async () => await setMergeBy('other'));

const setMergeBy = async (merge_by: 'anyone' | 'other') =>
  await site.api.db.updateTable('project').set({ merge_by }).where('id', '=', site.docs.id).execute();

/** Returns the headers of a requester with a cookie or a key. */
const headersOf = (who: string) =>
  who.startsWith('desk_')
    ? { authorization: `Bearer ${who}` }
    : { cookie: who, origin: 'http://127.0.0.1', 'sec-fetch-site': 'same-origin' };

async function call(who: string, method: string, path: string, body: object = {}): Promise<Response> {
  const headers = { ...headersOf(who), 'content-type': 'application/json' };
  return await fetch(site.origin + path, { method, headers, body: JSON.stringify(body) });
}

async function newKey(who: string, scopes = ['agent:read', 'agent:write', 'agent:merge']) {
  const made = await call(who, 'POST', '/v1/keys', { name: 'CI', scopes });
  const { key, id } = CreatedKey.parse(await made.json());
  return { key: key ?? '', id };
}

let proposals = 0;

/** Returns a pull request of a job that somebody has requested. */
async function askedBy(who: string): Promise<PullRequest & { asked: string }> {
  const path = `/v2/agent/${site.docs.id}/job`;
  const { id } = Job.parse(await (await call(who, 'POST', path, { prompt: 'Fix the links' })).json());
  proposals += 1;
  const files = { [`docs/page-${proposals}.md`]: 'A page.\n' };
  const proposed = await site.propose({ files, branch: `copydesk/change-${proposals}` });
  const ofIt = site.api.db.updateTable('pull_request').where('number', '=', proposed.number);
  await ofIt.set({ job_id: id }).execute();
  return { ...proposed, asked: id };
}

async function decide(who: string, action: 'merge' | 'close', { number }: PullRequest, accept = 'application/json') {
  const token = who.startsWith('desk_') ? '' : formTokenOf(who.replace(/^copydesk_session=person\./, ''));
  const reply = await fetch(site.origin + site.path(`/${number}/${action}`), {
    method: 'POST',
    headers: { ...headersOf(who), accept },
    body: new URLSearchParams({ token }),
    redirect: 'manual',
  });
  return { status: reply.status, text: await reply.text() };
}

const merge = async (who: string, pullRequest: PullRequest) => await decide(who, 'merge', pullRequest);
const refused = { status: 403, text: expect.stringContaining('"code":"another_must_merge"') };

test('the requester may not merge: not by a key, not by a key derived from it, not by another key of the same person', async () => {
  const [owner, editor] = [await site.session('owner'), await site.session('editor')];
  const asking = await newKey(owner, ['admin']);
  const pullRequest = await askedBy(asking.key);
  const rotated = CreatedKey.parse(await (await call(owner, 'POST', `/v1/keys/${asking.id}/rotate`)).json());
  const sibling = await newKey(owner);
  const child = await newKey(asking.key);
  for (const who of [asking.key, rotated.key ?? '', sibling.key, child.key, owner]) {
    expect(await merge(who, pullRequest)).toEqual(refused);
  }
  expect(await readPullRequest(site.api.db, site.docs.id, pullRequest.number)).toMatchObject({ state: 'open' });
  expect(await site.repository.git('rev-parse', 'main')).toBe(pullRequest.baseCommit);
  expect((await merge(editor, pullRequest)).status).toBe(200);
});

test('another person may merge, also with a key of theirs, and the requester may close', async () => {
  const [asks, other] = [await site.session('owner'), await site.session('owner')];
  expect((await merge((await newKey(other)).key, await askedBy(asks))).status).toBe(200);
  expect((await merge(other, await askedBy((await newKey(asks)).key))).status).toBe(200);
  expect((await decide(asks, 'close', await askedBy(asks))).status).toBe(200);
});

test('a person who sent the job a message counts as requester, too', async () => {
  const [asks, adds, other] = [await site.session('owner'), await site.session('editor'), await site.session('editor')];
  const pullRequest = await askedBy(asks);
  const path = `/v2/agent/${site.docs.id}/job/${pullRequest.asked}/message`;
  expect((await call(adds, 'POST', path, { prompt: 'And the titles' })).status).toBe(200);
  expect(await merge(adds, pullRequest)).toEqual(refused);
  expect((await merge(other, pullRequest)).status).toBe(200);
});

test('a person who pushed to the branch counts as requester, too; no one pushes to the base branch', async () => {
  const [asks, other] = [await site.session('owner'), await site.session('owner')];
  const pullRequest = await askedBy(asks);
  const pushing = await newKey(other, ['admin']);
  await using folder = await testFolder();
  const url = `http://x:${pushing.key}@127.0.0.1:${site.api.port}/git/${site.docs.id}.git`;
  await runGit(['clone', '--quiet', '--branch', pullRequest.headRef, url, folder.path]);
  await runGit(['-C', folder.path, 'commit', '--quiet', '--allow-empty', '-m', 'Mine']);
  await runGit(['-C', folder.path, 'push', '--quiet', url, `HEAD:refs/heads/${pullRequest.headRef}`]);
  for (const who of [pushing.key, other]) expect(await merge(who, pullRequest)).toEqual(refused);
  const toBase = async () => await runGit(['-C', folder.path, 'push', url, 'HEAD:refs/heads/main']);
  await expect(toBase()).rejects.toThrow(
    'the base branch changes only by merging here, and whoever asked for a change may not merge it',
  );
  await setMergeBy('anyone');
  await toBase();
  expect(await readPullRequest(site.api.db, site.docs.id, pullRequest.number)).toMatchObject({ state: 'merged' });
});

test('anyone may merge if there is no policy, or no known requester', async () => {
  const asks = await site.session('owner');
  proposals += 1;
  const files = { [`docs/page-${proposals}.md`]: 'A page.\n' };
  expect((await merge(asks, await site.propose({ files, branch: 'copydesk/of-nobody' }))).status).toBe(200);
  await setMergeBy('anyone');
  expect((await merge(asks, await askedBy(asks))).status).toBe(200);
});

test('the page says that somebody else must merge instead of offering Merge, and refuses a form that is sent anyway', async () => {
  const [asks, other] = [await site.session('owner'), await site.session('editor')];
  const pullRequest = await askedBy(asks);
  const page = async (who: string) => {
    const headers = { ...headersOf(who), accept: 'text/html' };
    return await (await fetch(site.origin + site.path(`/${pullRequest.number}`), { headers })).text();
  };
  expect(await page(asks)).toContain('in this project, somebody else must merge it');
  expect(await page(asks)).not.toContain('Merge</button>');
  expect(await page(other)).toContain('Merge</button>');
  expect(await decide(asks, 'merge', pullRequest, 'text/html')).toEqual({
    status: 403,
    text: expect.stringContaining('Somebody else has to merge this'),
  });
});

test('an editor does not change who merges, by the API or on the page; an owner does', async () => {
  const [owner, editor] = [await site.session('owner'), await site.session('editor')];
  const path = `/v1/projects/${site.docs.id}`;
  const reply = await call(editor, 'PATCH', path, { mergeBy: 'anyone', ciRounds: 1 });
  expect([reply.status, await reply.json()]).toEqual([403, expect.objectContaining({ code: 'insufficient_scope' })]);
  expect((await call(editor, 'PATCH', path, { mergeBy: 'other', ciRounds: 1 })).status).toBe(200);
  const token = formTokenOf(editor.replace(/^copydesk_session=person\./, ''));
  const project = { ...site.docs, mergeBy: 'other' as const, ciRounds: 1 };
  const was = formerValues(agentForm, project);
  const fields = Object.fromEntries(agentForm.settings.map(({ name, is }) => [name, is(project)]));
  const sent = await fetch(`${site.origin}/projects/${site.docs.id}/settings/agent`, {
    method: 'POST',
    headers: { ...headersOf(editor), accept: 'text/html' },
    body: new URLSearchParams({ ...fields, token, was, mergeBy: 'anyone' }),
    redirect: 'manual',
  });
  expect([sent.status, await sent.text()]).toEqual([403, expect.stringContaining('Only an owner')]);
  const now = async () => (await call(owner, 'PATCH', path, {})).json();
  expect(await now()).toMatchObject({ mergeBy: 'other', ciRounds: 1 });
  expect((await call(owner, 'PATCH', path, { mergeBy: 'anyone' })).status).toBe(200);
  expect(await now()).toMatchObject({ mergeBy: 'anyone' });
});

test('an editor does not let anything be merged without a person; an owner does', async () => {
  const [owner, editor] = [await site.session('owner'), await site.session('editor')];
  const path = `/v1/projects/${site.docs.id}`;
  const mergePolicy = { kinds: ['links'] };
  expect((await call(editor, 'PATCH', path, { mergePolicy })).status).toBe(403);
  expect((await call(owner, 'PATCH', path, { mergePolicy })).status).toBe(200);
  for (const more of [{ maxFiles: 500 }, { kinds: ['links', 'spelling'] }, null]) {
    expect((await call(editor, 'PATCH', path, { mergePolicy: more })).status).toBe(403);
  }
  expect((await call(editor, 'PATCH', path, { mergePolicy, ciRounds: 2 })).status).toBe(200);
  expect((await call(owner, 'PATCH', path, { mergePolicy: null })).status).toBe(200);
});
