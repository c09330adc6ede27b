import type { Project } from '../../projects/project.ts';
import type { Fault } from '../cron.ts';
import type { AutomationServices } from '../ports.ts';

/** One kind of automation, with the settings of one automation. */
export interface Kind {
  /** Returns what is wrong with its settings beyond their shape; undefined when nothing is. */
  fault: (now: Date) => Fault | undefined;
  /** Returns when its next scheduled check is; undefined when it waits for events. */
  nextAt: (after: Date) => Date | undefined;
  /** Returns when a new or re-enabled one is checked first; when absent, as `nextAt` returns. */
  firstAt?: (now: Date) => Date;
  /**
   * Whether a check may ask a model. It is not made while the job that would get its work is busy: it would ask the same
   * again each time, and could not use the answer.
   */
  asksModel?: true;
  /** Checks whether there is something to do. It may check the same twice, and changes nothing. */
  check: (input: CheckInput, of: CheckedProject) => Promise<Finding>;
  /** Returns when it would have checked within a past time, and what it would have found; oldest first. */
  simulate: (within: { from: Date; to: Date }, of: CheckedProject) => Promise<Simulation>;
}

/** The project of an automation, and the services that it uses. */
export interface CheckedProject {
  project: Project;
  services: AutomationServices;
}

/** What a check gets besides its project: why it runs, its events and its state. */
export interface CheckInput {
  /** The time, by the database's clock. */
  at: Date;
  begunBy: 'time' | 'event' | 'hand';
  /** When the scheduled check was due; undefined for a check for another reason. */
  dueAt: Date | undefined;
  /** The unhandled events, oldest first. */
  events: readonly StoredEvent[];
  /** The state that its last check stored. */
  state: unknown;
}

/** A stored event. */
export interface StoredEvent {
  key: string;
  event: unknown;
  receivedAt: Date;
}

/** The result of a check. */
export interface Finding {
  /** What there is to do, one entry for each pull request; empty for nothing. */
  work: Work[];
  /** The reason, as text for people; each entry of the work has its own too. */
  why: string;
  /**
   * Returns the state to store, given the lanes whose work has begun: a limit may postpone others. When absent, the
   * state stays.
   */
  state?: (begun: ReadonlySet<string>) => object;
  /** What a question to a model cost, in US dollars; null when it is not known. */
  costUsd?: number | null;
  /** Whether nothing has happened that is worth an entry in the list of runs. */
  isSilent?: boolean;
  /** The keys of the handled events; all events when absent. */
  handled?: readonly string[];
  /** When the next check is, if that is sooner than usual, because there was more than one check handles. */
  nextAt?: Date;
}

/** Something to do. */
export interface Work {
  /** Identifies one of several pull requests of the automation, such as a language. */
  lane: string;
  why: string;
  /** The reason in the list of runs, when it says more than the agent needs, such as what was left; `why` when absent. */
  listedWhy?: string;
  /** Addresses of what it is about. */
  links: string[];
  /** What the agent is given besides the prompt. It contains no instructions. */
  material: Material[];
  /**
   * The readers' feedback that it is about. The job gets it, or none of the work begins: somebody may have handled a
   * part of it since the check.
   */
  feedback?: readonly string[];
  /** The addresses that the job must repair, besides those that it has already. */
  missed?: readonly { path: string; human: number; ai: number }[];
}

export interface Material {
  title: string;
  text: string;
}

/** What it would have done, and notes on what the simulation leaves out. */
export interface Simulation {
  checks: { at: Date; works: number; why: string }[];
  notes: string[];
}
