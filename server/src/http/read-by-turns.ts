import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { openBodyBudget } from './collect/body-budget.ts';
import type { BodyBudget } from './collect/body-budget.ts';
import { openNetworkTurns } from './rooms/network-turns.ts';
import type { NetworkTurns } from './rooms/network-turns.ts';
import { addressOf, networkOf } from './session/address.ts';
import { readShortRequest } from './short-request.ts';
import type { ShortRequest } from './short-request.ts';

/**
 * Has what comes over connections parsed by turns, those of one network after those of another, in small pieces. Node by itself
 * parses whatever is there: 500 connections that brought 64 KB each, in chunks of one byte or of requests one behind the other,
 * kept all others waiting for 20 to 60 seconds, and made 2 GB of requests. Of a connection that has many requests unanswered
 * the next are left where they are.
 */
export function readByTurns(
  server: Server,
  { isProxy, takeShort }: { isProxy: (address: string) => boolean; takeShort: TakeShort },
): RequestTurns {
  const turns = openNetworkTurns(2);
  const budget = openBodyBudget(unparsedBytes);
  const readings = new WeakMap<Socket, Reading>();
  let proxied = 0;
  // After Node's own listener, which takes what comes past the stream until somebody listens to the stream.
  server.on('connection', (socket: Socket) => {
    // Of those that wait to be let in, Node lets one in a turn.
    turns.hurry();
    const [parse] = socket.listeners('data');
    if (parse === undefined) return;
    const address = addressOf({ ip: socket.remoteAddress ?? '' });
    // Whoever is behind a proxy comes by its connections: each has turns of its own.
    const holder = isProxy(address) ? `proxy ${(proxied += 1)}` : networkOf(address);
    const reading = openReading(socket, (bytes) => void Reflect.apply(parse, socket, [bytes]), {
      turns,
      budget,
      holder,
      takeShort,
    });
    readings.set(socket, reading);
    socket.removeAllListeners('data').on('data', reading.arrived);
  });
  return (request, response, work) => {
    const reading = readings.get(request.socket);
    if (reading === undefined) return work();
    reading.begin(work);
    response.on('close', reading.end);
  };
}

/** Takes a request that was read whole, and calls back once it is answered; false where Node is to parse it. */
export type TakeShort = (socket: Socket, request: ShortRequest, answered: () => void) => boolean;

/** Works on a request, or has it wait until what came before it over its connection is answered: it is answered after that anyhow. */
export type RequestTurns = (request: IncomingMessage, response: ServerResponse, work: () => void) => void;

/**
 * How much is parsed at once: 25 of the shortest requests, and more and more of what is part of a body and taken quickly. A
 * thousand requests of one piece took 5 MB, and tiny chunks take two microseconds each.
 */
const leastPieceBytes = 1024;
const mostPieceBytes = 64 * 1024;
const quickMilliseconds = 0.5;

/** A request of a connection that has no other under way, with its body where it has a small one: it is parsed at once. */
const shortBytes = 2 * 1024;

/** Beyond them nothing more is read. Programs that send requests one behind the other have a few on their way. */
const mostUnanswered = 16;

/** What is held until its turn comes. Besides, Node reads as much again of each connection. */
const unparsedBytes = { all: 128 * 1024 * 1024, ofOne: 64 * 1024 * 1024 };

interface Reading {
  arrived: (bytes: Buffer) => void;
  /** Works on a request when all that came before are answered. */
  begin: (work: () => void) => void;
  /** The first of them is answered. */
  end: () => void;
}

function openReading(
  socket: Socket,
  parse: (bytes: Buffer) => void,
  {
    turns,
    budget,
    holder,
    takeShort,
  }: { turns: NetworkTurns; budget: BodyBudget; holder: string; takeShort: TakeShort },
): Reading {
  const { hold, giveBack } = budget.open(holder);
  let unparsed: Buffer[] = [];
  const unanswered: (() => void)[] = [];
  let pieceBytes = leastPieceBytes;
  let isWaiting = false;
  let isStopped = false;
  // All that came were whole requests, each in a piece of its own: what comes next begins one.
  let isBetween = true;
  // Node has a time for the first request of a connection, and closes it where it has seen none.
  let hasAnswered = false;

  const goOn = (): void => {
    if (isWaiting || unparsed.length === 0 || unanswered.length >= mostUnanswered) return;
    isWaiting = true;
    // What is long waits apart: a request of a few lines comes between the batches of others of its network.
    const isLong = unparsed.length > 1 || (unparsed[0]?.length ?? 0) > leastPieceBytes;
    turns.take(isLong ? `${holder} long` : holder, takePiece);
  };
  const takePiece = (): void => {
    isWaiting = false;
    const [first, ...rest] = unparsed;
    if (first === undefined) return;
    // Refused, or answered for the last time: what still comes is of no use.
    const isOver = socket.destroyed || socket.writableEnded;
    const left = first.subarray(pieceBytes);
    unparsed = isOver ? [] : left.length > 0 ? [left, ...rest] : rest;
    if (unparsed.length === 0) resume();
    if (isOver) return;
    parsePiece(first.subarray(0, pieceBytes));
    goOn();
  };
  const parsePiece = (piece: Buffer): void => {
    const since = performance.now();
    const before = unanswered.length;
    parse(piece);
    const isQuick = unanswered.length <= before && performance.now() - since < quickMilliseconds;
    pieceBytes = isQuick ? Math.min(2 * pieceBytes, mostPieceBytes) : leastPieceBytes;
  };
  const resume = (): void => {
    giveBack();
    // Before it is parsed: what is parsed may have the socket paused for reasons of its own.
    if (isStopped) resumeSocket();
    isStopped = false;
  };
  // Node has each request resume it whose body is read, and would read on and on.
  const resumeSocket = socket.resume.bind(socket);
  socket.resume = () => (isStopped ? socket : resumeSocket());
  socket.once('close', () => {
    unparsed = [];
    giveBack();
  });

  const end = (): void => {
    hasAnswered = true;
    unanswered.shift();
    const [next] = unanswered;
    if (next !== undefined) turns.take(holder, () => socket.destroyed || next());
    goOn();
  };
  const takeWhole = (request: ShortRequest): boolean => {
    if (!hasAnswered || !socket.writable || socket.writableLength > 0) return false;
    unanswered.push(nothing);
    const isTaken = takeShort(socket, request, end);
    if (!isTaken) unanswered.pop();
    return isTaken;
  };

  return {
    arrived(bytes) {
      const isShort = bytes.length <= shortBytes;
      const whole = isBetween && isShort ? readShortRequest(bytes) : undefined;
      isBetween = whole !== undefined;
      // Nearly all requests are short and alone: what their turn would cost is most of what they do.
      const isAlone = unparsed.length === 0 && unanswered.length === 0;
      if (isAlone && whole !== undefined && takeWhole(whole)) return;
      if (isAlone && isShort && turns.mayPass()) return parse(bytes);
      try {
        hold(bytes.length);
      } catch {
        socket.destroy();
        return;
      }
      unparsed.push(bytes);
      goOn();
      if (unparsed.length === 0) return;
      isStopped = true;
      socket.pause();
    },
    begin(work) {
      unanswered.push(work);
      if (unanswered.length === 1) work();
    },
    end,
  };
}

function nothing(): void {}
