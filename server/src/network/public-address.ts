import { BlockList, isIP, isIPv4 } from 'node:net';

/**
 * Whether an address belongs to the public internet: not to this machine, a private network, or a range for special use
 * (IANA).
 */
export function isPublicAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const plain = mapped ?? address;
  if (isIP(plain) === 0) return false;
  return isIPv4(plain)
    ? !specialAddresses('ipv4').check(plain, 'ipv4')
    : !specialAddresses('ipv6').check(plain, 'ipv6');
}

/** Two lists: in a single list, Node matches IPv4 addresses with IPv6 blocks. */
function specialAddresses(family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const block of family === 'ipv4' ? specialIPv4 : specialIPv6) {
    const [address = '', prefix = ''] = block.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/** Besides those of IANA, the address of the machine's host at Azure, which serves the machine its certificates. */
const specialIPv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** Everything outside of 2000::/3, and ranges within it that lead elsewhere or nowhere. */
const specialIPv6 = ['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];
