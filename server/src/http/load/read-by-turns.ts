import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { openBodyBudget } from '../collect/body-budget.ts';
import type { HeldBody } from '../collect/body-budget.ts';
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
    const parseNow = (bytes: Buffer) => void Reflect.apply(parse, socket, [bytes]);
    const reading = new Reading(socket, parseNow, { turns, held: budget.open(holder), holder, takeShort });
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

/** What a connection shares with others of its network, and of its server. */
interface Sharing {
  turns: NetworkTurns;
  held: HeldBody;
  /** Whose turns these are. */
  holder: string;
  takeShort: TakeShort;
}

/** The bytes of one connection that are not parsed, and its requests that are not answered. */
class Reading {
  readonly #socket: Socket;
  readonly #parse: (bytes: Buffer) => void;
  readonly #sharing: Sharing;
  readonly #resumeSocket: () => Socket;
  #unparsed: Buffer[] = [];
  readonly #unanswered: (() => void)[] = [];
  #pieceBytes = leastPieceBytes;
  #isWaiting = false;
  #isStopped = false;
  // True while everything that came was whole requests, each in its own piece: the next bytes begin a request.
  #isBetween = true;
  // Node has a timeout for the first request of a connection, and closes a connection on which it has seen none.
  #hasAnswered = false;

  constructor(socket: Socket, parse: (bytes: Buffer) => void, sharing: Sharing) {
    this.#socket = socket;
    this.#parse = parse;
    this.#sharing = sharing;
    // Node resumes the socket for each request whose body is read, and would keep on reading.
    this.#resumeSocket = socket.resume.bind(socket);
    socket.resume = () => (this.#isStopped ? socket : this.#resumeSocket());
    socket.once('close', () => {
      this.#unparsed = [];
      sharing.held.giveBack();
    });
  }

  readonly arrived = (bytes: Buffer): void => {
    const isShort = bytes.length <= shortBytes;
    const whole = this.#isBetween && isShort ? readShortRequest(bytes) : undefined;
    this.#isBetween = whole !== undefined;
    // Nearly all requests are short and alone; waiting for a turn would be most of their cost.
    const isAlone = this.#unparsed.length === 0 && this.#unanswered.length === 0;
    if (isAlone && whole !== undefined && this.#takeWhole(whole)) return;
    if (isAlone && isShort && this.#sharing.turns.mayPass()) this.#parse(bytes);
    else this.#keep(bytes);
  };

  #takeWhole(request: ShortRequest): boolean {
    const socket = this.#socket;
    if (!this.#hasAnswered || !socket.writable || socket.writableLength > 0) return false;
    this.#unanswered.push(doNothing);
    const isTaken = this.#sharing.takeShort(socket, request, this.end);
    if (!isTaken) this.#unanswered.pop();
    return isTaken;
  }

  #keep(bytes: Buffer): void {
    try {
      this.#sharing.held.hold(bytes.length);
    } catch {
      this.#socket.destroy();
      return;
    }
    this.#unparsed.push(bytes);
    this.#goOn();
    if (this.#unparsed.length === 0) return;
    this.#isStopped = true;
    this.#socket.pause();
  }

  #goOn(): void {
    if (this.#isWaiting || this.#unparsed.length === 0 || this.#unanswered.length >= mostUnanswered) return;
    this.#isWaiting = true;
    // Long input waits in a separate queue, so that a request of a few lines gets in between the batches of its
    // network.
    const isLong = this.#unparsed.length > 1 || (this.#unparsed[0]?.length ?? 0) > leastPieceBytes;
    const { turns, holder } = this.#sharing;
    turns.take(isLong ? `${holder} long` : holder, this.#takePiece);
  }

  readonly #takePiece = (): void => {
    this.#isWaiting = false;
    const [first, ...rest] = this.#unparsed;
    if (first === undefined) return;
    // The connection was refused or got its last reply, so later bytes are of no use.
    const isOver = this.#socket.destroyed || this.#socket.writableEnded;
    const left = first.subarray(this.#pieceBytes);
    this.#unparsed = isOver ? [] : left.length > 0 ? [left, ...rest] : rest;
    if (this.#unparsed.length === 0) this.#resume();
    if (isOver) return;
    this.#parsePiece(first.subarray(0, this.#pieceBytes));
    this.#goOn();
  };

  #resume(): void {
    this.#sharing.held.giveBack();
    // Runs before parsing, because the parsed request may pause the socket for its own reasons.
    if (this.#isStopped) this.#resumeSocket();
    this.#isStopped = false;
  }

  #parsePiece(piece: Buffer): void {
    const since = performance.now();
    const before = this.#unanswered.length;
    this.#parse(piece);
    const isQuick = this.#unanswered.length <= before && performance.now() - since < quickMilliseconds;
    this.#pieceBytes = isQuick ? Math.min(2 * this.#pieceBytes, mostPieceBytes) : leastPieceBytes;
  }

  /** Works on a request when all earlier ones are answered. */
  begin(work: () => void): void {
    this.#unanswered.push(work);
    if (this.#unanswered.length === 1) work();
  }

  /** Notes that the first of them is answered. */
  readonly end = (): void => {
    this.#hasAnswered = true;
    this.#unanswered.shift();
    const [next] = this.#unanswered;
    const { turns, holder } = this.#sharing;
    if (next !== undefined) turns.take(holder, () => this.#socket.destroyed || next());
    this.#goOn();
  };
}

function doNothing(): void {}
