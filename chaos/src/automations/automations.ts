import type { AutomationKind } from '@copydesk/contract';

/** Something that happened and that an automation has to account for. */
export interface AutomationEvent {
  /** Stands once in the material of the job or message that is about it. */
  mark: string;
  /** How a run that did nothing about it names it; undefined for a request, which always leads to work. */
  leftAs: string | undefined;
  /** Whether a job of Copydesk has made it: it must not lead to work. */
  isOwn: boolean;
}

/** An automation as the rig knows it. */
export interface AutomationStory {
  id: string;
  /** Appears in its prompt, and so in each job of it. */
  key: string;
  kind: AutomationKind;
  project: string;
  prompt: string;
  jobsPerDay: number;
  /** Those that were accepted. */
  events: AutomationEvent[];
}

/** The automations of a run, and what happened to them. */
export interface Automations {
  stories: AutomationStory[];
  /** How many events people have caused. */
  sent: number;
  /** Notes a commit on the branch of a context repository, which nobody has decided about yet. */
  sawCommit: (repository: string, commit: string, isOwn: boolean) => void;
  /** Notes that an automation watches these repositories from now on. */
  watches: (story: AutomationStory, repositories: readonly string[]) => void;
  /** Jobs of automations whose pull requests people have ended. */
  ended: Set<string>;
}

export function openAutomations(): Automations {
  const watched: { story: AutomationStory; repository: string }[] = [];
  return {
    stories: [],
    sent: 0,
    ended: new Set(),
    watches(story, repositories) {
      watched.push(...repositories.map((repository) => ({ story, repository })));
    },
    sawCommit(repository, commit, isOwn) {
      for (const { story } of watched.filter((one) => one.repository === repository)) {
        story.events.push({ mark: `Commit ${commit} of `, leftAs: `${commit.slice(0, 10)} “`, isOwn });
      }
    },
  };
}
