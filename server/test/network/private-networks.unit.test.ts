import { expect, test } from 'vitest';
import { privateNetworks } from '../../src/network/private-networks.ts';

test.each([
  [['10.0.0.0/8'], '10.1.2.3', true],
  [['10.0.0.0/8'], '11.1.2.3', false],
  [['192.168.1.7'], '192.168.1.7', true],
  [['192.168.1.7'], '192.168.1.8', false],
  [['fd00::/8'], 'fd12::1', true],
  [['fd00::/8'], 'fe80::1', false],
  [['::1'], '::1', true],
  [['::/0'], '127.0.0.1', false],
  [['0.0.0.0/0'], '::1', false],
  [[], '127.0.0.1', false],
  [['10.0.0.0/8'], 'nonsense', false],
])('%j has %s: %s', (blocks, address, expected) => {
  const networks = privateNetworks(blocks);
  expect(networks.has(address)).toBe(expected);
  expect(networks.any).toBe(blocks.length > 0);
});
