import { appendEvents } from '../../../src/jobs/events.ts';
import type { NewEvent } from '../../../src/jobs/events.ts';
import type { TestSite } from '../../http/support/site.ts';

/** What creating the job needs, with or without a server. */
interface EvilSite extends Pick<TestSite, 'docs'> {
  api: Pick<TestSite['api'], 'db' | 'newJob'>;
}

/** Creates a job that has this text wherever somebody else could put one. */
export async function evilJob(site: EvilSite, text: string): Promise<string> {
  const { db } = site.api;
  const author = { kind: 'person' as const, id: 'per_evil', name: text.replaceAll('\0', '').slice(0, 5_000) };
  const { id } = await site.api.newJob({ project: site.docs, prompt: text.slice(0, 30_000), author });
  const tool = { tool: text.slice(0, 60), summary: `edit ${text}`, ok: true, result: text };
  const coverage = { site: null, links: 0, notJudged: [], others: [], leftAlone: [] };
  const events: NewEvent[] = [
    { type: 'message', data: { position: 1, prompt: text, from: { author: text, link: 'javascript:window.hit=1' } } },
    { type: 'turn_started', data: { turn: 1, baseCommit: text, branch: text, resumed: false } },
    {
      type: 'step',
      data: {
        step: 1,
        messages: [],
        text,
        tools: [tool, { ...tool, ok: false }],
        changedFiles: [text],
        usage: { inputTokens: 1, outputTokens: 1 },
      },
    },
    { type: 'noted', data: { detail: text } },
    {
      type: 'checked',
      data: {
        problems: [text, text],
        warnings: [text],
        repairRound: 1,
        contested: [{ problem: text, reason: text }],
        coverage,
      },
    },
    { type: 'pushed', data: { branch: text, commit: text } },
    { type: 'pull_request', data: { number: 7, link: 'javascript:window.hit=1', opened: true } },
    { type: 'conflict', data: { number: 7, baseRef: text, files: [text] } },
    {
      type: 'checks',
      data: {
        number: 7,
        commit: text,
        state: 'failed',
        running: 0,
        passed: 0,
        failed: 1,
        failing: [{ name: text, link: 'javascript:window.hit=1' }],
      },
    },
    { type: 'completed', data: { prLink: null, summary: text } },
  ];
  await db.transaction().execute(async (transaction) => await appendEvents(transaction, id, events));
  const messages = [
    { role: 'user', content: text },
    {
      role: 'assistant',
      content: [
        { type: 'text', text },
        {
          type: 'tool-call',
          toolCallId: 'a',
          toolName: 'edit_file',
          input: { path: text, edits: [{ old: text, new: `${text}!` }] },
        },
        { type: 'tool-call', toolCallId: 'b', toolName: text, input: { [text.slice(0, 200)]: text, deep: [text] } },
      ],
    },
    {
      role: 'tool',
      content: ['a', 'b'].map((toolCallId) => ({
        type: 'tool-result',
        toolCallId,
        toolName: 'x',
        output: { type: 'text', value: text },
      })),
    },
  ];
  await db
    .insertInto('job_step')
    .values({
      job_id: id,
      number: 1,
      turn: 1,
      messages: JSON.stringify(messages),
      tree: 'a',
      usage: '{}',
      finish_reason: 'stop',
      started_at: new Date(),
      finished_at: new Date(),
    })
    .execute();
  const bad = { name: text, link: 'javascript:window.hit=1' };
  const counts = { running: 0, passed: 0, failed: 1, skipped: 0 };
  const found = JSON.stringify({
    isWhole: true,
    counts,
    checks: [{ ...bad, state: 'failed', summary: text }],
    previews: [bad],
  });
  await db
    .insertInto('checked_commit')
    .values({
      job_id: id,
      commit: 'a'.repeat(40),
      number: 7,
      ask_after: new Date(),
      state: 'failed',
      found,
      listed: found,
    })
    .execute();
  await db
    .updateTable('job')
    .set({
      status: 'completed',
      pr_link: 'javascript:window.hit=1',
      model: text.slice(0, 200),
      branch: text,
      steps: 1,
      outcome: JSON.stringify({ kind: 'nothing_to_do', text: text.slice(0, 2_000) }),
    })
    .where('id', '=', id)
    .execute();
  return id;
}
