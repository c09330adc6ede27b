import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { measureLoad } from '../../src/http/load/load.ts';
import { defaultLimits } from '../../src/http/services.ts';

const [here, there] = ['192.0.2.1', '192.0.2.2'];

test('admits as many concurrent requests as there are places, and each leaves once', () => {
  const load = open({ apiRequests: 2, shareOfOne: 1 });
  const [first, second, third] = [request(), request(), request()];
  load.enter(first, { room: 'api', address: here });
  load.enter(second, { room: 'api', address: here });
  expect(() => load.enter(third, { room: 'api', address: there })).toThrow(/Too many requests/);
  load.leave(first);
  load.leave(first);
  load.enter(third, { room: 'api', address: there });
  expect(() => load.enter(request(), { room: 'api', address: here })).toThrow(/Too many requests/);
});

test('a full room does not affect the others', () => {
  const load = open({ collectRequests: 1, apiRequests: 1, pageRequests: 1, webhookRequests: 1 });
  for (const room of ['collection', 'api', 'pages', 'webhooks'] as const) {
    load.enter(request(), { room, address: here });
    expect(() => load.enter(request(), { room, address: there })).toThrow(/Too many requests/);
  }
});

test('a network may use only its share of a room, however many addresses it has', () => {
  const load = open({ apiRequests: 4, shareOfOne: 0.5 });
  load.enter(request(), { room: 'api', address: '2001:db8::1' });
  load.enter(request(), { room: 'api', address: '2001:db8::2' });
  expect(() => load.enter(request(), { room: 'api', address: '2001:db8::3' })).toThrow(/your requests/);
  load.enter(request(), { room: 'api', address: here });
});

test('refuses requests while the event loop is delayed', async () => {
  // Every measured delay is above a limit of 0.
  const load = open({ eventLoopDelayMilliseconds: 0 });
  await expect
    .poll(
      () => {
        const one = request();
        try {
          load.enter(one, { room: 'api', address: here });
        } catch (error) {
          return error;
        }
        return load.leave(one);
      },
      { timeout: 10_000 },
    )
    .toMatchObject({ code: 'overloaded' });
});

test('accepts requests at once after a single long delay', async () => {
  const load = open({ eventLoopDelayMilliseconds: 100 });
  // The delay is measured between two readings of the clock.
  await setTimeout(100);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
  // The sample was due earlier, so it is taken first.
  await setTimeout(0);
  expect(() => load.enter(request(), { room: 'api', address: here })).not.toThrow();
});

function open(limits: Partial<typeof defaultLimits>) {
  const load = measureLoad({ ...defaultLimits, ...limits });
  onTestFinished(() => load.stop());
  return load;
}

function request(): IncomingMessage {
  return new IncomingMessage(new Socket());
}
