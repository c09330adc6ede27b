import type { Project } from '../../projects/project.ts';
import type { Fault } from '../cron.ts';
import type { AutomationServices } from '../ports.ts';

/** One kind of automation, with the settings of one of its kind. */
export interface Kind {
  /** What is wrong with its settings beyond their shape; undefined when nothing is. */
  fault: (now: Date) => Fault | undefined;
  /** When it looks by itself after a moment; undefined where it waits for something to happen. */
  nextAt: (after: Date) => Date | undefined;
  /** When a new one, or one that is enabled again, looks first; as `nextAt` says when absent. */
  firstAt?: (now: Date) => Date;
  /** Looks whether there is something to do. It may look twice at the same, and changes nothing. */
  look: (occasion: Occasion, of: Looked) => Promise<Finding>;
  /** When it would have looked within a time that is over, with what it would have found; oldest first. */
  rehearse: (within: { from: Date; to: Date }, of: Looked) => Promise<Rehearsal>;
}

/** Whose automation it is, and what it sees with. */
export interface Looked {
  project: Project;
  services: AutomationServices;
}

/** Why it looks. */
export interface Occasion {
  /** The moment, by the database's clock. */
  at: Date;
  begunBy: 'time' | 'event' | 'hand';
  /** When it was to look by itself; undefined where that is not why. */
  dueAt: Date | undefined;
  /** What happened that it has not dealt with yet, oldest first. */
  events: readonly KeptEvent[];
  /** What it remembered when it last looked. */
  state: unknown;
}

/** Something that happened, as it is kept. */
export interface KeptEvent {
  key: string;
  event: unknown;
  receivedAt: Date;
}

/** What a look came to. */
export interface Finding {
  /** What there is to do, one for each pull request; empty for nothing. */
  work: Work[];
  /** Why, for people; of work each says its own besides. */
  why: string;
  /** What to remember, by the lanes whose work has begun: a limit may put others off. What it was stays when absent. */
  state?: (begun: ReadonlySet<string>) => object;
  /** What a question to a model cost, in US dollars; null when it is not known. */
  costUsd?: number | null;
  /** Whether nothing has happened that is worth a line in the list of runs. */
  isSilent?: boolean;
  /** The keys of what is dealt with; all that there was when absent. */
  handled?: readonly string[];
  /** When it is to look next, where that is sooner than usual: there was more than one look takes. */
  nextAt?: Date;
}

/** Something to do. */
export interface Work {
  /** Names one of several pull requests of the automation, such as a language. */
  lane: string;
  why: string;
  /** Addresses of what it is about. */
  links: string[];
  /** What the agent is given beside the prompt. It orders nothing. */
  material: Material[];
}

export interface Material {
  title: string;
  text: string;
}

/** What it would have done, and what that leaves out. */
export interface Rehearsal {
  looks: { at: Date; works: number; why: string }[];
  notes: string[];
}
