import type { CodeHost, PullRequest as Presented, PullRequestDraft } from '../code-host.ts';
import type { HostAnswer } from '../requests/host-http.ts';
import { followUp, notOpen } from '../follow-up.ts';
import { followUpMark, marked } from '../marks.ts';
import { pullRequestsPerPage, quoted } from './client.ts';
import type { BitbucketClient } from './client.ts';
import { commentOnce } from './comments.ts';
import { withHiddenMarks, withUsualMarks } from './markdown.ts';
import { isAboutField } from './refusal.ts';
import { commentOnMissing, configuredReviewers, defaultReviewers } from './reviewers.ts';
import type { Reviewer } from './reviewers.ts';
import { PullRequest } from './shapes.ts';

/** Pull requests of branches of the repository itself. */
export function pullRequests(client: BitbucketClient): CodeHost {
  return {
    find: async (headRef) => await presentOptional(client, await newest(client, headRef)),
    open: (draft) => open(client, draft),
    update: (number, draft) => update(client, number, draft),
    read: async (number) => await presentOptional(client, await read(client, number)),
  };
}

/** Without a state, only open ones are listed. */
export const anyState = 'state=OPEN&state=MERGED&state=DECLINED&state=SUPERSEDED';

async function newest(client: BitbucketClient, headRef: string): Promise<PullRequest | undefined> {
  const query = { q: `source.branch.name=${quoted(headRef)}`, sort: '-created_on', pagelen: pullRequestsPerPage };
  // Forks may have a branch of the same name.
  const list = { path: `${client.repository}/pullrequests?${anyState}`, query, most: 20 };
  for await (const page of client.pages(PullRequest, 'list pull requests', list)) {
    const own = page.find((found) => isOwn(found) && found.source.branch.name === headRef);
    if (own) return own;
  }
  return undefined;
}

export async function read(client: BitbucketClient, number: number): Promise<PullRequest | undefined> {
  const doing = 'read a pull request';
  const answer = await client.attempt(doing, { path: `${client.repository}/pullrequests/${number}` });
  // The repository itself is missing in other words: "Repository acme/docs not found".
  if (answer.status === 404 && !/repository/i.test(answer.text)) return undefined;
  return await client.read(PullRequest, doing, answer);
}

async function open(client: BitbucketClient, draft: PullRequestDraft): Promise<Presented> {
  const last = await newest(client, draft.headRef);
  if (last?.state === 'OPEN') return presentOpen(await bringUp(client, last.id, draft), draft);
  const ended = await presentOptional(client, last);
  if (ended?.headCommit === draft.headCommit) return ended;
  const configured = configuredReviewers(client.access.reviewers);
  const reviewers = [...(await defaultReviewers(client)), ...configured.reviewers];
  const { answer, refused } = await post(client, draft, reviewers);
  const opened = await client.read(PullRequest, 'open a pull request', answer);
  const { labels } = client.access;
  await commentOnMissing(client, opened.id, { labels, unclear: configured.unclear, refused });
  return presentOpen(opened, draft);
}

/**
 * When one is open from this branch into the same, Bitbucket brings that one up instead of opening another. It refuses
 * the whole request for one reviewer who cannot be one, such as the account itself.
 */
async function post(
  client: BitbucketClient,
  draft: PullRequestDraft,
  reviewers: Reviewer[],
): Promise<{ answer: HostAnswer; refused: boolean }> {
  const path = `${client.repository}/pullrequests`;
  const body = { ...wordsOf(client, draft), source: { branch: { name: draft.headRef } } };
  const doing = 'open a pull request';
  const answer = await client.attempt(doing, { method: 'POST', path, body: { ...body, reviewers } });
  const refused = answer.status === 400 && reviewers.length > 0 && isAboutField(answer, 'reviewers');
  if (!refused) return { answer, refused };
  return { answer: await client.attempt(doing, { method: 'POST', path, body }), refused };
}

/** Updates an open pull request to match the draft. */
async function bringUp(client: BitbucketClient, number: number, draft: PullRequestDraft): Promise<PullRequest> {
  return await edit(client, number, () => wordsOf(client, draft));
}

/** Reviewers that an edit does not name are removed, and only the pull request itself shows them. */
async function edit(
  client: BitbucketClient,
  number: number,
  change: (found: PullRequest) => object,
): Promise<PullRequest> {
  const path = `${client.repository}/pullrequests/${number}`;
  const found = await client.ask(PullRequest, 'read a pull request', { path });
  const reviewers = (found.reviewers ?? []).map(({ uuid }) => ({ uuid }));
  const doing = 'edit a pull request';
  const put = async (body: object) => await client.attempt(doing, { method: 'PUT', path, body });
  const answer = await put({ ...change(found), reviewers });
  // One who has left the workspace since cannot be named again.
  const isRefused = answer.status === 400 && isAboutField(answer, 'reviewers');
  return await client.read(PullRequest, doing, isRefused ? await put(change(found)) : answer);
}

async function update(client: BitbucketClient, number: number, draft: PullRequestDraft): Promise<Presented> {
  const found = await read(client, number);
  if (found?.state !== 'OPEN') {
    throw notOpen(`Pull request #${number} of ${client.access.repository}`, found?.state.toLowerCase());
  }
  await followUp(draft, {
    number,
    description: withUsualMarks(found.description ?? ''),
    holdBack: async () => await holdBack(client, found),
    comment: async (comment) => await commentOnce(client, comment),
  });
  return presentOpen(found, draft);
}

/** Turns an open pull request into a draft, and keeps the title that people have given it. */
async function holdBack(client: BitbucketClient, { id, draft }: PullRequest): Promise<void> {
  if (draft === true) return;
  await edit(client, id, ({ title }) => ({ title, draft: true }));
}

/** Bitbucket refuses longer titles. */
const longestTitle = 255;

/** Atlassian publishes no limit; Renovate, which opens many pull requests there, cuts at 50,000 characters. */
const longestDescription = 49_000;

function wordsOf({ access }: BitbucketClient, draft: PullRequestDraft): object {
  return {
    title: draft.title.slice(0, longestTitle),
    description: withHiddenMarks(
      marked(draft.description.slice(0, longestDescription), followUpMark(draft.headCommit)),
    ),
    destination: { branch: { name: draft.baseRef } },
    draft: access.draft || draft.asDraft === true,
  };
}

export function isOwn({ source, destination }: PullRequest): boolean {
  return source.repository != null && source.repository.full_name === destination.repository?.full_name;
}

export async function presentOptional(
  client: BitbucketClient,
  found: PullRequest | undefined,
): Promise<Presented | undefined> {
  if (found === undefined) return undefined;
  const mergeCommit = found.state === 'MERGED' ? await client.wholeId(found.merge_commit?.hash) : '';
  return {
    ...present(found),
    headCommit: await client.wholeId(found.source.commit?.hash),
    ...(mergeCommit !== '' && { mergeCommit }),
  };
}

/** Its branch was pushed a moment ago, and the host may not have processed the push yet. */
function presentOpen(found: PullRequest, { headCommit }: PullRequestDraft): Presented {
  return { ...present(found), headCommit };
}

function present(found: PullRequest): Omit<Presented, 'headCommit'> {
  return {
    number: found.id,
    link: found.links.html?.href ?? '',
    state: found.state === 'OPEN' ? 'open' : found.state === 'MERGED' ? 'merged' : 'closed',
    headRef: found.source.branch.name,
    baseRef: found.destination.branch.name,
  };
}
