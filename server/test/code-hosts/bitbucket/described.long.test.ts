import { createBitbucketCloudClient } from '@coderabbitai/bitbucket/cloud';
import type { OpenApi } from '@coderabbitai/bitbucket/cloud';
import { expect, test } from 'vitest';
import { bitbucket } from '../../../src/code-hosts/bitbucket/bitbucket.ts';
import { startBitbucket } from '../../support/hosts/bitbucket.ts';
import type { BitbucketStandIn } from '../../support/hosts/bitbucket.ts';
import { wren } from '../../support/hosts/bitbucket-state.ts';
import { essenceOf } from '../../support/hosts/stand-in.ts';
import { accessTo, draft, opened, token } from './support.ts';

/**
 * The types of this client are generated from the API description that Atlassian publishes: what they allow is
 * documented. Every request of ours must equal one of its requests.
 */
test('every request is allowed by the published API description', async () => {
  await using host = await startBitbucket();
  await sayEverything(host);
  const ours = host.requests.splice(0).map(essenceOf);
  await sayTheSame(host);
  const theirs = new Set(host.requests.map(essenceOf));
  expect(ours.filter((request) => !theirs.has(request))).toEqual([]);
  expect(new Set(ours).size).toBe(26);
});

const merged = 'c'.repeat(40);
const next = { ...draft, headCommit: 'e'.repeat(40), description: 'More.' };
const since = new Date('2026-11-21T10:02:00Z');
const page = 'https://bitbucket.org/acme/docs/pipelines/results/12';

/** Makes every request that is ever sent to Bitbucket. */
async function sayEverything(host: BitbucketStandIn): Promise<void> {
  const { state } = host;
  const client = opened(host, { reviewers: [wren], draft: true });
  await client.check();
  await client.open(draft);
  await client.open(draft);
  await client.update(1, next);
  await client.update(1, { ...next, headCommit: 'f'.repeat(40), asDraft: true, isAnswered: true });
  const { id } = host.say({ on: 1, author: wren, body: 'Shorter.' });
  await client.comment({ number: 1, body: 'Done.', mark: 'answer-1', thread: String(id) });
  await client.mayWrite(`wren ${wren}`);
  await client.changesSince(since);
  const status = { commit: draft.headCommit, key: 'p', name: 'Pipeline', description: '', url: page };
  state.statuses.push({ ...status, state: 'FAILED' });
  state.pipelines.push({ uuid: '{p}', number: 12, steps: [{ uuid: '{s}', result: 'FAILED', log: 'broken\n' }] });
  await client.checksOf(draft.headCommit);
  await client.logOf(draft.headCommit, 'status p', 1_000);
  for (const one of state.pullRequests) one.draft = false;
  await client.update(1, { ...next, headCommit: 'd'.repeat(40), asDraft: true, isAnswered: true });
  await client.mergeStanding(1, since);
  await host.merge(1);
  await client.find(draft.headRef);
  state.indexed.set(merged, [1]);
  await bitbucket.pullRequestOf(accessTo(host), merged);
}

/** Makes the same requests with the other client, whose types say what may be sent. */
async function sayTheSame(host: BitbucketStandIn): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const { GET, POST, PUT } = createBitbucketCloudClient({ baseUrl: host.apiUrl, headers });
  const at = { workspace: 'acme', repo_slug: 'docs' };
  const pull = { ...at, pull_request_id: 1 };
  const { title, headRef, baseRef } = draft;
  const main = { branch: { name: 'main' } };
  const description = `${draft.description}\n\n[//]: # (copydesk:follow-up-${draft.headCommit})`;
  const words = { title, description, destination: { branch: { name: baseRef } }, draft: true };
  const reviewers = [named('account', { uuid: wren })];
  const repository = '/repositories/{workspace}/{repo_slug}';
  const pulls = `${repository}/pullrequests` as const;
  const onePull = `${pulls}/{pull_request_id}` as const;
  const steps = `${repository}/pipelines/{pipeline_uuid}/steps` as const;
  const permissions = '/workspaces/{workspace}/permissions/repositories/{repo_slug}';
  // Of a parameter that is given several times, the last one counts here.
  const listed = (general: General) =>
    GET(pulls, { params: { path: at, query: and({ state: 'SUPERSEDED' }, general) } });
  const list = { pagelen: 100 };
  const create = (body: PullRequestBody) => POST(pulls, { params: { path: at }, body: named('pullrequest', body) });
  const edit = (change: PullRequestBody) =>
    PUT(onePull, { params: { path: pull }, body: named('pullrequest', { ...change, reviewers }) });
  const comment = (body: CommentBody) =>
    POST(`${onePull}/comments`, { params: { path: pull }, body: named('pullrequest_comment', body) });
  const commit = (hash: string) => GET(`${repository}/commit/{commit}`, { params: { path: { ...at, commit: hash } } });
  const requests = [
    () => GET(repository, { params: { path: at } }),
    () =>
      POST(`${repository}/refs/branches`, {
        params: { path: at },
        body: { name: 'copydesk/check', target: { hash: `${'0'.repeat(39)}1` } } as never,
      }),
    () => GET(pulls, { params: { path: at, query: and({}, { pagelen: 1 }) } }),
    () => create({ title: 'Check of permissions', source: main, destination: main }),
    () => GET(`${repository}/refs/branches/{name}`, { params: { path: { ...at, name: 'main' } } }),
    () => GET(permissions, { params: { path: at, query: and({}, { pagelen: 1 }) } }),
    () => GET(permissions, { params: { path: at, query: { q: `user.uuid="${wren}"` } } }),
    () => GET(`${repository}/pipelines`, { params: { path: at, query: { pagelen: 1 } } }),
    () => GET(`${repository}/pipelines`, { params: { path: at, query: { ...list, sort: '-created_on' as never } } }),
    () => GET(steps, { params: { path: { ...at, pipeline_uuid: '{p}' }, query: and({}, list) as never } }),
    () => GET(`${steps}/{step_uuid}/log`, { params: { path: { ...at, pipeline_uuid: '{p}', step_uuid: '{s}' } } }),
    () => listed({ pagelen: 50, q: `source.branch.name="${headRef}"`, sort: '-created_on' }),
    () => listed({ pagelen: 50, q: 'state="OPEN" OR updated_on >= 2026-11-21T10:00:00.000+00:00', sort: 'updated_on' }),
    () => GET(`${repository}/effective-default-reviewers`, { params: { path: at, query: and({}, list) as never } }),
    () => create({ ...words, source: { branch: { name: headRef } }, reviewers }),
    () => GET(onePull, { params: { path: pull } }),
    () => edit(words),
    () => edit({ title, draft: true }),
    () =>
      GET(`${onePull}/comments`, { params: { path: pull, query: and({}, { ...list, sort: '-created_on' }) as never } }),
    () => comment({ content: { raw: `More.\n\n[//]: # (copydesk:follow-up-${next.headCommit})` } }),
    () => comment({ content: { raw: 'Done.\n\n[//]: # (copydesk:answer-1)' }, parent: named('comment', { id: 72 }) }),
    () => GET(`${pulls}/activity`, { params: { path: at, query: and({}, { pagelen: 50 }) as never } }),
    () =>
      GET(`${repository}/commit/{commit}/statuses`, {
        params: { path: { ...at, commit: draft.headCommit }, query: and({}, list) },
      }),
    () => commit(draft.headCommit.slice(0, 12)),
    () => commit('b'.repeat(12)),
    () =>
      GET(`${repository}/commit/{commit}/pullrequests`, {
        params: { path: { ...at, commit: merged }, query: { pagelen: 5 } },
      }),
  ];
  // A log is no JSON, and a refusal may be none either; but the request was sent.
  for (const ask of requests) await (ask() as Promise<unknown>).catch(() => undefined);
}

/**
 * The parameters of every list, which the description leaves out
 * (https://developer.atlassian.com/cloud/bitbucket/rest/intro/#pagination, #filtering).
 */
interface General {
  pagelen?: number;
  q?: string;
  sort?: string;
}

function and<const Own extends object>(own: Own, general: General): Own {
  return { ...own, ...general };
}

type PullRequestBody = Partial<
  Pick<OpenApi.SchemaPullrequest, 'title' | 'source' | 'destination' | 'draft' | 'reviewers'>
> & { description?: string };

type CommentBody = Pick<OpenApi.SchemaPullrequestComment, 'content'> & { parent?: { id: number; type: 'comment' } };

/** The description requires the name of its type in each object; Bitbucket itself does not. */
function named<Body extends object, Type extends string>(_type: Type, body: Body): Body & { type: Type } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the docstring says
  return body as Body & { type: Type };
}
