import { once } from 'node:events';
import { createServer } from 'node:net';

/** Returns a port of loopback that was free a moment ago. */
export async function anyPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || address === null) throw new Error('The port is not known');
  return address.port;
}
