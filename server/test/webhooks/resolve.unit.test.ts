import { expect, test } from 'vitest';
import { privateNetworks } from '../../src/network/private-networks.ts';
import { resolveTarget } from '../../src/webhooks/resolve.ts';

const resolve = (url: string, addresses: string[], blocks: string[] = []) =>
  resolveTarget(new URL(url), {
    lookup: async () => addresses.map((address) => ({ address })),
    allowed: privateNetworks(blocks),
  });

test('every address of a name is returned, with its family', async () => {
  expect(await resolve('https://hooks.example.com/', ['8.8.8.8', '2606:4700::1111'])).toEqual([
    { address: '8.8.8.8', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ]);
});

test.each([
  ['127.0.0.1'],
  ['8.8.8.8', '127.0.0.1'],
  ['127.0.0.1', '8.8.8.8'],
  ['8.8.8.8', '::1'],
  ['8.8.8.8', '::ffff:10.0.0.1'],
  ['8.8.8.8', 'fe80::1%eth0'],
  ['169.254.169.254'],
])('a name that resolves to %s is refused', async (...addresses) => {
  const refused = resolve('https://hooks.example.com/', addresses);
  await expect(refused).rejects.toThrow(/not public.*COPYDESK_PRIVATE_NETWORKS/);
  // Creating webhooks must not reveal names in the operator's network.
  await expect(refused).rejects.not.toThrow(/\d+\.\d+\.\d+|::/);
});

test('a literal address is checked without a look-up', async () => {
  await expect(resolve('https://0x7f.1/', ['8.8.8.8'])).rejects.toThrow('not public');
  expect(await resolve('https://[2606:4700::1111]/', [])).toEqual([{ address: '2606:4700::1111', family: 6 }]);
});

test('http is accepted only for allowed networks', async () => {
  const blocks = ['10.0.0.0/8'];
  expect(await resolve('http://hooks.internal/', ['10.1.2.3'], blocks)).toHaveLength(1);
  await expect(resolve('http://hooks.example.com/', ['8.8.8.8'], blocks)).rejects.toThrow('Use https');
  await expect(resolve('http://hooks.internal/', ['10.1.2.3', '192.168.0.1'], blocks)).rejects.toThrow('not public');
});

test('a name without an address is reported', async () => {
  await expect(resolve('https://hooks.example.com/', [])).rejects.toThrow('no address');
});
