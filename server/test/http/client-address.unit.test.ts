import Fastify from 'fastify';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openClientAddress } from '../../src/http/session/client-address.ts';
import { addressOf } from '../../src/http/session/address.ts';
import { propertyRuns } from '../support/property-runs.ts';

const trusted = ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'];

const addresses = fc.constantFrom(
  '127.0.0.1',
  '10.1.2.3',
  '::ffff:10.1.2.3',
  'fd00::7',
  '192.0.2.1',
  '::ffff:192.0.2.1',
  '2001:db8::1',
  'unknown',
  '192.0.2.1:443',
  '',
);
const headers = fc.option(fc.array(addresses, { maxLength: 5 }).map((all) => all.join(', ')));

test('the address of a client is the same as the framework’s', async () => {
  const app = Fastify({ trustProxy: trusted });
  app.get('/', async (request) => addressOf(request));
  const addressOfClient = openClientAddress(trusted);
  await fc.assert(
    fc.asyncProperty(addresses, headers, async (remoteAddress, forwarded) => {
      fc.pre(/^[\da-f:.]+$/.test(remoteAddress) && !remoteAddress.endsWith(':443'));
      const sent = forwarded === null ? {} : { 'x-forwarded-for': forwarded };
      const { body } = await app.inject({ url: '/', remoteAddress, headers: sent });
      expect(addressOfClient({ headers: sent, socket: { remoteAddress } })).toBe(body);
    }),
    { numRuns: propertyRuns(500) },
  );
  await app.close();
});

test('without trusted proxies, forwarded addresses are ignored', () => {
  const sent = { headers: { 'x-forwarded-for': '192.0.2.1' }, socket: { remoteAddress: '::ffff:127.0.0.1' } };
  expect(openClientAddress([])(sent)).toBe('127.0.0.1');
});
