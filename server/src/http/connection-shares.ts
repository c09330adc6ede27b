import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { openRoster } from './rooms/roster.ts';
import type { Roster } from './rooms/roster.ts';
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
  const networks = new Map<string, Roster<Held>>();
  const ofOne = Math.max(1, Math.ceil(connections * shareOfOne));
  let all = 0;
  const enter = (socket: Socket, network: string | undefined): void => {
    all += 1;
    let isIn = true;
    const leave = (): void => {
      // One that had to give way is counted out when it does, and closes later.
      if (!isIn) return;
      isIn = false;
      all -= 1;
      leaveNetwork?.();
    };
    const leaveNetwork = network === undefined ? undefined : enterNetwork(network, { socket, leave });
    socket.once('close', leave);
  };
  const enterNetwork = (network: string, held: Held): (() => void) => {
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

/** A connection of a network. */
interface Held {
  socket: Socket;
  leave: () => void;
}

/** The oldest connection of the network that has the most, where it has more than so many. */
function oldestOfMost(networks: ReadonlyMap<string, Roster<Held>>, than: number): Held | undefined {
  let most: Roster<Held> | undefined;
  for (const held of networks.values()) if (held.size > (most?.size ?? than)) most = held;
  const [oldest] = most ?? [];
  return oldest;
}
