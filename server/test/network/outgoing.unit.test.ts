import { describe, expect, test } from 'vitest';
import { AddressRefused } from '../../src/network/address-refused.ts';
import { openOutgoing } from '../../src/network/outgoing.ts';
import { privateNetworks } from '../../src/network/private-networks.ts';

const outgoing = (addresses: string[], allowed: string[] = []) =>
  openOutgoing({
    lookup: () => Promise.resolve(addresses.map((address) => ({ address }))),
    allowed: privateNetworks(allowed),
    named: new Set(['ollama']),
  });

describe('the addresses that a name may lead to', () => {
  test.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:a9fe:a9fe',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::127.0.0.1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'not-an-address',
  ])('%s is refused, also beside one that is public', async (address) => {
    await expect(outgoing([address]).addressesOf('docs.example')).rejects.toThrow(AddressRefused);
    await expect(outgoing(['8.8.8.8', address]).addressesOf('docs.example')).rejects.toThrow('docs.example leads to');
  });

  test.each(['8.8.8.8', '::ffff:8.8.8.8', '2606:4700::1111'])('%s is public', async (address) => {
    expect(await outgoing([address]).addressesOf('docs.example')).toMatchObject([{ address }]);
  });

  test('the operator can allow networks and the hosts named in the environment', async () => {
    expect(await outgoing(['10.1.2.3'], ['10.0.0.0/8']).addressesOf('docs.example')).toHaveLength(1);
    expect(await outgoing(['172.18.0.2']).addressesOf('ollama')).toEqual([{ address: '172.18.0.2', family: 4 }]);
    await expect(outgoing(['172.18.0.2']).addressesOf('ollama.example')).rejects.toThrow(AddressRefused);
  });

  test('localhost is this machine and nothing else', async () => {
    expect(await outgoing(['::1', '127.0.0.1']).addressesOf('LOCALHOST.')).toHaveLength(2);
    await expect(outgoing(['10.0.0.1']).addressesOf('app.localhost')).rejects.toThrow(AddressRefused);
    await expect(outgoing(['127.0.0.1']).addressesOf('localhost.example')).rejects.toThrow(AddressRefused);
  });

  test('a literal address resolves to itself', async () => {
    expect(await outgoing([]).addressesOf('[::1]')).toEqual([{ address: '::1', family: 6 }]);
  });
});
