import type { HostEvent } from '../host-event.ts';
import type { GitLabClient } from './client.ts';
import { isBot, placeOf } from './note-event.ts';
import { isOwn } from './merge-requests.ts';
import { Branch, Discussion, MergeRequest } from './shapes.ts';
import type { Note } from './shapes.ts';

/** GitLab's clock may differ from the one that set `since`; an event that is reported twice has the same key. */
const marginMilliseconds = 120_000;
const mostPages = 50;
/** How many base branches of own merge requests are read: most projects have one. */
const mostBranches = 20;

/**
 * Returns what happened in the merge requests of the project's own branches, and the current commits of their base
 * branches.
 */
export async function changesSince(client: GitLabClient, since: Date): Promise<HostEvent[]> {
  const from = new Date(since.getTime() - marginMilliseconds);
  const events: HostEvent[] = [];
  const request = {
    path: `${client.project}/merge_requests`,
    query: { updated_after: from.toISOString(), state: 'all', order_by: 'updated_at', sort: 'asc' },
    most: mostPages,
  };
  for await (const page of client.pages(MergeRequest, 'list merge requests', request)) {
    for (const changed of page.filter(isOwn)) events.push(...(await happenedIn(client, changed, from)));
  }
  return [...events, ...(await branchTips(client))];
}

async function happenedIn(client: GitLabClient, changed: MergeRequest, from: Date): Promise<HostEvent[]> {
  const { iid: number, state } = changed;
  const comments = changed.user_notes_count === 0 ? [] : await newComments(client, changed, from);
  return state === 'merged' || state === 'closed' ? [...comments, { kind: 'ended', number, state }] : comments;
}

async function newComments(client: GitLabClient, changed: MergeRequest, from: Date): Promise<HostEvent[]> {
  const path = `${client.project}/merge_requests/${changed.iid}/discussions`;
  const found: { note: Note; thread: string }[] = [];
  for await (const page of client.pages(Discussion, 'read comments', { path, most: mostPages })) {
    for (const { id, notes } of page) found.push(...notes.map((note) => ({ note, thread: id })));
  }
  return found
    .filter(({ note }) => note.system !== true && Date.parse(note.updated_at ?? note.created_at) >= from.getTime())
    .sort((a, b) => Date.parse(a.note.created_at) - Date.parse(b.note.created_at))
    .map(({ note, thread }) => ({
      kind: 'comment',
      comment: {
        id: `note-${note.id}`,
        number: changed.iid,
        author: note.author.username,
        isBot: isBot(note.author.username),
        body: note.body,
        link: `${changed.web_url}#note_${note.id}`,
        thread,
        place: placeOf(note.position, ''),
      },
    }));
}

/** Returns the current commits of the base branches of this account's open merge requests. */
async function branchTips(client: GitLabClient): Promise<HostEvent[]> {
  const branches = new Set<string>();
  const query = { state: 'opened', scope: 'created_by_me' };
  const request = { path: `${client.project}/merge_requests`, query, most: mostPages };
  for await (const page of client.pages(MergeRequest, 'list merge requests', request)) {
    for (const found of page) if (isOwn(found)) branches.add(found.target_branch);
  }
  const events: HostEvent[] = [];
  for (const branch of [...branches].slice(0, mostBranches)) {
    const path = `${client.project}/repository/branches/${encodeURIComponent(branch)}`;
    const answer = await client.attempt('read a branch', { path });
    const commit = Branch.safeParse(answer.json).data?.commit.id;
    if (answer.status === 404) events.push({ kind: 'pushed', branch, commit: null });
    else if (commit !== undefined) events.push({ kind: 'pushed', branch, commit });
  }
  return events;
}
