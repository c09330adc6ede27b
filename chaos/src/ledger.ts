import type { Job } from '@copydesk/contract';

/** A POST that a client has sent, perhaps several times, under one Idempotency-Key. */
export interface Request {
  key: string;
  kind: 'create' | 'message';
  prompt: string;
  /** Milliseconds, when it was first sent, and when it was accepted. */
  sentAt: number;
  acceptedAt?: number;
  /** Set when the product has refused it for good, as a message to an archived job. */
  refused?: string;
}

/** One call of the model, as its provider would bill it. */
export interface Call {
  id: string;
  process: string;
  at: number;
  /** The calls whose answers stood in the conversation, oldest first. */
  seen: string[];
  /** Messages of the conversation, by their marks, oldest first. */
  messages: string[];
  /** `answered` came to an end; all but `refused` is paid for. */
  outcome: 'answered' | 'cut' | 'left' | 'refused';
}

/** One call of the helper. Its number is what it says of the tokens that it has read, so it is known where its usage is stored. */
export interface HelperCall {
  number: number;
  process: string;
  at: number;
  outcome: Call['outcome'];
}

/** A job as the clients and the hosts of the rig know it. */
export interface Story {
  /** Stands in every prompt of the job. */
  key: string;
  project: string;
  /** Known as soon as a client was told. */
  id: string | undefined;
  requests: Request[];
  calls: Call[];
  helperCalls: HelperCall[];
  /** A client was told that it is archived. */
  archived: boolean;
  /** How many commits people have pushed on its branches. */
  pushedByPeople: number;
  /** As it was last seen through the API. */
  last: Job | undefined;
  /** People have pushed to a branch of it, or ended a pull request. */
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
