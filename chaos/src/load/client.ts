import { setTimeout } from 'node:timers/promises';
import { EventList, Job } from '@copydesk/contract';
import type { JobWaiting } from '@copydesk/contract';
import type { History } from '../history.ts';
import type { Request, Story } from '../ledger.ts';
import type { Patience } from '../patience.ts';
import type { Chance } from '../random.ts';
import type { Violations } from '../violations.ts';
import { ask, isPassing } from './ask.ts';

/** Clients of the API. They send again whatever was not answered, with the same key, as clients are asked to do. */
export interface Client {
  /** Sends a request until it is accepted or permanently refused. @returns whether it was accepted. */
  post: (story: Story, request: Request) => Promise<boolean>;
  /** Returns the present job; undefined when the API is unavailable at the moment. */
  read: (story: Story) => Promise<Job | undefined>;
  archive: (story: Story) => Promise<void>;
  /**
   * Returns why the job waits, according to one machine; undefined when it cannot be read, null when the job does not
   * wait.
   */
  waiting: (story: Story, url: string) => Promise<JobWaiting | null | undefined>;
  /**
   * Merges or closes a pull request of the local host on the machine that has its repository. @returns whether it was
   * done.
   */
  decide: (pullRequest: { project: string; number: number; url: string }, what: 'merge' | 'close') => Promise<boolean>;
}

export interface ClientOptions {
  /** The base addresses, which stay the same after a server restart. Any of them accepts any request. */
  urls: readonly string[];
  token: string;
  chance: Chance;
  history: History;
  violations: Violations;
  /** Called with every job in a response. */
  onJob: (story: Story, job: Job) => void;
  now: () => number;
  patience: Pick<Patience, 'now'>;
}

/** How long a request may stay unanswered while the API is killed again and again. */
const patienceMilliseconds = 60_000;

export function openClient(options: ClientOptions): Client {
  return new PersistentClient(options);
}

class PersistentClient implements Client {
  readonly #options: ClientOptions;
  #sent = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  async post(story: Story, request: Request): Promise<boolean> {
    const { history, violations, now, onJob } = this.#options;
    const path = request.kind === 'create' ? `/v2/agent/${story.project}/job` : `${pathOf(story)}/message`;
    const answer = await this.#untilAnswered(story, 'POST', path, request);
    if (answer === undefined) return false;
    if (answer.status >= 300) {
      request.refused = `${answer.status} ${JSON.stringify(answer.body)}`;
      history.note(story.id ?? story.key, `${request.key} was refused: ${request.refused}`);
      return false;
    }
    const job = Job.parse(answer.body);
    request.acceptedAt = now();
    story.id ??= job.id;
    history.note(job.id, `${request.key} was accepted (${answer.status})`);
    if (story.id !== job.id) {
      const detail = `${request.key} was answered with ${story.id} and with ${job.id}`;
      violations.add('an accepted key is exactly one job', job.id, detail, [story.key]);
    }
    onJob(story, job);
    return true;
  }

  async read(story: Story): Promise<Job | undefined> {
    const { violations, onJob } = this.#options;
    const answer = await this.#send('GET', pathOf(story));
    if (answer?.status === 404) {
      violations.add('no accepted job is lost', story.id, 'the API does not know it any more', [story.key]);
    }
    if (answer?.status !== 200) return undefined;
    const job = Job.parse(answer.body);
    onJob(story, job);
    return job;
  }

  async archive(story: Story): Promise<void> {
    const answer = await this.#untilAnswered(story, 'POST', `${pathOf(story)}/archive`);
    if (answer?.status !== 200) return;
    story.archived = true;
    this.#options.onJob(story, Job.parse(answer.body));
  }

  async waiting(story: Story, url: string): Promise<JobWaiting | null | undefined> {
    const answer = await this.#askAt(url, 'GET', `${pathOf(story)}/events?limit=1`);
    return answer?.status === 200 ? EventList.parse(answer.body).waiting : undefined;
  }

  async decide(
    { project, number, url }: { project: string; number: number; url: string },
    what: 'merge' | 'close',
  ): Promise<boolean> {
    const answer = await this.#askAt(url, 'POST', `/projects/${project}/pulls/${number}/${what}`);
    return answer?.status === 200;
  }

  async #untilAnswered(story: Story, method: string, path: string, request?: Request) {
    const { patience, chance, violations } = this.#options;
    const deadline = patience.now() + patienceMilliseconds;
    while (patience.now() < deadline) {
      // Impatient clients send the same request several times at once.
      const copies = request === undefined ? 1 : chance.pick([1, 1, 1, 2, 3]);
      const answers = await Promise.all(Array.from({ length: copies }, () => this.#send(method, path, request)));
      const answer = answers.find((found) => found !== undefined && !isPassing(found));
      if (answer !== undefined) return answer;
      await setTimeout(chance.integer(50, 400));
    }
    violations.add('every request is answered in the end', story.id, `${method} ${path} was not, within a minute`, [
      story.key,
    ]);
    return undefined;
  }

  #send(method: string, path: string, request?: Request) {
    const { urls } = this.#options;
    return this.#askAt(urls[this.#sent++ % urls.length] ?? '', method, path, request);
  }

  #askAt(url: string, method: string, path: string, request?: Request) {
    const headers = headersOf(this.#options, request);
    return ask(url, { method, path, headers, body: request && { prompt: request.prompt } }, this.#options.violations);
  }
}

function pathOf({ project, id }: Story): string {
  return `/v2/agent/${project}/job/${id}`;
}

function headersOf({ token }: ClientOptions, request: Request | undefined): Record<string, string> {
  const authorization = `Bearer ${token}`;
  return request === undefined ? { authorization } : { authorization, 'idempotency-key': request.key };
}
