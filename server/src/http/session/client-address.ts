import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { isIP } from 'node:net';
import { addressBlocks } from '../../network/address-blocks.ts';
import { addressOf } from './address.ts';

/** Returns the client's address: the address of its connection, or what trusted proxies report. */
export type ClientAddress = (sent: { headers: IncomingHttpHeaders; socket: Pick<Socket, 'remoteAddress'> }) => string;

/**
 * Finds the address of a client as the framework does (a test compares them), for requests that do not pass through the
 * framework. It reads the connection's address and then `X-Forwarded-For` from its end, and takes the first that is no
 * trusted proxy, or else the last.
 *
 * @param trustedProxies validated addresses and CIDR blocks.
 */
export function openClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const isWithin = addressBlocks(trustedProxies);
  const isTrusted = (address: string): boolean => isIP(address) !== 0 && isWithin(address);
  return ({ headers, socket }) => {
    let address = addressOf({ ip: socket.remoteAddress ?? '' });
    if (!isTrusted(address)) return address;
    for (const one of forwardedFor(headers).toReversed()) {
      address = addressOf({ ip: one });
      if (!isTrusted(address)) break;
    }
    return address;
  };
}

function forwardedFor({ 'x-forwarded-for': header }: IncomingHttpHeaders): string[] {
  const named = Array.isArray(header) ? header.join(',') : (header ?? '');
  return named
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
}
