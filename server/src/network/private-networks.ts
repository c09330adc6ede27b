import { BlockList, isIP } from 'node:net';

/** Networks that are not public and that an operator allows nevertheless. */
export interface PrivateNetworks {
  /** Whether there are any. */
  any: boolean;
  has(address: string): boolean;
}

/** @param blocks checked addresses and CIDR blocks, such as `10.0.0.0/8` or `fd00::1`. */
export function privateNetworks(blocks: readonly string[]): PrivateNetworks {
  // Two lists: in one, Node finds IPv4 addresses within blocks of IPv6.
  const lists = { 4: new BlockList(), 6: new BlockList() };
  for (const block of blocks) {
    const [address = '', prefix] = block.split('/');
    const [list, family] = isIP(address) === 4 ? ([lists[4], 'ipv4'] as const) : ([lists[6], 'ipv6'] as const);
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return {
    any: blocks.length > 0,
    has: (address) => (isIP(address) === 4 ? lists[4].check(address, 'ipv4') : lists[6].check(address, 'ipv6')),
  };
}
