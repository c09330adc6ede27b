import { CopydeskError } from '@copydesk/contract';
import type { JobWaiting } from '@copydesk/contract';
import { readText } from '../../jobs/run/live-text.ts';
import { openWaitingBoard } from './waiting-board.ts';
import type { WaitingBoardOptions } from './waiting-board.ts';
import { openWritingBoard } from './writing-board.ts';
import type { Writing } from './writing-board.ts';

/** The event streams that are open in this process. What any process records wakes them. */
export interface OpenStreams {
  /**
   * Starts to follow a job for a person or key.
   * @throws CopydeskError `overloaded` when too many streams are open, or too many of this caller's; `draining` after
   *   `end`.
   */
  follow(jobId: string, callerId: string): Following;
  /** The latest text that the job's model is known to have written; its step may be recorded by now. */
  writing(jobId: string): Writing | undefined;
  /** Ends all streams, and stops listening. */
  end(): void;
}

/** The state of one stream that follows a job. */
export interface Following {
  /** Whether the stream must end because the client has disconnected or the server is closing. */
  readonly ended: boolean;
  /** Changes with every notification of the job: what is read under a version includes everything notified before. */
  readonly version: number;
  /** Why the job is not worked on, as far as this was requested and is known; null when it is worked on. */
  readonly waiting: JobWaiting | null;
  /**
   * Starts to check why the job is not worked on, and repeats the check for as long as it waits. A change wakes the
   * stream.
   */
  askWhyItWaits(): void;
  /** The latest text that the model is known to have written; its step may be recorded by now. */
  readonly writing: Writing | undefined;
  /** Notes that the transcript has the steps up to this one, so that their partial text is no longer needed. */
  recorded(step: number): void;
  /**
   * Resolves as soon as there is something new since the last call: an event, or only more of what the model is
   * writing. Resolves to undefined after the timeout, or at the end.
   */
  next(milliseconds: number): Promise<News | undefined>;
  end(): void;
}

type News = 'event' | 'text';

interface StreamState extends Following {
  wake(news: News): void;
}

/** About 16 MB in memory, and more jobs than run at once. */
const writingBounds = { maximumJobs: 2_000, maximumCharacters: 8_000_000 };

/** How many streams may be open in this process, and how many of them for one person or key. */
interface StreamBounds {
  all: number;
  ofOneCaller: number;
}

/** The streams of one job in this process. */
interface Followers {
  streams: Set<StreamState>;
  version: number;
}

/**
 * The sources of notifications: a transcript has grown, or a model has written text. Each returns a function that
 * unsubscribes.
 */
interface Notifications {
  onJobEvent: (callback: (jobId: string | undefined) => void) => () => void;
  onJobText: (callback: (payload: string) => void) => () => void;
}

/**
 * Opens the streams of this process. One subscription serves them all: the job's id in the notification finds the
 * streams that follow it.
 */
export function openStreams(
  notifications: Notifications,
  bounds: StreamBounds,
  waiting: Omit<WaitingBoardOptions, 'onChange'>,
): OpenStreams {
  const followed = new Map<string, Followers>();
  const places = countPlaces(bounds);
  let closing = false;
  let versions = 0;
  const wake = (jobId: string, news: News): void => {
    const followers = followed.get(jobId);
    if (followers === undefined) return;
    if (news === 'event') followers.version = versions += 1;
    for (const stream of followers.streams) stream.wake(news);
  };
  const board = openWaitingBoard({ ...waiting, onChange: (jobId) => wake(jobId, 'event') });
  const writings = openWritingBoard({ ...writingBounds, onChange: (jobId) => wake(jobId, 'text') });
  const stopListening = notifications.onJobEvent((jobId) => {
    for (const one of jobId === undefined ? followed.keys() : [jobId]) wake(one, 'event');
  });
  const stopReading = notifications.onJobText((payload) => {
    const piece = readText(payload);
    if (piece !== undefined) writings.add(piece);
  });
  const forget = (jobId: string, callerId: string, stream: StreamState) => {
    const followers = followed.get(jobId);
    if (followers?.streams.delete(stream) !== true) return;
    places.leave(callerId);
    if (followers.streams.size > 0) return;
    followed.delete(jobId);
    board.forget(jobId);
  };
  return {
    follow(jobId, callerId) {
      if (closing) throw new CopydeskError('draining', 'The server is shutting down. Connect again.');
      places.take(callerId);
      const followers = followed.get(jobId) ?? { streams: new Set(), version: (versions += 1) };
      const stream = newStreamState({
        version: () => followers.version,
        ask: () => board.ask(jobId),
        waiting: () => board.known(jobId),
        writing: () => writings.known(jobId),
        recorded: (step) => writings.recorded(jobId, step),
        forget: (self) => forget(jobId, callerId, self),
      });
      followers.streams.add(stream);
      followed.set(jobId, followers);
      return stream;
    },
    writing: (jobId) => writings.known(jobId),
    end() {
      closing = true;
      stopListening();
      stopReading();
      board.end();
      for (const { streams } of followed.values()) for (const stream of streams) stream.end();
    },
  };
}

/**
 * Counts open streams in all and per caller. A caller that opens stream after stream reaches its own limit while the
 * others still have places.
 */
function countPlaces({ all, ofOneCaller }: StreamBounds) {
  const ofCallers = new Map<string, number>();
  let open = 0;
  return {
    take(callerId: string): void {
      const own = ofCallers.get(callerId) ?? 0;
      if (own >= ofOneCaller) {
        const found = `This person or API key has ${own} event streams open on this server, which is the maximum.`;
        throw new CopydeskError('overloaded', `${found} End one of them, or poll the job.`);
      }
      if (open >= all) {
        throw new CopydeskError('overloaded', 'Too many event streams are open. Poll the job, or try again later.');
      }
      open += 1;
      ofCallers.set(callerId, own + 1);
    },
    leave(callerId: string): void {
      const left = (ofCallers.get(callerId) ?? 0) - 1;
      open -= 1;
      if (left > 0) ofCallers.set(callerId, left);
      else ofCallers.delete(callerId);
    },
  };
}

interface StreamParts {
  version: () => number;
  ask: () => void;
  waiting: () => JobWaiting | null;
  writing: () => Writing | undefined;
  recorded: (step: number) => void;
  forget: (self: StreamState) => void;
}

function newStreamState(of: StreamParts): StreamState {
  let pending: News | undefined;
  let ended = false;
  let answer: (() => void) | undefined;
  const stream: StreamState = {
    get ended() {
      return ended;
    },
    get version() {
      return of.version();
    },
    get waiting() {
      return of.waiting();
    },
    askWhyItWaits: () => of.ask(),
    get writing() {
      return of.writing();
    },
    recorded: (step) => of.recorded(step),
    async next(milliseconds) {
      if (pending === undefined && !ended) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, milliseconds);
        answer = resolve;
        await promise;
        clearTimeout(timer);
        answer = undefined;
      }
      const news = pending;
      pending = undefined;
      return news;
    },
    wake(news) {
      if (pending !== 'event') pending = news;
      answer?.();
    },
    end() {
      ended = true;
      answer?.();
      of.forget(stream);
    },
  };
  return stream;
}
