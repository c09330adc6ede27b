import { CopydeskError } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { openHold } from '../../../src/worker/claim/hold.ts';
import { whileHeld } from '../../../src/worker/claim/while-held.ts';

const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

function hold() {
  return openHold({ lease: { jobId: 'job_1', epoch: 1 }, leaseSeconds: 10, sentAt: 0, clock: () => 0 });
}

test('a request to an unreachable database is repeated until it succeeds', async () => {
  const held = hold();
  let calls = 0;
  const answer = await whileHeld(held, () => {
    calls += 1;
    return calls < 3 ? Promise.reject(away()) : Promise.resolve('stored');
  });
  expect([answer, calls]).toEqual(['stored', 3]);
  held.close();
});

test('any other error is reported at once', async () => {
  const held = hold();
  const asked = whileHeld(held, () => Promise.reject(new CopydeskError('lease_lost', 'gone')));
  await expect(asked).rejects.toMatchObject({ code: 'lease_lost' });
  held.close();
});

test('no request is repeated after the lease is lost', async () => {
  const held = hold();
  let calls = 0;
  const asked = whileHeld(held, () => {
    calls += 1;
    held.lose();
    return Promise.reject(away());
  });
  await expect(asked).rejects.toMatchObject({ code: 'lease_lost' });
  expect(calls).toBe(1);
  held.close();
});
