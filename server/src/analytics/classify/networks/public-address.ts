import { BlockList, isIPv4 } from 'node:net';

/** Whether an address is one of the public internet: not of this machine, of a private network, or of special use (IANA). */
export function isPublicAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const plain = mapped ?? address;
  return !special().check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
}

let blocks: BlockList | undefined;

function special(): BlockList {
  if (blocks !== undefined) return blocks;
  blocks = new BlockList();
  for (const block of specialIPv4) addTo(blocks, block, 'ipv4');
  for (const block of specialIPv6) addTo(blocks, block, 'ipv6');
  return blocks;
}

function addTo(list: BlockList, block: string, family: 'ipv4' | 'ipv6'): void {
  const [address = '', prefix = ''] = block.split('/');
  list.addSubnet(address, Number(prefix), family);
}

const specialIPv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
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

/** Everything outside of 2000::/3, and within it what leads elsewhere or nowhere. */
const specialIPv6 = ['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];
