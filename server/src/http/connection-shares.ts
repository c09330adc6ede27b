import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressOf, networkOf } from './session/address.ts';

export interface ConnectionLimits {
  /** All connections that are open at once. */
  connections: number;
  /** Which share of them one network may have, from 0 to 1. */
  shareOfOne: number;
}

/**
 * Bounds the connections that are open, those of each network and all of them: an idle one costs a file and some memory,
 * whatever is asked over it. A network that has its share gets no more; where all are taken, the network that has the most
 * loses its oldest to one that has fewer. A trusted proxy is no network of one: whoever is behind it comes by its connections.
 *
 * @param told is told of the first that is closed in every minute.
 */
export function shareConnections(
  server: Server,
  limits: ConnectionLimits,
  { isProxy, told }: { isProxy: (address: string) => boolean; told: (why: string) => void },
): void {
  const held = openHeld(limits);
  let quietUntil = 0;
  // Before Node's own listener, which begins to read.
  server.prependListener('connection', (socket: Socket) => {
    // It has gone already, and nobody is there to be answered, whatever it has sent.
    if (socket.remoteAddress === undefined) {
      socket.destroy();
      return;
    }
    const address = addressOf({ ip: socket.remoteAddress });
    const closed = held.take(socket, isProxy(address) ? undefined : networkOf(address));
    if (closed === undefined) return;
    closed.destroy();
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + 60_000;
    told(`Connections are closed, since too many are open; the last came from ${address}.`);
  });
}

/** @returns `take` answers the connection that is to be closed for it, be it the new one itself. */
function openHeld({ connections, shareOfOne }: ConnectionLimits) {
  const networks = new Map<string, Set<Socket>>();
  const ofOne = Math.max(1, Math.ceil(connections * shareOfOne));
  let all = 0;
  const leave = (socket: Socket, network: string | undefined): void => {
    const own = network === undefined ? undefined : networks.get(network);
    // One that had to give way is counted out when it does, and closes later.
    if (network !== undefined && own?.delete(socket) !== true) return;
    all -= 1;
    if (network !== undefined && own?.size === 0) networks.delete(network);
  };
  const enter = (socket: Socket, network: string | undefined): void => {
    all += 1;
    if (network !== undefined) networks.set(network, (networks.get(network) ?? new Set()).add(socket));
    socket.once('close', () => leave(socket, network));
  };
  return {
    take(socket: Socket, network: string | undefined): Socket | undefined {
      const own = network === undefined ? 0 : (networks.get(network)?.size ?? 0);
      if (own >= ofOne) return socket;
      const gone = all < connections ? undefined : oldestOfMost(networks, own + 1);
      if (all >= connections && gone === undefined) return socket;
      if (gone !== undefined) leave(gone.socket, gone.network);
      enter(socket, network);
      return gone?.socket;
    },
  };
}

/** The oldest connection of the network that has the most, where it has more than so many. */
function oldestOfMost(networks: ReadonlyMap<string, ReadonlySet<Socket>>, than: number) {
  let most: { network: string; sockets: ReadonlySet<Socket> } | undefined;
  for (const [network, sockets] of networks) {
    if (sockets.size > (most?.sockets.size ?? than)) most = { network, sockets };
  }
  const [socket] = most?.sockets ?? [];
  return most === undefined || socket === undefined ? undefined : { socket, network: most.network };
}
