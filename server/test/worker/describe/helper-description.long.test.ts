import { CopydeskError } from '@copydesk/contract';
import { describe, expect, test } from 'vitest';
import { readUsage } from '../../../src/jobs/usage/usage.ts';
import type { FaultPoint } from '../../../src/worker/fault-points.ts';
import { expireLease } from '../../races/support.ts';
import { calls, helperRig, small, used } from '../run/helper-rig.ts';
import type { Answers, HelperRig } from '../run/helper-rig.ts';

const path = 'docs/guide.md';
const works: Answers = [
  { text: 'First the page.', ...calls('read_file', { path }), ...used(100) },
  { ...calls('edit_file', { path, edits: [{ old: 'Acme Cloud', new: 'Acme Platform' }] }), ...used(100) },
  { text: 'I renamed it in one page.', ...used(100) },
  { text: 'All of it is well.', ...used(100) },
];

const inForm =
  'TITLE: docs: rename the product\nCOMMIT:\nIt has a new name.\nDESCRIPTION:\nThe guide says Acme Platform.';

async function pullRequest({ rig }: HelperRig) {
  return await rig.db.selectFrom('pull_request').select(['title', 'description']).executeTakeFirstOrThrow();
}

async function steps({ rig }: HelperRig, id: string) {
  return (await rig.events(id)).flatMap((event) => (event.type === 'step' ? [event.data] : []));
}

describe('a change that the model has not described', () => {
  test('is described by the helper, which knows nothing of its conversation', async () => {
    await using both = await helperRig({ large: works, small: [{ text: inForm, ...used(1_000) }] });
    const { rig, asked, services } = both;
    const { id } = await rig.create('Rename Acme Cloud.');
    expect(await rig.work(services)).toMatchObject({
      status: 'completed',
      outcome: { kind: 'changed', text: 'I renamed it in one page.' },
    });
    expect(await pullRequest(both)).toMatchObject({
      title: 'docs: rename the product',
      description: expect.stringMatching(
        /^The guide says Acme Platform\.[^]*`test\/scripted`, helped by `compatible\/small`: 5 steps, 1,400 tokens read/,
      ),
    });
    expect([asked.large.length, asked.small.length]).toEqual([4, 1]);
    const [request] = asked.small;
    expect(request?.body).toMatchObject({
      model: 'small',
      messages: [{ role: 'system' }, { role: 'user', content: expect.stringContaining('Rename Acme Cloud.') }],
    });
    expect(request?.body).not.toHaveProperty('tools');
    expect(request?.text).toContain('+Use Acme Platform.');
    expect(request?.text).toContain('I renamed it in one page.');
    expect(request?.text).not.toMatch(/First the page|All of it is well/);
    const reported = await steps(both, id);
    expect(reported).toHaveLength(5);
    expect(reported.at(-1)).toMatchObject({
      text: inForm,
      helperCalls: [{ model: small, usage: { inputTokens: 1_000 } }],
    });
    expect(await readUsage(rig.db, id, services.budgets ?? rig.services.budgets)).toMatchObject({
      steps: 5,
      inputTokens: 1_400,
      outputTokens: 5,
      costUsd: expect.closeTo(0.004 + 0.001),
      helpers: [{ model: small, calls: 1, inputTokens: 1_000, outputTokens: 1, costUsd: expect.closeTo(0.001) }],
      budget: { tokens: { used: 1_405 } },
    });
  });

  test('is described by the model itself if it did so in its review', async () => {
    const large: Answers = [...works.slice(0, 3), { text: inForm }] as never;
    await using both = await helperRig({ large, small: [{ text: inForm }] });
    await both.rig.create('Rename Acme Cloud.');
    expect(await both.rig.work(both.services)).toMatchObject({ status: 'completed' });
    expect(both.asked.small).toEqual([]);
  });

  test.each<[string, Answers[0], object[]]>([
    ['fails', { status: 500, body: { error: { message: 'Broken.' } } }, []],
    ['answers in another form', { text: 'A fine change!', ...used(1_000) }, [{ model: small, calls: 1 }]],
    ['answers without a word', { text: '', ...used(1_000) }, [{ model: small, calls: 1 }]],
  ])('is described by the main model when the helper %s', async (_, answer, helpers) => {
    await using both = await helperRig({ large: [...works, { text: inForm }], small: [answer] });
    const { rig, services } = both;
    const { id } = await rig.create('Rename Acme Cloud.');
    expect(await rig.work(services)).toMatchObject({ status: 'completed' });
    expect((await pullRequest(both)).title).toBe('docs: rename the product');
    expect([both.asked.large.length, both.asked.small.length]).toEqual([5, 1]);
    const { helpers: found = [] } = await readUsage(rig.db, id, services.budgets ?? rig.services.budgets);
    expect(found).toMatchObject(helpers);
    expect(found).toHaveLength(helpers.length);
  });

  test('is paid and stored once when the helper answers in another form and the main model then fails', async () => {
    const broken = { status: 400, body: { error: { message: 'Broken.' } } };
    await using both = await helperRig({ large: [...works, broken], small: [{ text: 'Fine!', ...used(1_000) }] });
    const { rig, services } = both;
    const { id } = await rig.create('Rename Acme Cloud.');
    expect(await rig.work(services)).toMatchObject({ status: 'completed' });
    expect([both.asked.large.length, both.asked.small.length]).toEqual([5, 1]);
    expect((await steps(both, id)).map(({ helperCalls = [] }) => helperCalls.length)).toEqual([0, 0, 0, 0, 1]);
    expect(await readUsage(rig.db, id, services.budgets ?? rig.services.budgets)).toMatchObject({
      helpers: [{ model: small, calls: 1, inputTokens: 1_000 }],
    });
  });

  test.each<[FaultPoint, asked: number]>([
    ['before-step', 2],
    ['step-stored', 1],
    ['pushed', 1],
  ])(
    'is not described again by the helper after a death at "%s" if the description is stored',
    async (point, count) => {
      await using both = await helperRig({ large: works, small: [{ text: inForm }] });
      const { rig, asked, services } = both;
      const { id } = await rig.create('Rename Acme Cloud.');
      let armed = true;
      const onFaultPoint = (reached: FaultPoint): void => {
        if (!armed || reached !== point || asked.small.length === 0) return;
        armed = false;
        throw new CopydeskError('lease_lost', 'as if killed here');
      };
      expect(await rig.work({ ...services, onFaultPoint })).toMatchObject({ status: 'active' });
      await expireLease(rig);
      expect(await rig.work(services)).toMatchObject({ status: 'completed' });
      expect([asked.large.length, asked.small.length]).toEqual([4, count]);
      expect(await steps(both, id)).toHaveLength(5);
      expect((await pullRequest(both)).title).toBe('docs: rename the product');
    },
  );
});

test('a helper that is not configured fails the job before its first step', async () => {
  await using both = await helperRig({ large: works, small: [{ text: inForm }] });
  const { rig, services } = both;
  await rig.create('Rename Acme Cloud.');
  const missing = new CopydeskError('model_not_configured', 'ANTHROPIC_API_KEY is not set.');
  const resolveModel: typeof rig.services.resolveModel = async (name, job) => {
    if (name === small) throw missing;
    return await (services.resolveModel ?? rig.services.resolveModel)(name, job);
  };
  expect(await rig.work({ ...services, resolveModel })).toMatchObject({
    status: 'failed',
    error: { code: 'model_not_configured' },
  });
  expect(both.asked.large).toEqual([]);
});
