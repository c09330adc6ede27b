import dns from 'node:dns/promises';
import https from 'node:https';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { DownloadRefused } from './download-refused.ts';
import { AddressRefused } from '../../network/address-refused.ts';
import { openOutgoing } from '../../network/outgoing.ts';
import { isLocalhost } from '../../network/this-machine.ts';
import { privateNetworks } from '../../network/private-networks.ts';

export interface DownloadLimits {
  maximumBytes: number;
  timeoutMilliseconds: number;
  /** Replaces the public internet: how to look up hosts, and the certificate to trust. */
  connection?: { lookup: LookupFunction; ca: string };
}

/**
 * Downloads a text over https from the public internet. It never connects to an address of this machine or a private
 * network, whatever the host name resolves to, and follows no redirect.
 *
 * @throws DownloadRefused, AddressRefused; the error of the system or of the connection; `TimeoutError`
 */
export async function download(
  url: URL,
  { maximumBytes, timeoutMilliseconds, connection }: DownloadLimits,
): Promise<string> {
  if (url.protocol !== 'https:') throw new DownloadRefused(`${url.href} is not an https address.`);
  // A literal address would be connected to without a lookup.
  if (isIP(url.hostname.replaceAll(/[[\]]/g, '')) !== 0)
    throw new DownloadRefused(`${url.host} is an address; a name is needed.`);
  if (isLocalhost(url.hostname)) throw new AddressRefused(url.host);
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const { lookup, ca } = connection ?? { lookup: publicInternet.lookup };
    const options = {
      // Uses its own agent: with NODE_USE_ENV_PROXY the global one goes through a proxy, which resolves the name
      // unchecked.
      agent: new https.Agent({ ca }),
      lookup,
      signal,
      headers: { accept: '*/*', 'user-agent': 'Copydesk' },
    };
    https.get(url, options, resolve).on('error', reject);
  });
  try {
    if (response.statusCode !== 200) throw new DownloadRefused(`${url.href} answered ${response.statusCode}.`);
    return await textOf(response, maximumBytes);
  } finally {
    response.destroy();
  }
}

async function textOf(response: IncomingMessage, maximumBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    const buffer = Buffer.from(chunk);
    bytes += buffer.length;
    if (bytes > maximumBytes) throw new DownloadRefused(`The answer is over ${maximumBytes} bytes.`);
    chunks.push(buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Ignores what the operator allows for other calls, since anybody can make this server request these names. */
const publicInternet = openOutgoing({
  lookup: async (host) => await dns.lookup(host, { all: true }),
  allowed: privateNetworks([]),
  named: new Set(),
});
