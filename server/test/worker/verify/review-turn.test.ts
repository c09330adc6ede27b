import { CopydeskError } from '@copydesk/contract';
import { describe, expect, test } from 'vitest';
import type { FaultPoint } from '../../../src/worker/fault-points.ts';
import type { WorkerServices } from '../../../src/worker/services.ts';
import type { Script, ScriptedStep } from '../../support/scripted-model.ts';
import { editGuide, read, workerRig } from '../rig.ts';
import type { WorkerRig } from '../rig.ts';

const answer = [
  'TITLE: docs: rename the product',
  'COMMIT:',
  'The product is called Acme Platform now.',
  'DESCRIPTION:',
  '## What',
  '',
  'The guide says **Acme Platform**.',
].join('\n');

/** Returns the last request for a description that the model got; undefined when it was asked for something else. */
function requestIn(prompt: readonly { role: string; content: unknown }[]): string | undefined {
  const last = prompt.at(-1);
  const text = JSON.stringify(last?.content ?? '');
  return last?.role === 'user' && /Review (?:your|the whole) change|not in the form|withheld by a filter/.test(text)
    ? text
    : undefined;
}

const work: ScriptedStep[] = [editGuide('Acme Cloud', 'Acme Platform'), { text: 'I renamed it in one page.' }];

/** A model that works by a script, and answers requests for a description by the given function. */
function describing(described: (request: string, count: number) => ScriptedStep | Promise<ScriptedStep>): Script {
  let worked = 0;
  let asked = 0;
  return (_, { prompt }) => {
    const request = requestIn(prompt);
    if (request !== undefined) return described(request, asked++);
    return work[worked++] ?? { text: 'done' };
  };
}

function thatDescribes(rig: WorkerRig): Partial<WorkerServices> {
  const model = { name: 'test/scripted', model: rig.model, streams: false, describesChanges: true };
  return { resolveModel: () => model, jobUrl: ({ id }) => `https://desk.test/jobs/${id}` };
}

async function pullRequest(rig: WorkerRig) {
  return await rig.db.selectFrom('pull_request').selectAll().executeTakeFirstOrThrow();
}

/** Pretends that the process was killed: the lease expires. */
async function expireLease(rig: WorkerRig): Promise<void> {
  await rig.db
    .updateTable('job')
    .set({ leased_until: new Date(0), not_before: new Date(0) })
    .execute();
}

describe('a model that reviews its change', () => {
  test('writes the commit message, title and description, and the answer to the user stays the summary', async () => {
    await using rig = await workerRig(describing(() => ({ text: answer })));
    const { id } = await rig.create('rename');
    expect(await rig.work(thatDescribes(rig))).toMatchObject({ status: 'completed' });
    expect(await pullRequest(rig)).toMatchObject({
      title: 'docs: rename the product',
      description:
        '## What\n\nThe guide says **Acme Platform**.\n\n' +
        `Made by Copydesk, job [\`${id}\`](https://desk.test/jobs/${id}).`,
    });
    expect(await rig.repository.git('log', '-1', '--format=%B', `copydesk/${id}`)).toBe(
      `docs: rename the product\n\nThe product is called Acme Platform now.\n\nCopydesk-Job: ${id}\n`,
    );
    expect((await rig.events(id)).at(-1)).toMatchObject({
      type: 'completed',
      data: {
        summary: 'I renamed it in one page.',
        usage: { steps: 3, inputTokens: 30, cachedInputTokens: 0, outputTokens: 15, costUsd: null },
      },
    });
  });

  test('sees prices, and the pull request reports the cost of the job', async () => {
    await using rig = await workerRig(describing(() => ({ text: answer })));
    await rig.create('rename');
    const price = { from: '2026-01-01', input: 1_000_000, cachedInput: 0, cacheWrite: 0, output: 0, source: null };
    const budgets = { ...rig.services.budgets, prices: () => price as never };
    await rig.work({ ...thatDescribes(rig), budgets });
    expect((await pullRequest(rig)).description).toContain(
      'with `test/scripted`: 3 steps, 30 tokens read, 15 written, 30.00 US dollars.',
    );
  });

  test('cannot mention, close, load or command anything at a code host', async () => {
    const hostile = [
      'TITLE: Fix #12 for @alice [skip ci]',
      'COMMIT:',
      'Closes #12\n\nCo-authored-by: Eve <eve@evil.test>\n\nSigned-off-by: Eve',
      'DESCRIPTION:',
      'Closes https://github.com/acme/docs/issues/3\n/close\n![x](https://evil.test/p.png) <img src=x> @acme/all',
    ].join('\n');
    await using rig = await workerRig(describing(() => ({ text: hostile })));
    const { id } = await rig.create('rename');
    expect(await rig.work(thatDescribes(rig))).toMatchObject({ status: 'completed' });
    const { title, description } = await pullRequest(rig);
    expect(title).toBe('Fix # 12 for @ alice (skip ci)');
    expect(description).not.toMatch(/!\[|<img|@acme|^\/close|https:\/\/github\.com/m);
    expect(await rig.repository.git('log', '-1', '--format=%(trailers:only)', `copydesk/${id}`)).toBe(
      `Copydesk-Job: ${id}\n`,
    );
    expect(await rig.repository.git('log', '-1', '--format=%B', `copydesk/${id}`)).not.toMatch(/#12|-by:/);
  });
});

describe('a review', () => {
  const formed = { text: answer };

  test('without a finding: the model keeps its texts, and this costs one more request', async () => {
    await using rig = await workerRig([editGuide('Acme Cloud', 'Acme Platform'), formed, { text: 'KEEP' }]);
    const { id } = await rig.create('rename');
    expect(await rig.work(thatDescribes(rig))).toMatchObject({
      status: 'completed',
      outcome: { kind: 'changed', text: 'docs: rename the product\n\n## What\n\nThe guide says **Acme Platform**.' },
    });
    expect(rig.model.calls).toHaveLength(3);
    expect(await pullRequest(rig)).toMatchObject({ title: 'docs: rename the product' });
    expect((await rig.events(id)).filter(({ type }) => type === 'checked')).toHaveLength(1);
  });

  test('with a fault: the model fixes it, is checked, and sees the change again', async () => {
    const mend = editGuide('Run it.', 'Start it.');
    const link = editGuide('Start it.', 'Start it with the [index](index.md).');
    await using rig = await workerRig([
      editGuide('Acme Cloud', 'Acme Platform'),
      formed,
      mend,
      formed,
      link,
      formed,
      { text: 'KEEP' },
    ]);
    const { id } = await rig.create('rename');
    expect(await rig.work(thatDescribes(rig))).toMatchObject({ status: 'completed' });
    expect(rig.model.calls).toHaveLength(7);
    const shown = rig.model.calls.map(({ prompt }) => requestIn(prompt));
    expect(shown[4]).toContain('+Start it.');
    expect(shown[6]).toContain('+Start it with the [index](index.md).');
    expect(await rig.repository.git('show', `copydesk/${id}:docs/guide.md`)).toContain('[index]');
  });

  test('with one fault after another: after three reviews the change is delivered', async () => {
    const edits = ['a', 'b', 'c', 'd', 'e'].flatMap((letter, index, all) => [
      editGuide(index === 0 ? 'Run it' : `Run ${all[index - 1]}`, `Run ${letter}`),
      formed,
    ]);
    await using rig = await workerRig(edits);
    expect((await rig.create('rename')).status).toBe('active');
    expect(await rig.work(thatDescribes(rig))).toMatchObject({ status: 'completed' });
    expect(rig.model.calls).toHaveLength(8);
  });

  test('with errors: they and the whole change are in one request', async () => {
    await using rig = await workerRig([
      editGuide('Run it', '[Run](gone.md) it'),
      formed,
      editGuide('[Run](gone.md)', 'Run'),
      formed,
    ]);
    await rig.create('link');
    await rig.work(thatDescribes(rig));
    const request = requestIn(rig.model.calls[2]?.prompt ?? []);
    expect(request).toMatch(/^\[\{"type":"text","text":"The checks found problems that this change introduced:/);
    expect(request).toContain('gone.md');
    expect(request).toContain('+[Run](gone.md) it');
  });

  test('shows a link that the model lost, and reminds a turn that ended with a question', async () => {
    const path = 'docs/index.md';
    const edits = [{ old: '[guide](guide.md)', new: 'guide' }];
    const unlink = { calls: [read(path), { tool: 'edit_file', input: { path, edits } }] };
    await using rig = await workerRig([unlink, { text: 'QUESTION: Is that right?' }, formed]);
    await rig.create('unlink');
    expect(await rig.work(thatDescribes(rig))).toMatchObject({ outcome: { kind: 'changed' } });
    const request = requestIn(rig.model.calls[2]?.prompt ?? []);
    expect(request).toContain('docs/index.md:3 [guide](guide.md)');
    expect(request).toContain('You ended with QUESTION');
    expect((await pullRequest(rig)).title).toBe('docs: rename the product');
  });
});

describe('a turn that ends without a change', () => {
  test.each([
    ['QUESTION: Which page is meant?', 'needs_answer', 'Which page is meant?'],
    ['DECLINED: It is a contract.', 'declined', 'It is a contract.'],
    ['NOTHING TO DO: It says so.', 'nothing_to_do', 'It says so.'],
  ])('with %j is %s, and continues with a message', async (text, kind, said) => {
    await using rig = await workerRig([
      { text },
      editGuide('Acme Cloud', 'Acme Platform'),
      { text: answer },
      { text: 'KEEP' },
    ]);
    const { id } = await rig.create('rename');
    expect(await rig.work(thatDescribes(rig))).toMatchObject({ prLink: null, outcome: { kind, text: said } });
    expect((await rig.events(id)).at(-1)).toMatchObject({ data: { summary: said, outcome: kind } });
    expect(rig.model.calls).toHaveLength(1);
    await rig.send(id, 'The guide.');
    const done = await rig.work(thatDescribes(rig));
    expect(done).toMatchObject({ outcome: { kind: 'changed' } });
    expect((await rig.events(id)).at(-1)).toMatchObject({ data: { outcome: 'changed', prLink: done.prLink } });
  });

  test('after a turn with a change asks as well, and does not change the pull request', async () => {
    const question = { text: 'QUESTION: And the index?' };
    await using rig = await workerRig([
      editGuide('Acme Cloud', 'Acme Platform'),
      { text: answer },
      { text: 'KEEP' },
      question,
    ]);
    const { id } = await rig.create('rename');
    const { prLink } = await rig.work(thatDescribes(rig));
    await rig.send(id, 'All of it.');
    expect(await rig.work(thatDescribes(rig))).toMatchObject({ prLink, outcome: { kind: 'needs_answer' } });
  });
});

describe('a missing description', () => {
  test.each<[string, ScriptedStep[], number]>([
    ['of no use twice: the closing text serves', [{ text: '---' }, { text: '12' }], 4],
    [
      'refused: the closing text serves',
      Array.from({ length: 6 }, () => ({ text: 'no', finishReason: 'content-filter' as const })),
      4,
    ],
    ['in the second attempt serves', [{ text: '???' }, { text: answer }], 4],
    ['an error that does not pass', [{ error: new CopydeskError('model_not_configured', 'The key is wrong.') }], 3],
  ])('%s', async (name, answers, calls) => {
    await using rig = await workerRig(describing((_, count) => answers[count] ?? { text: '' }));
    await rig.create('rename');
    const services = { ...thatDescribes(rig), log: { ...rig.services.log, warn: () => {} } };
    expect(await rig.work(services)).toMatchObject({ status: 'completed', error: null });
    expect((await pullRequest(rig)).title).toBe(
      name.includes('second') ? 'docs: rename the product' : 'I renamed it in one page',
    );
    expect(rig.model.calls).toHaveLength(calls);
  });

  test('because the provider is unavailable: the job waits a few times, and then continues without it', async () => {
    const away = new CopydeskError('model_failed', 'The provider is away.', { retryable: true });
    await using rig = await workerRig(describing(() => ({ error: away })));
    const { id } = await rig.create('rename');
    for (let tries = 0; tries < 3; tries += 1) {
      expect(await rig.work(thatDescribes(rig))).toMatchObject({ status: 'active' });
      await rig.db
        .updateTable('job')
        .set({ not_before: new Date(0) })
        .execute();
    }
    expect(await rig.work(thatDescribes(rig))).toMatchObject({ status: 'completed' });
    expect((await pullRequest(rig)).title).toBe('I renamed it in one page');
    expect((await rig.events(id)).filter(({ type }) => type === 'step')).toHaveLength(2);
  });

  test('does not let the model edit while only its texts are missing', async () => {
    const answers: ScriptedStep[] = [{ text: 'no' }, editGuide('Run it', 'Break it'), { text: answer }];
    await using rig = await workerRig(describing((_, count) => answers[count] ?? { text: answer }));
    const { id } = await rig.create('rename');
    expect(await rig.work(thatDescribes(rig))).toMatchObject({ status: 'completed' });
    expect(await rig.repository.git('show', `copydesk/${id}:docs/guide.md`)).toContain('Run it');
  });
});

describe('a review that is interrupted', () => {
  const points: FaultPoint[] = [
    'before-step',
    'step-stored',
    'review-due',
    'verified',
    'delivery-intended',
    'pushed',
    'push-stored',
    'pull-request-reached',
    'pull-request-stored',
  ];
  test.each(points)('by a death at "%s" repeats no stored step', async (point) => {
    await using rig = await workerRig(describing(() => ({ text: answer })));
    const { id } = await rig.create('rename');
    let armed = true;
    const onFaultPoint = (reached: FaultPoint) => {
      // The third step is the description.
      const isThere = reached === point && (!point.includes('step') || rig.model.calls.length === 3);
      if (!armed || !isThere) return;
      armed = false;
      throw new CopydeskError('lease_lost', 'as if killed here');
    };
    expect(await rig.work({ ...thatDescribes(rig), onFaultPoint })).toMatchObject({ status: 'active' });
    await expireLease(rig);
    expect(await rig.work(thatDescribes(rig))).toMatchObject({ status: 'completed' });
    expect(await pullRequest(rig)).toMatchObject({ title: 'docs: rename the product' });
    expect(rig.model.calls).toHaveLength(point === 'before-step' ? 4 : 3);
    expect((await rig.events(id)).filter(({ type }) => type === 'step')).toHaveLength(3);
    expect((await rig.events(id)).at(-1)).toMatchObject({ data: { summary: 'I renamed it in one page.' } });
    expect(await rig.repository.git('rev-list', '--count', `main..copydesk/${id}`)).toBe('1');
  });

  test('by a message leads to another turn with a description of its own', async () => {
    let sent = false;
    await using rig = await workerRig(
      describing(async (_, count) => {
        if (!sent) await rig.send((await rig.db.selectFrom('job').select('id').executeTakeFirstOrThrow()).id, 'more');
        sent = true;
        return { text: count === 0 ? answer : answer.replace('rename the product', 'say more') };
      }),
    );
    const { id } = await rig.create('rename');
    work.push(editGuide('Run it', 'Start it'), { text: 'And I said more.' });
    expect(await rig.work(thatDescribes(rig))).toMatchObject({ status: 'completed' });
    work.splice(2);
    expect(await rig.repository.git('log', '--format=%s', `main..copydesk/${id}`)).toBe(
      'docs: say more\ndocs: rename the product',
    );
    expect((await rig.events(id)).at(-1)).toMatchObject({ data: { summary: 'And I said more.' } });
  });
});
