import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { waitsForContinue } from './expect-continue.ts';
import { openRoster } from '../rooms/roster.ts';
import type { HttpLimits } from '../services.ts';

/** What limits the time of a request and its reply, whatever their sizes. */
type PaceLimits = Pick<HttpLimits, 'bodyTimeoutMilliseconds' | 'leastBytesPerSecond' | 'replyUnreadMilliseconds'>;

/** The longest interval between two checks. */
const checkMilliseconds = 1_000;

/**
 * Closes connections that would stay open for ever: the client stops in the middle of its body, or leaves its reply
 * unread. Routes that read a whole body answer 408 first, after half of the time. So this function handles routes that
 * pass the body on as it arrives, such as a git push, and bodies that are not read because they were refused. A fixed
 * timeout would not do: 600 seconds are too short for a push of 2 GB, and too long for a form. Returns a function that
 * stops it.
 */
export function keepPace(server: Server, limits: PaceLimits): () => void {
  const exchanges = openRoster<Exchange>();
  const begin = (request: IncomingMessage, response: ServerResponse): void => {
    const exchange = beginExchange(request, response);
    exchange.forget = exchanges.add(exchange);
    // A finished exchange is removed at once, because there are thousands of them.
    response.on('close', () => request.complete && exchange.forget());
  };
  server.on('request', begin).on('checkContinue', begin);
  const every = Math.min(checkMilliseconds, limits.bodyTimeoutMilliseconds / 2, limits.replyUnreadMilliseconds / 2);
  const check = (): void => {
    for (const exchange of exchanges) {
      if (isOver(exchange)) exchange.forget();
      else if (isSlow(exchange, every, limits)) exchange.socket.destroy();
    }
  };
  const timer = setInterval(check, every);
  timer.unref();
  return () => clearInterval(timer);
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  socket: Socket;
  /** The bytes that the connection had received when the request began. */
  readBefore: number;
  /** For how long the server has waited for more of the body. */
  bodyMilliseconds: number;
  /** The bytes written to the connection when its send buffer was last empty. */
  writtenBefore: number;
  /** For how long the send buffer has not been empty. */
  unreadMilliseconds: number;
  forget: () => void;
}

function beginExchange(request: IncomingMessage, response: ServerResponse): Exchange {
  const { socket } = request;
  const [readBefore, writtenBefore] = [socket.bytesRead, socket.bytesWritten];
  return {
    request,
    response,
    socket,
    readBefore,
    bodyMilliseconds: 0,
    writtenBefore,
    unreadMilliseconds: 0,
    forget: () => {},
  };
}

function isOver({ request, response, socket }: Exchange): boolean {
  return socket.destroyed || (request.complete && response.writableFinished);
}

function isSlow(exchange: Exchange, milliseconds: number, limits: PaceLimits): boolean {
  return sendsSlowly(exchange, milliseconds, limits) || readsSlowly(exchange, milliseconds, limits);
}

function sendsSlowly(exchange: Exchange, milliseconds: number, limits: PaceLimits): boolean {
  const { request, socket, readBefore } = exchange;
  // What has arrived and is not read waits for this server, as does a body that was not asked for.
  if (request.complete || request.readableLength > 0 || waitsForContinue(request)) return false;
  exchange.bodyMilliseconds += milliseconds;
  const bytes = socket.bytesRead - readBefore;
  return exchange.bodyMilliseconds > 2 * limits.bodyTimeoutMilliseconds + timeOf(bytes, limits);
}

function readsSlowly(exchange: Exchange, milliseconds: number, limits: PaceLimits): boolean {
  const { socket } = exchange;
  if (socket.writableLength === 0) {
    exchange.unreadMilliseconds = 0;
    exchange.writtenBefore = socket.bytesWritten;
    return false;
  }
  exchange.unreadMilliseconds += milliseconds;
  const bytes = socket.bytesWritten - exchange.writtenBefore;
  return exchange.unreadMilliseconds > limits.replyUnreadMilliseconds + timeOf(bytes, limits);
}

function timeOf(bytes: number, { leastBytesPerSecond }: PaceLimits): number {
  return (bytes / leastBytesPerSecond) * 1_000;
}
