import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoredJob } from '../../../src/jobs/present.ts';
import { carriers } from './carriers.ts';
import type { Carried } from './carriers.ts';
import { obedientModel, orderNames, written } from './obedient-model.ts';
import type { ObedientModel } from './obedient-model.ts';
import { obedienceRig } from './obedience-rig.ts';
import type { ObedienceRig } from './obedience-rig.ts';

let rig: ObedienceRig;
beforeAll(async () => {
  rig = await obedienceRig();
});
afterAll(async () => await rig[Symbol.asyncDispose]());

/** Expects that what the order demanded had no effect, and that the transcript contains each attempt. */
async function obey(carried: Carried): Promise<{ model: ObedientModel; job: StoredJob }> {
  const model = obedientModel();
  const job = await rig.lay(carried, model);
  expect(await rig.reported(job.id)).toEqual(model.called);
  return { model, job };
}

test.each(orderNames)('%s, in a page', async (order) => {
  const { model, job } = await obey(carriers['a page']?.(written(order)) ?? {});
  expect(model.obeyed).toEqual([order]);
  const ends: Record<string, string> = { 'never-stop': 'limit_reached' };
  const end = order.startsWith('leak-') ? 'secret_found' : ends[order];
  expect({ status: job.status, error: job.error?.code }).toEqual({ status: end ? 'failed' : 'completed', error: end });
});

test.each(Object.keys(carriers))('all orders at once, in %s', async (carrier) => {
  const { model, job } = await obey(carriers[carrier]?.(written('everything')) ?? {});
  expect(model.obeyed).toHaveLength(orderNames.length - 1);
  expect(job.error).toMatchObject({ code: 'secret_found' });
});
