import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { openRoster } from './rooms/roster.ts';
import type { Roster } from './rooms/roster.ts';
import { addressOf, networkOf } from './session/address.ts';

export interface ConnectionLimits {
  /** The maximum number of open connections in all. */
  connections: number;
  /** The share of them that one network may have, from 0 to 1. */
  shareOfOne: number;
}

/**
 * Limits the open connections, per network and in all: even an idle one costs a file descriptor and some memory. A
 * network that has its full share gets no more. When all connections are taken, a network with fewer takes the oldest
 * connection of the network that has the most. A trusted proxy does not count as one network, because all its users
 * come over its connections.
 *
 * @param onClosed is called for the first connection that is closed in each minute.
 */
export function shareConnections(
  server: Server,
  limits: ConnectionLimits,
  { isProxy, onClosed }: { isProxy: (address: string) => boolean; onClosed: (why: string) => void },
): void {
  const counts = openConnectionCounts(limits);
  let quietUntil = 0;
  // Runs before Node's own listener, which starts to read.
  server.prependListener('connection', (socket: Socket) => {
    // The client has disconnected already, so no client waits for an answer, whatever it sent.
    if (socket.remoteAddress === undefined) {
      socket.destroy();
      return;
    }
    const address = addressOf({ ip: socket.remoteAddress });
    const closed = counts.take(socket, isProxy(address) ? undefined : networkOf(address));
    if (closed === undefined) return;
    closed.destroy();
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + 60_000;
    onClosed(`Connections are closed, since too many are open; the last came from ${address}.`);
  });
}

/** @returns `take` returns the connection to close in favour of the new one; this may be the new one itself. */
function openConnectionCounts({ connections, shareOfOne }: ConnectionLimits) {
  const networks = new Map<string, Roster<NetworkConnection>>();
  const ofOne = Math.max(1, Math.ceil(connections * shareOfOne));
  let all = 0;
  const enter = (socket: Socket, network: string | undefined): void => {
    all += 1;
    let isIn = true;
    const leave = (): void => {
      // An evicted connection is subtracted when it is evicted, and closes later.
      if (!isIn) return;
      isIn = false;
      all -= 1;
      leaveNetwork?.();
    };
    const leaveNetwork = network === undefined ? undefined : enterNetwork(network, { socket, leave });
    socket.once('close', leave);
  };
  const enterNetwork = (network: string, held: NetworkConnection): (() => void) => {
    const own = networks.get(network) ?? openRoster();
    networks.set(network, own);
    const leave = own.add(held);
    return () => {
      leave();
      if (own.size === 0 && networks.get(network) === own) networks.delete(network);
    };
  };
  return {
    take(socket: Socket, network: string | undefined): Socket | undefined {
      const own = network === undefined ? 0 : (networks.get(network)?.size ?? 0);
      if (own >= ofOne) return socket;
      const gone = all < connections ? undefined : oldestOfMost(networks, own + 1);
      if (all >= connections && gone === undefined) return socket;
      gone?.leave();
      enter(socket, network);
      return gone?.socket;
    },
  };
}

/** An open connection of a network. */
interface NetworkConnection {
  socket: Socket;
  leave: () => void;
}

/** Returns the oldest connection of the network that has the most, if that network has more than `than`. */
function oldestOfMost(
  networks: ReadonlyMap<string, Roster<NetworkConnection>>,
  than: number,
): NetworkConnection | undefined {
  let most: Roster<NetworkConnection> | undefined;
  for (const held of networks.values()) if (held.size > (most?.size ?? than)) most = held;
  const [oldest] = most ?? [];
  return oldest;
}
