import { describe, expect, test } from 'vitest';
import { download } from '../../src/analytics/classify/download.ts';
import { privateNetworks } from '../../src/network/private-networks.ts';
import { getDocument } from '../../src/sitemap/get.ts';
import { checkAddress } from '../../src/webhooks/address.ts';
import { resolveTarget } from '../../src/webhooks/resolve.ts';
import { requirePublic } from '../../src/wiring/start/public-address.ts';

const reach = {
  allowed: privateNetworks([]),
  /** Resolves like the system: each of these names is this machine. */
  lookup: () => Promise.resolve([{ address: '127.0.0.1' }]),
};
const signal = AbortSignal.timeout(10_000);

/** What sends requests to a URL that somebody gives, or stores one for later requests. */
const doors: Record<string, (address: string) => Promise<unknown>> = {
  'a setting over HTTP': (address) => requirePublic(address, reach, '/url'),
  'a webhook': (address) => resolveTarget(new URL(address), reach),
  'a sitemap': (address) => getDocument(new URL(address), reach, { bytes: 1_000, signal }),
  'a key directory': (address) => download(new URL(address), { maximumBytes: 1_000, timeoutMilliseconds: 10_000 }),
};

const spellings = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '0',
  '0x7f.1',
  '0x7f000001',
  '0177.0.0.1',
  '017700000001',
  '2130706433',
  '127.0.0.1.',
  '１２７.０.０.１',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '127．0．0．1',
  '127｡0｡0｡1',
  '%31%32%37.0.0.1',
  '169.254.169.254',
  '168.63.129.16',
  '0xa9fea9fe',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::FFFF:A9FE:A9FE]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::a00:1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[2001::1]',
  '[fe80::1]',
  '[fd00:ec2::254]',
];
const names = ['localhost', 'localhost.', 'localhost..', 'LOCALHOST', 'ｌocalhost', 'a.localhost', 'loc\u00adalhost'];

describe.each(Object.keys(doors))('%s', (kind) => {
  test.each([...spellings, ...names])('does not connect to %s', async (host) => {
    await expect(doors[kind]?.(`https://${host}:8443/`)).rejects.toThrow(/not public|is an address; a name is needed/);
  });
});

test.each(spellings)('a webhook at %s is not stored', (host) => {
  expect(() => checkAddress(`https://${host}:8443/`, reach.allowed)).toThrow('not public');
});

test.each(['127.0.0.1 ', '[::1%lo]', '127.0.0.1#@8.8.8.8', '[::1]?@8.8.8.8', '127.0.0.1\\\\@8.8.8.8'])(
  'https://%s/ does not bypass the check',
  async (host) => {
    const href = URL.parse(`https://${host}/`)?.href ?? 'https://127.0.0.1/';
    await expect(requirePublic(href, reach, '/url')).rejects.toThrow('not public');
  },
);
