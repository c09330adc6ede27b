import type { Job } from '@copydesk/contract';

/** A POST that a client has sent, perhaps several times, with one Idempotency-Key. */
export interface Request {
  key: string;
  kind: 'create' | 'message';
  prompt: string;
  /** When it was first sent, and when it was accepted, in milliseconds. */
  sentAt: number;
  acceptedAt?: number;
  /** Set when the product has refused it permanently, such as a message to an archived job. */
  refused?: string;
}

/** One call of the model, as its provider would bill it. */
export interface Call {
  id: string;
  process: string;
  at: number;
  /** The calls whose answers were in the conversation, oldest first. */
  seen: string[];
  /** Messages of the conversation, by their marks, oldest first. */
  messages: string[];
  /** `answered` means that it was completed. All outcomes but `refused` are paid for. */
  outcome: 'answered' | 'cut' | 'left' | 'refused';
}

/**
 * One call of the helper. It reports its number as the count of tokens that it has read, so that the call can be
 * identified wherever its usage is stored.
 */
export interface HelperCall {
  number: number;
  process: string;
  at: number;
  outcome: Call['outcome'];
}

/** A job as the clients and the hosts of the rig know it. */
export interface Story {
  /** Appears in every prompt of the job. */
  key: string;
  project: string;
  /** Known as soon as a client has received it. */
  id: string | undefined;
  requests: Request[];
  calls: Call[];
  helperCalls: HelperCall[];
  /** Whether a client has received the confirmation that the job is archived. */
  archived: boolean;
  /** How many commits people have pushed to its branches. */
  pushedByPeople: number;
  /** The job as the API last returned it. */
  last: Job | undefined;
  /** Whether people have pushed to one of its branches, or ended a pull request. */
  peopleActed: boolean;
}

export interface Ledger {
  stories: Map<string, Story>;
  begin: (key: string, project: string) => Story;
  byId: (job: string) => Story | undefined;
}

export function openLedger(): Ledger {
  const stories = new Map<string, Story>();
  return {
    stories,
    begin(key, project) {
      const story: Story = {
        key,
        project,
        id: undefined,
        requests: [],
        calls: [],
        helperCalls: [],
        archived: false,
        pushedByPeople: 0,
        last: undefined,
        peopleActed: false,
      };
      stories.set(key, story);
      return story;
    },
    byId: (job) => [...stories.values()].find(({ id }) => id === job),
  };
}
