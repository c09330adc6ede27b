import { expect, test } from 'vitest';
import { collect, now } from './support.ts';
import { collectedProject } from '../support/collected-project.ts';

const day = 86_400_000;
const someone = { path: '/a', userAgent: 'Someone', ip: '192.0.2.7' };

test('the same reader on the same day is the same visitor', async () => {
  const { arrival } = await collect([someone, { ...someone, path: '/b', timestamp: now.getTime() - 1_000 }]);
  const [one, other] = arrival.views;
  expect(one?.visitor).toEqual(expect.any(BigInt));
  expect(other?.visitor).toBe(one?.visitor);
});

test.each([
  ['another address', { ...someone, ip: '192.0.2.8' }, {}],
  ['another user agent', { ...someone, userAgent: 'Somebody' }, {}],
  ['another day', { ...someone, timestamp: now.getTime() - day }, {}],
  ['another project', someone, { project: collectedProject({ number: 8 }) }],
])('%s is another visitor', async (_what, event, options) => {
  const other = (await collect([event], options)).view.visitor;
  expect(other).toEqual(expect.any(BigInt));
  expect(other).not.toBe((await collect([someone])).view.visitor);
});

test.each([
  ['the day before yesterday', { ...someone, timestamp: now.getTime() - 2 * day }],
  ['tomorrow', { ...someone, timestamp: now.getTime() + day }],
  ['no address', { ...someone, ip: null }],
  ['a bot', { ...someone, userAgent: 'bot' }],
  ['an AI product', { ...someone, userAgent: 'ai' }],
])('%s has no visitor', async (_what, event) => {
  expect((await collect([event])).view.visitor).toBeNull();
});
