import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { clientConfig, type DatabaseAddress } from './connection.ts';

/**
 * `job_active`: a job waits for a worker. `job_event`: a transcript has grown; the payload is the job's id.
 * `job_text`: a piece of what a model is writing at this moment. `job_archived`: whoever works on the job of that id is
 * to stop. `webhook_due`: there is something to send. `host_event`: a code host has told something.
 */
type Channel = 'job_active' | 'job_event' | 'job_text' | 'job_archived' | 'webhook_due' | 'host_event';

/** Called with a notification's payload, or with undefined when some may have been missed: then look for yourself. */
export type Subscriber = (payload: string | undefined) => void;

/** One connection that hears what other connections tell with `pg_notify`. */
export interface Listener {
  /** Answers with the function that ends the subscription. */
  on(channel: Channel, subscriber: Subscriber): () => void;
  /** Resolves once the connection listens for the first time. */
  ready: Promise<void>;
  close(): Promise<void>;
}

const channels: Channel[] = ['job_active', 'job_event', 'job_text', 'job_archived', 'webhook_due', 'host_event'];

const firstPauseMilliseconds = 100;
const longestPauseMilliseconds = 5_000;

/**
 * Opens the one listening connection of a process. It connects again by itself, and then calls every subscriber once
 * without a payload, so that what was told in between is not missed.
 */
export function openListener(options: DatabaseAddress & { applicationName: string }): Listener {
  const subscribers = new Map<Channel, Set<Subscriber>>(channels.map((channel) => [channel, new Set()]));
  const closed = new AbortController();
  const ready = Promise.withResolvers<void>();

  const tell = (channel: string, payload: string | undefined) => {
    const listening = channels.find((known) => known === channel);
    if (listening !== undefined) subscribers.get(listening)?.forEach((subscriber) => subscriber(payload));
  };

  const connected = () => {
    ready.resolve();
    for (const channel of channels) tell(channel, undefined);
  };

  const running = keepListening(options, { tell, connected, closed: closed.signal });

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

interface Ear {
  tell: (channel: string, payload: string | undefined) => void;
  connected: () => void;
  closed: AbortSignal;
}

async function keepListening(options: DatabaseAddress & { applicationName: string }, ear: Ear): Promise<void> {
  let pause = firstPauseMilliseconds;
  while (!ear.closed.aborted) {
    const client = new Client(clientConfig(options));
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    // Said again by "end", which the loop waits for.
    client.on('error', () => {});
    client.on('notification', ({ channel, payload }) => ear.tell(channel, payload));
    try {
      await client.connect();
      await client.query(channels.map((channel) => `listen ${channel};`).join(''));
      pause = firstPauseMilliseconds;
      ear.connected();
      await Promise.race([ended, aborted(ear.closed)]);
    } catch {
      // The server is away, perhaps restarting: the next round tries again.
    }
    await client.end().catch(() => {});
    await sleepUnlessClosed(pause, ear.closed);
    pause = Math.min(pause * 2, longestPauseMilliseconds);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** Waits, but not for longer than the listener is open. */
async function sleepUnlessClosed(milliseconds: number, closed: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal: closed }).catch(() => {});
}
