import { BlockList, isIPv4 } from 'node:net';

/**
 * Returns a function that says whether an address is within the blocks.
 *
 * @param blocks checked addresses and CIDR blocks, such as `10.0.0.0/8` or `fd00::1`.
 */
export function addressBlocks(blocks: readonly string[]): (address: string) => boolean {
  // Two lists: in a single list, Node matches IPv4 addresses with IPv6 blocks.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const block of blocks) {
    const [address = '', prefix] = block.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (prefix === undefined) lists[family].addAddress(address, family);
    else lists[family].addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    return lists[family].check(address, family);
  };
}
