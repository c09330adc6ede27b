import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { openBodyBudget } from '../collect/body-budget.ts';
import type { BodyBudget } from '../collect/body-budget.ts';
import { openNetworkTurns } from '../rooms/network-turns.ts';
import type { NetworkTurns } from '../rooms/network-turns.ts';
import { addressOf, networkOf } from '../session/address.ts';
import { readShortRequest } from './short-request.ts';
import type { ShortRequest } from './short-request.ts';

/**
 * Parses incoming bytes in turns, one network after another, in small pieces. Node by itself parses everything that has
 * arrived: 500 connections that sent 64 KB each, in chunks of one byte or as pipelined requests, delayed all others for
 * 20 to 60 seconds and created 2 GB of requests. When a connection has many unanswered requests, its next ones stay
 * unread.
 */
export function readByTurns(
  server: Server,
  { isProxy, takeShort }: { isProxy: (address: string) => boolean; takeShort: TakeShort },
): RequestTurns {
  const turns = openNetworkTurns(2);
  const budget = openBodyBudget(unparsedBytes);
  const readings = new WeakMap<Socket, Reading>();
  let proxied = 0;
  // Runs after Node's own listener, which reads past the stream until somebody listens to the stream.
  server.on('connection', (socket: Socket) => {
    // Node accepts one waiting connection per iteration of the event loop.
    turns.hurry();
    const [parse] = socket.listeners('data');
    if (parse === undefined) return;
    const address = addressOf({ ip: socket.remoteAddress ?? '' });
    // All users of a proxy come over its connections, so each connection has its own turns.
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

/** Takes a request that was read whole, and calls back once it is answered. Returns false when Node must parse it. */
export type TakeShort = (socket: Socket, request: ShortRequest, answered: () => void) => boolean;

/**
 * Works on a request, or delays it until the earlier requests of its connection are answered: its reply could not be
 * sent before theirs anyway.
 */
export type RequestTurns = (request: IncomingMessage, response: ServerResponse, work: () => void) => void;

/**
 * How much is parsed at once: 25 of the shortest requests, and increasingly more when the bytes are part of a body and
 * parse quickly. A thousand requests in one piece took 5 MB, and tiny chunks take two microseconds each.
 */
const leastPieceBytes = 1024;
const mostPieceBytes = 64 * 1024;
const quickMilliseconds = 0.5;

/**
 * A request up to this size, including a small body, is parsed at once when its connection has no other in progress.
 */
const shortBytes = 2 * 1024;

/**
 * When this many requests are unanswered, nothing more is read. Programs that pipeline requests have a few in progress.
 */
const mostUnanswered = 16;

/** The bytes that may wait for their turn. In addition, Node reads as much again from each connection. */
const unparsedBytes = { all: 128 * 1024 * 1024, ofOne: 64 * 1024 * 1024 };

interface Reading {
  arrived: (bytes: Buffer) => void;
  /** Works on a request when all earlier ones are answered. */
  begin: (work: () => void) => void;
  /** Notes that the first of them is answered. */
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
  // True while everything that came was whole requests, each in its own piece: the next bytes begin a request.
  let isBetween = true;
  // Node has a timeout for the first request of a connection, and closes a connection on which it has seen none.
  let hasAnswered = false;

  const goOn = (): void => {
    if (isWaiting || unparsed.length === 0 || unanswered.length >= mostUnanswered) return;
    isWaiting = true;
    // Long input waits in a separate queue, so that a request of a few lines gets in between the batches of its
    // network.
    const isLong = unparsed.length > 1 || (unparsed[0]?.length ?? 0) > leastPieceBytes;
    turns.take(isLong ? `${holder} long` : holder, takePiece);
  };
  const takePiece = (): void => {
    isWaiting = false;
    const [first, ...rest] = unparsed;
    if (first === undefined) return;
    // The connection was refused or got its last reply, so later bytes are of no use.
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
    // Runs before parsing, because the parsed request may pause the socket for its own reasons.
    if (isStopped) resumeSocket();
    isStopped = false;
  };
  // Node resumes the socket for each request whose body is read, and would keep on reading.
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
      // Nearly all requests are short and alone; waiting for a turn would be most of their cost.
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
