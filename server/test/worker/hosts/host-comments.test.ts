import { CopydeskError } from '@copydesk/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { archiveJob } from '../../../src/jobs/settle/archive.ts';
import { maximumQueuedMessages } from '../../../src/jobs/request/message.ts';
import { plainModel } from '../../../src/agent/model.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { replacer } from '../../races/support.ts';
import type { WorkerServices } from '../../../src/worker/services.ts';
import { comment, hostRig } from './host-rig.ts';
import type { HostRig } from './host-rig.ts';

let rig: HostRig;
let jobId: string;
beforeEach(async () => {
  rig = await hostRig(replacer);
  jobId = (await rig.create('Acme Cloud -> Acme Platform')).id;
  await rig.work();
});
afterEach(async () => await rig[Symbol.asyncDispose]());

const said = () => rig.host.comments.map(({ body }) => body);

const messages = async () =>
  await rig.db
    .selectFrom('job_message')
    .select(['prompt', 'origin'])
    .where('position', '>', 0)
    .orderBy('position')
    .execute();

test('a comment that addresses Copydesk is a follow-up, and gets its answer where it was written', async () => {
  await rig.notify(comment('issue-comment-1', '@copydesk Run it. -> Start it.'));
  await rig.handleHosts();
  expect(await rig.read(jobId)).toMatchObject({ status: 'active' });
  expect(rig.host.comments).toEqual([]);
  expect(await rig.work()).toMatchObject({ status: 'completed' });
  await rig.handleHosts();
  expect(rig.host.comments).toEqual([
    {
      number: 1,
      mark: `answer-${jobId.replace('_', '-')}-1`,
      body: 'To [this comment](https://host.test/acme/docs/pull/1#issue-comment-1):\n\nDone as told',
    },
  ]);
  const reported = (await rig.events(jobId)).findLast(({ type }) => type === 'message');
  expect(reported?.data).toMatchObject({
    prompt: 'Run it. -> Start it.',
    from: { author: 'ann', link: 'https://host.test/acme/docs/pull/1#issue-comment-1' },
  });
  expect(await rig.repository.git('show', `copydesk/${jobId}:docs/guide.md`)).toContain('Start it.');
});

test('a comment that arrives twice by webhook, and by polling, starts work once', async () => {
  const same = comment('issue-comment-1', '@copydesk Run it. -> Start it.');
  rig.host.changes = [same];
  await rig.notify(same);
  await rig.handleHosts();
  await rig.notify(same);
  await rig.passTime();
  await rig.handleHosts();
  expect(rig.host.asked).toContain('changesSince');
  expect(await messages()).toHaveLength(1);
});

test('line comments arrive in order, with their place, and get answers in their threads', async () => {
  const place = { path: 'docs/guide.md', line: 5, excerpt: '-Run it.\n+Start it.' };
  await rig.notify(
    comment('review-comment-1', '@copydesk shorter', { thread: 'review-comment-1', place }),
    comment('review-comment-2', 'no work', { thread: 'review-comment-2' }),
    comment('review-comment-3', '@copydesk and this', { thread: 'review-comment-3' }),
    comment('review-comment-4', '@copydesk and that', { thread: 'review-comment-3' }),
  );
  await rig.handleHosts();
  expect((await messages()).map(({ prompt }) => prompt)).toEqual([
    'shorter\n\n(Context, added by Copydesk: this was written at docs/guide.md, line 5, beside these lines of the pull request.)\n> -Run it.\n> +Start it.',
    'and this',
    'and that',
  ]);
  await rig.work();
  await rig.handleHosts();
  expect(rig.host.comments.map(({ thread, mark }) => [thread, mark.slice(-2)])).toEqual([
    ['review-comment-1', '-1'],
    ['review-comment-3', '-2'],
  ]);
});

test.each([
  ['by somebody who may not push', { author: 'mallory' }, 'mallory may not push to the repository'],
  ['by a bot', { isBot: true }, 'written by a program'],
  ['of Copydesk’s own', { body: '@copydesk do it\n\n<!-- copydesk:answer-1 -->' }, 'written by a program'],
  ['on a pull request of somebody else', { number: 7 }, 'no job has this pull request'],
])('a comment %s starts no work and gets no answer', async (_name, change, outcome) => {
  await rig.notify(comment('issue-comment-1', '@copydesk do it', change));
  await rig.handleHosts();
  expect(await rig.outcomes()).toMatchObject({ 'issue-comment-1': outcome });
  expect(await messages()).toEqual([]);
  expect(rig.host.comments).toEqual([]);
});

test('the permission of an account is requested once a minute', async () => {
  let now = new Date();
  await rig.notify(comment('a', '@copydesk one'), comment('b', '@copydesk two'));
  await rig.handleHosts({ now: () => now });
  expect(rig.host.asked.filter((asked) => asked === 'mayWrite')).toHaveLength(1);
  now = new Date(now.getTime() + 61_000);
  await rig.notify(comment('c', '@copydesk three'));
  await rig.handleHosts({ now: () => now });
  expect(rig.host.asked.filter((asked) => asked === 'mayWrite')).toHaveLength(2);
});

describe('a comment that cannot become a message gets one answer', () => {
  test('on an archived job', async () => {
    await archiveJob(rig.db, { projectId: rig.project.id, jobId, by: 'api' });
    await rig.notify(comment('a', '@copydesk more'));
    await rig.handleHosts();
    expect(said()).toEqual([expect.stringContaining('archived')]);
  });

  test('with a long text, or with none', async () => {
    await rig.notify(comment('a', `@copydesk ${'x'.repeat(32_001)}`), comment('b', '@copydesk'));
    await rig.handleHosts();
    expect(said()).toEqual([expect.stringContaining('32,000'), expect.stringContaining('blank')]);
    expect(await messages()).toEqual([]);
  });

  test('beyond the limit of queued messages', async () => {
    const many = Array.from({ length: maximumQueuedMessages + 1 }, (_, index) =>
      comment(`c-${index}`, '@copydesk more'),
    );
    await rig.notify(...many);
    await rig.handleHosts();
    expect(await messages()).toHaveLength(maximumQueuedMessages);
    expect(said()).toEqual([expect.stringContaining('already waits')]);
  });

  test('even if the reply of the host was lost', async () => {
    rig.host.after = () => {
      throw new CopydeskError('code_host_unreachable', 'no answer');
    };
    await rig.notify(comment('a', '@copydesk'));
    await rig.handleHosts();
    expect(await rig.outcomes()).toMatchObject({ a: null });
    await rig.passTime();
    await rig.handleHosts();
    expect(said()).toHaveLength(1);
    expect(await rig.outcomes()).toMatchObject({ a: expect.stringContaining('blank') });
  });
});

describe('faults', () => {
  test('an unreachable host delays comments and keeps their order', async () => {
    rig.host.before = () => {
      throw new CopydeskError('code_host_limited', 'slow down', { retryAfterSeconds: 90 });
    };
    await rig.notify(comment('a', '@copydesk one'), comment('b', '@copydesk two'));
    await rig.handleHosts();
    expect(rig.host.asked).toEqual(expect.not.arrayContaining(['mayWrite', 'mayWrite']));
    const { attend_after: after } = await rig.db
      .selectFrom('code_host_connection')
      .select('attend_after')
      .executeTakeFirstOrThrow();
    expect(after.getTime()).toBeGreaterThan(Date.now() + 60_000);
    rig.host.before = () => {};
    await rig.passTime();
    await rig.handleHosts();
    expect((await messages()).map(({ prompt }) => prompt)).toEqual(['one', 'two']);
  });

  test('several parallel workers handle a comment once', async () => {
    await rig.notify(comment('a', '@copydesk one'), comment('b', '@copydesk two'));
    await Promise.all([rig.handleHosts(), rig.handleHosts(), rig.handleHosts()]);
    expect((await messages()).map(({ prompt }) => prompt)).toEqual(['one', 'two']);
  });

  test('a worker that was stopped in the middle does not repeat what another one has done', async () => {
    const woken = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    rig.host.before = async (asked) => {
      if (asked !== 'mayWrite') return;
      rig.host.before = () => {};
      arrived.resolve();
      await woken.promise;
    };
    await rig.notify(comment('a', '@copydesk one'));
    const stopped = rig.handleHosts();
    await arrived.promise;
    await rig.passTime();
    await rig.handleHosts();
    woken.resolve();
    await stopped;
    expect(await messages()).toHaveLength(1);
  });

  test('an answer is not posted twice if storing it failed', async () => {
    await rig.notify(comment('a', '@copydesk Run it. -> Start it.'));
    await rig.handleHosts();
    await rig.work();
    rig.host.after = () => {
      throw new CopydeskError('code_host_unreachable', 'no answer');
    };
    await rig.handleHosts();
    expect(await unanswered()).toBe(1);
    await rig.passTime();
    await rig.handleHosts();
    expect(rig.host.comments).toHaveLength(1);
    expect(await unanswered()).toBe(0);
  });

  test('an answer to a deleted pull request is given up, with a note in the transcript', async () => {
    await rig.notify(comment('a', '@copydesk Run it. -> Start it.'));
    await rig.handleHosts();
    await rig.work();
    rig.host.before = (asked) => {
      if (asked === 'comment') throw new CopydeskError('not_found', 'There is no such pull request.');
    };
    await rig.handleHosts();
    expect(await unanswered()).toBe(0);
    expect((await rig.events(jobId)).at(-1)).toMatchObject({
      type: 'noted',
      data: { detail: expect.stringContaining('There is no such pull request.') },
    });
  });

  test('an answer that the host refuses does not delay others', async () => {
    const inThread = { thread: 'review-comment-2' };
    await rig.notify(comment('a', '@copydesk Run it. -> Start it.'), comment('b', '@copydesk and this', inThread));
    await rig.handleHosts();
    await rig.work();
    let isRefused = true;
    rig.host.before = (asked) => {
      if (asked !== 'comment' || !isRefused) return;
      isRefused = false;
      throw new CopydeskError('code_host_forbidden', 'The token may not comment there.');
    };
    await rig.handleHosts();
    expect(rig.host.comments.map(({ thread }) => thread)).toEqual(['review-comment-2']);
    expect(await unanswered()).toBe(1);
    await rig.passTime();
    await rig.handleHosts();
    expect(await unanswered()).toBe(0);
  });

  test('a comment that cannot be handled for a day is given up', async () => {
    rig.host.before = () => {
      throw new CopydeskError('code_host_unauthorized', 'The token has expired.');
    };
    await rig.notify(comment('a', '@copydesk one'));
    await rig.handleHosts({ now: () => new Date(Date.now() + 2 * 86_400_000) });
    await rig.passTime();
    await rig.db
      .updateTable('code_host_connection')
      .set({ poll_after: new Date(Date.now() + 1e6) })
      .execute();
    await rig.handleHosts({ now: () => new Date(Date.now() + 2 * 86_400_000) });
    expect(await rig.outcomes()).toEqual({ a: 'given up: The token has expired.' });
  });
});

test('a failed follow-up is answered with the reason and what to do', async () => {
  await rig.notify(comment('a', '@copydesk fail'));
  await rig.handleHosts();
  await rig.work({ resolveModel: () => Promise.reject(new CopydeskError('model_not_configured', 'Set a key first.')) });
  await rig.handleHosts();
  expect(rig.host.comments.map(({ body }) => body)).toEqual([expect.stringContaining('Set a key first.')]);
});

test('an answer is the result of its own turn, even if the job continued with another message and failed', async () => {
  await rig.notify(comment('a', '@copydesk Run it. -> Start it.'));
  await rig.handleHosts();
  let isFirst = true;
  const onFaultPoint: WorkerServices['onFaultPoint'] = async (point) => {
    if (point !== 'verified' || !isFirst) return;
    isFirst = false;
    await rig.notify(comment('b', '@copydesk fail'));
    await rig.handleHosts();
  };
  const model = scriptedModel((call) =>
    call === 0
      ? { text: 'Started it.' }
      : { error: new CopydeskError('instruction_not_understood', 'What is to fail?') },
  );
  const resolveModel = () => plainModel('test/scripted', model);
  expect(await rig.work({ onFaultPoint, resolveModel })).toMatchObject({ status: 'failed' });
  await rig.handleHosts();
  expect(said()).toEqual([expect.stringContaining('Started it.'), expect.stringContaining('What is to fail?')]);
});

test('a waiting answer is not replaced by the result of a later turn', async () => {
  rig.host.before = (asked) => {
    if (asked === 'comment') throw new CopydeskError('code_host_limited', 'slow down');
  };
  await rig.notify(comment('a', '@copydesk Run it. -> Start it.'));
  await rig.handleHosts();
  await rig.work();
  await rig.notify(comment('b', '@copydesk more'));
  await rig.handleHosts();
  let isFirst = true;
  const onFaultPoint: WorkerServices['onFaultPoint'] = async (point) => {
    if (point !== 'verified' || !isFirst) return;
    isFirst = false;
    await rig.notify(comment('c', '@copydesk and more'));
    await rig.passTime();
    await rig.handleHosts();
  };
  const model = scriptedModel((call) => ({ text: call === 0 ? 'The second.' : 'The third.' }));
  expect(await rig.work({ onFaultPoint, resolveModel: () => plainModel('test/scripted', model) })).toMatchObject({
    status: 'completed',
  });
  rig.host.before = () => {};
  await rig.passTime();
  await rig.handleHosts();
  expect(said()).toEqual(['Done as told', 'The second.', 'The third.'].map((text) => expect.stringContaining(text)));
});

test('the account of the credential may belong to a person who also writes to Copydesk', async () => {
  rig.host.writers.add('copydesk-bot');
  await rig.notify(comment('a', '@copydesk Run it. -> Start it.', { author: 'copydesk-bot' }));
  await rig.handleHosts();
  expect(await rig.outcomes()).toMatchObject({ a: `message to ${jobId}` });
});

async function unanswered(): Promise<number> {
  const rows = await rig.db
    .selectFrom('job_message')
    .select('position')
    .where('origin', 'is not', null)
    .where('answered_at', 'is', null)
    .execute();
  return rows.length;
}
