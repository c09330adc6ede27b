import { afterEach, describe, expect, test } from 'vitest';
import { readUsage } from '../../../src/jobs/usage/usage.ts';
import type { Budget } from '../../../src/jobs/usage/usage.ts';
import type { WorkerServices } from '../../../src/worker/services.ts';
import { editGuide, read, workerRig } from '../rig.ts';
import type { WorkerRig } from '../rig.ts';

const unlimited: Budget = { steps: null, tokens: null, usd: null, minutes: null };
const price = { from: '2025-01-01', input: 1, cachedInput: 1, cacheWrite: 1, output: 2, long: null, source: 'a page' };
const prices = (model: string) => (model === 'test/scripted' ? price : undefined);

function within(budget: Partial<Budget>, priced = true): Partial<WorkerServices> {
  return { budgets: { budget: { ...unlimited, ...budget }, prices: priced ? prices : () => undefined } };
}

/** A model that edits, and then reads without end until the test tells it to end. */
function busyModel(work: { ends: boolean } = { ends: false }) {
  return (call: number) => {
    if (call === 0) return editGuide('Acme Cloud', 'Acme Platform');
    return work.ends ? { text: 'Rename the product' } : { calls: [read('docs/index.md')] };
  };
}

let rig: WorkerRig;
afterEach(async () => await rig[Symbol.asyncDispose]());

describe('a job that reaches its budget', () => {
  // Each step of the scripted model reads 10 tokens and writes 5: 20 millionths of a dollar.
  test.each([
    ['steps', { steps: 3 }, 3],
    ['tokens', { tokens: 40 }, 3],
    ['dollars', { usd: 0.00004 }, 2],
  ])('of %s stops after the step, and a message continues with the work so far', async (_, budget, steps) => {
    const work = { ends: false };
    rig = await workerRig(busyModel(work));
    const job = await rig.create('rename');
    const stopped = await rig.work(within(budget));
    expect(stopped).toMatchObject({
      status: 'failed',
      prLink: null,
      error: { code: 'limit_reached', retryable: true },
    });
    expect(stopped.error?.detail).toContain('send a message');
    expect(rig.model.calls).toHaveLength(steps);
    expect((await rig.events(job.id)).filter(({ type }) => type === 'step')).toHaveLength(steps);

    work.ends = true;
    await rig.send(job.id, 'Go on');
    expect(await rig.work(within(budget))).toMatchObject({ status: 'completed', prLink: expect.any(String) });
    expect(rig.model.calls).toHaveLength(steps + 1);
    expect(await rig.repository.git('show', `copydesk/${job.id}:docs/guide.md`)).toContain('Acme Platform');
  });

  test('of minutes stops by the duration of its steps, without the time that it waited', async () => {
    rig = await workerRig(busyModel());
    await rig.create('rename');
    let minutes = 0;
    const now = () => new Date(Date.UTC(2026, 0, 1, 0, (minutes += 1)));
    const stopped = await rig.work({ ...within({ minutes: 3 }), now });
    expect(stopped.error).toMatchObject({ code: 'limit_reached', detail: expect.stringContaining('minutes of work') });
    const { minutes: used } = (await readUsage(rig.db, stopped.id, within({}).budgets ?? rig.services.budgets)).budget;
    expect(used.used).toBeGreaterThanOrEqual(3);
    expect(rig.model.calls.length).toBeLessThanOrEqual(3);
  });

  test('continues counting after a crash', async () => {
    rig = await workerRig(busyModel());
    const job = await rig.create('rename');
    let calls = 0;
    const crash: Partial<WorkerServices> = {
      ...within({ steps: 3 }),
      onFaultPoint(point) {
        if (point !== 'step-stored') return;
        calls += 1;
        if (calls === 2) throw new Error('as if the process had died');
      },
      log: { info: () => {}, warn: () => {}, error: () => {} },
    };
    expect(await rig.work(crash)).toMatchObject({ status: 'active' });
    await rig.db
      .updateTable('job')
      .set({ not_before: new Date(0) })
      .execute();
    expect(await rig.work(within({ steps: 3 }))).toMatchObject({ status: 'failed', error: { code: 'limit_reached' } });
    expect((await rig.events(job.id)).filter(({ type }) => type === 'step')).toHaveLength(3);
  });

  test('that its project sets stops by that one, not by that of the installation', async () => {
    rig = await workerRig(busyModel());
    await rig.db.updateTable('project').set({ budget_steps: 2 }).execute();
    await rig.create('rename');
    expect(await rig.work(within({ steps: 50 }))).toMatchObject({ error: { code: 'limit_reached' } });
    expect(rig.model.calls).toHaveLength(2);
  });

  test('of dollars, with a model of unknown price, fails before the first call', async () => {
    rig = await workerRig(busyModel());
    await rig.create('rename');
    expect(await rig.work(within({ usd: 1 }, false))).toMatchObject({
      status: 'failed',
      error: { code: 'model_not_configured', detail: expect.stringContaining('COPYDESK_MODEL_PRICES') },
    });
    expect(rig.model.calls).toEqual([]);
  });
});
