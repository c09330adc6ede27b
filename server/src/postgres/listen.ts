import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import type { Notification } from 'pg';
import { clientConfig, type ConnectOptions } from './connection.ts';

/**
 * `job_active`: a job waits for a worker. `job_event`: a transcript has grown; the payload is the job's id. `job_text`:
 * a piece of what a model is writing at this moment. `job_archived`: the worker of the job of that id must stop.
 * `webhook_due`: a delivery is due. `host_event`: a code host has sent an event.
 */
type Channel =
  | 'job_active'
  | 'job_event'
  | 'job_text'
  | 'job_archived'
  | 'webhook_due'
  | 'host_event'
  | 'automation_due';

/** Receives a notification's payload, or undefined when some may have been missed: then read the state again. */
export type Subscriber = (payload: string | undefined) => void;

/** One connection that receives what other connections send with `pg_notify`. */
export interface Listener {
  /** Subscribes, and returns the function that ends the subscription. */
  on(channel: Channel, subscriber: Subscriber): () => void;
  /** Resolves once the connection listens for the first time. */
  ready: Promise<void>;
  close(): Promise<void>;
}

const channels: Channel[] = [
  'job_active',
  'job_event',
  'job_text',
  'job_archived',
  'webhook_due',
  'host_event',
  'automation_due',
];

/**
 * Channels that people wait for. When no notification arrives, their subscribers are called regularly; the others are
 * polled anyway.
 */
const polled: Channel[] = ['job_active', 'job_event'];
/** Keeps a stream at most 0.2 s behind: this interval, plus the time to read and send. */
const pollMilliseconds = 150;

const firstPauseMilliseconds = 100;
const longestPauseMilliseconds = 5_000;

export type ListenerOptions = ConnectOptions & {
  /**
   * Sends a notification the way that all others are sent, to find out whether they arrive. Without it, they are
   * assumed to arrive.
   */
  notify?: (channel: string, payload: string) => Promise<unknown>;
  /** Called once when notifications do not arrive. */
  warn?: (message: string) => void;
  /** How often to check that the connection still answers; ten seconds by default. */
  askEveryMilliseconds?: number;
};

/**
 * Opens the one listening connection of a process. It reconnects by itself, also when the connection no longer answers,
 * and then calls every subscriber once without a payload, so that nothing sent in between is missed. When notifications
 * do not arrive, as behind a pooler that keeps no sessions, it regularly calls the subscribers that people wait for.
 */
export function openListener(options: ListenerOptions): Listener {
  const subscribers = new Map<Channel, Set<Subscriber>>(channels.map((channel) => [channel, new Set()]));
  const closed = new AbortController();
  const ready = Promise.withResolvers<void>();

  const deliver = (channel: string, payload: string | undefined) => {
    const listening = channels.find((known) => known === channel);
    if (listening !== undefined) subscribers.get(listening)?.forEach((subscriber) => subscriber(payload));
  };

  const connected = () => {
    ready.resolve();
    for (const channel of channels) deliver(channel, undefined);
  };
  const warnOnce = firstWarningOnly(options.warn);
  const pollInstead = () => {
    warnOnce(
      'No notification of the database arrives, as behind a pooler in transaction mode: jobs and streams are checked ' +
        'every 0.15 seconds, and what models write is seen a step at a time. Set DATABASE_DIRECT_URL to the address of the ' +
        'database past the pooler.',
    );
    return setInterval(() => polled.forEach((channel) => deliver(channel, undefined)), pollMilliseconds);
  };

  const running = keepListening(options, { deliver, connected, pollInstead, closed: closed.signal });

  return {
    ready: ready.promise,
    on(channel, subscriber) {
      subscribers.get(channel)?.add(subscriber);
      return () => void subscribers.get(channel)?.delete(subscriber);
    },
    async close() {
      closed.abort();
      ready.resolve();
      await running;
    },
  };
}

interface ListenerHandlers {
  deliver: (channel: string, payload: string | undefined) => void;
  connected: () => void;
  /** Starts to work without notifications. */
  pollInstead: () => NodeJS.Timeout;
  closed: AbortSignal;
}

async function keepListening(options: ListenerOptions, handlers: ListenerHandlers): Promise<void> {
  let pause = firstPauseMilliseconds;
  while (!handlers.closed.aborted) {
    const connected = () => {
      pause = firstPauseMilliseconds;
      handlers.connected();
    };
    // The server is unreachable, perhaps restarting, or a file that the address names is: the next round tries again.
    await listenOnce(options, { ...handlers, connected }).catch(() => {});
    await sleepUnlessClosed(pause, handlers.closed);
    pause = Math.min(pause * 2, longestPauseMilliseconds);
  }
}

/** Listens until the connection ends. @throws when there is none, or it no longer answers. */
async function listenOnce(options: ListenerOptions, handlers: ListenerHandlers): Promise<void> {
  // It reads the certificates that the address names.
  const client = new Client({ ...clientConfig(options), query_timeout: answerMilliseconds });
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  // The "end" event follows, which is awaited.
  client.on('error', () => {});
  client.on('notification', ({ channel, payload }) => handlers.deliver(channel, payload));
  try {
    await client.connect();
    await client.query([...channels, probeChannel].map((channel) => `listen ${channel};`).join(''));
    handlers.connected();
    await listenUntil(client, options, { ...handlers, over: Promise.race([ended, untilAborted(handlers.closed)]) });
  } finally {
    // A hanging connection does not close cleanly.
    await Promise.race([client.end().catch(() => {}), setTimeout(goodbyeMilliseconds, undefined, { ref: false })]);
    client.connection.stream.destroy();
  }
}

/** How long the server may take to answer the listener, and a notification to arrive. */
const answerMilliseconds = 5_000;

const goodbyeMilliseconds = 500;

const probeChannel = 'listener_probe';

/** @throws when the connection no longer answers. */
async function listenUntil(
  client: Client,
  options: ListenerOptions,
  handlers: ListenerHandlers & { over: Promise<void> },
): Promise<void> {
  let polling: NodeJS.Timeout | undefined;
  let arrives = options.notify === undefined ? true : undefined;
  const state = { isOver: false };
  void handlers.over.then(() => (state.isOver = true));
  try {
    while (!state.isOver) {
      arrives ??= await probe(client, options.notify);
      if (arrives === false) polling ??= handlers.pollInstead();
      await Promise.race([handlers.over, sleepUnlessClosed(options.askEveryMilliseconds ?? 10_000, handlers.closed)]);
      if (!state.isOver) await client.query('select 1');
    }
  } finally {
    clearInterval(polling);
  }
}

/** Whether a notification from another connection arrives; undefined when it could not be sent. */
async function probe(client: Client, notify: ListenerOptions['notify']): Promise<boolean | undefined> {
  const token = randomUUID();
  const arrived = Promise.withResolvers<true>();
  const onNotification = ({ channel, payload }: Notification): void => {
    if (channel === probeChannel && payload === token) arrived.resolve(true);
  };
  const over = new AbortController();
  client.on('notification', onNotification);
  try {
    await notify?.(probeChannel, token);
    const { signal } = over;
    return await Promise.race([arrived.promise, setTimeout(answerMilliseconds, false, { signal, ref: false })]);
  } catch {
    return undefined;
  } finally {
    over.abort();
    client.off('notification', onNotification);
  }
}

function firstWarningOnly(warn: ListenerOptions['warn']): (message: string) => void {
  let hasWarned = false;
  return (message) => {
    if (!hasWarned) warn?.(message);
    hasWarned = true;
  };
}

function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** Waits for a time, or until the listener is closed. */
async function sleepUnlessClosed(milliseconds: number, closed: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal: closed }).catch(() => {});
}
