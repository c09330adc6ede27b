import { expect, onTestFinished, test } from 'vitest';
import { measureLoad } from '../../src/http/load.ts';
import { defaultLimits } from '../../src/http/services.ts';

test('lets in as many requests at once as there is room for, and each leaves once', () => {
  const load = open({ requestsInFlight: 2 });
  const [first, second, third] = [{}, {}, {}];
  load.enter(first);
  load.enter(second);
  expect(() => load.enter(third)).toThrow(/Too many requests/);
  load.leave(first);
  load.leave(first);
  load.enter(third);
  expect(() => load.enter({})).toThrow(/Too many requests/);
});

test('lets nobody in while the event loop is late', async () => {
  // Every loop is later than never.
  const load = open({ eventLoopDelayMilliseconds: 0 });
  await expect
    .poll(
      () => {
        const request = {};
        try {
          load.enter(request);
        } catch (error) {
          return error;
        }
        return load.leave(request);
      },
      { timeout: 10_000 },
    )
    .toMatchObject({ code: 'overloaded' });
});

function open(limits: Partial<typeof defaultLimits>) {
  const load = measureLoad({ ...defaultLimits, ...limits });
  onTestFinished(() => load.stop());
  return load;
}
