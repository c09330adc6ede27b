import { addressBlocks } from './address-blocks.ts';

/** Networks that are not public but that an operator allows. */
export interface PrivateNetworks {
  /** Whether any are allowed. */
  any: boolean;
  has(address: string): boolean;
}

/** @param blocks checked addresses and CIDR blocks, such as `10.0.0.0/8` or `fd00::1`. */
export function privateNetworks(blocks: readonly string[]): PrivateNetworks {
  return { any: blocks.length > 0, has: addressBlocks(blocks) };
}
