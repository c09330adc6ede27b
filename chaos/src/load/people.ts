import type { Automations } from '../automations/automations.ts';
import type { HostedCodeHost } from '../hosts/code-host.ts';
import type { Repositories } from '../hosts/repositories.ts';
import type { History } from '../history.ts';
import type { Story } from '../ledger.ts';
import type { Machine } from '../machines/machine.ts';
import type { Client } from './client.ts';

/** What people do to the pull request of a job. */
export interface People {
  merge: (story: Story) => Promise<void>;
  close: (story: Story) => Promise<void>;
  /** Adds a page on the branch. */
  push: (story: Story) => Promise<void>;
}

interface Options {
  codeHost: HostedCodeHost;
  repositories: Repositories;
  /** Returns the repository of a project. */
  repositoryOf: (project: string) => string;
  /**
   * The machine that has a project's repository on its disk and shows its pull requests; undefined for one at the git
   * host.
   */
  machineOf: ReadonlyMap<string, Machine>;
  client: Pick<Client, 'decide'>;
  automations: Pick<Automations, 'sawCommit'>;
  history: History;
}

/** A pull request that people see as open. */
interface Open {
  number: number;
  branch: string;
  /** Ends it. @returns whether it was done, as far as is known. */
  end: (how: 'merged' | 'closed') => Promise<boolean>;
}

export function openPeople(options: Options): People {
  const { codeHost, repositories, repositoryOf, machineOf, history } = options;
  const end = async (story: Story, how: 'merged' | 'closed'): Promise<void> => {
    const open = openOf(options, story);
    if (open === undefined) return;
    const acted = story.peopleActed;
    // Set before it is done, because the response may be lost.
    story.peopleActed = true;
    const done = await open.end(how);
    if (done) history.note(story.id, `a person ${how} pull request ${open.number}`);
    else if (!machineOf.has(story.project)) story.peopleActed = acted;
  };
  return {
    merge: (story) => end(story, 'merged'),
    close: (story) => end(story, 'closed'),
    async push(story) {
      const branch = openOf(options, story)?.branch;
      if (branch === undefined) return;
      const file = {
        path: `docs/people/${story.key}-${story.pushedByPeople}.md`,
        text: `# A word of ${story.key}\n\nWritten by hand.\n`,
      };
      const commit = await repositories.push(repositoryOf(story.project), branch, file);
      if (commit === undefined) return;
      story.pushedByPeople += 1;
      story.peopleActed = true;
      codeHost.sawPush(story.project, branch, commit);
      history.note(story.id, `a person pushed ${commit} to ${branch}`);
    },
  };
}

function openOf(options: Options, story: Story): Open | undefined {
  const machine = options.machineOf.get(story.project);
  return machine === undefined ? openAtHost(options, story) : openOnMachine(options, story, machine);
}

function openAtHost(options: Options, story: Story): Open | undefined {
  const { codeHost, repositories, repositoryOf, automations } = options;
  const found = codeHost.pullRequests.findLast(({ job, state }) => job === story.id && state === 'open');
  if (found === undefined) return undefined;
  const { number, headRef: branch } = found;
  const merge = async () => {
    const commit = await repositories.merge(repositoryOf(story.project), branch);
    // A commit that people have pushed to the branch is theirs.
    if (commit !== undefined) automations.sawCommit(repositoryOf(story.project), commit, story.pushedByPeople === 0);
    return commit !== undefined;
  };
  return {
    number,
    branch,
    end: async (how) => (how === 'closed' || (await merge())) && codeHost.end(number, how),
  };
}

/** Uses the job as the API last returned it. */
function openOnMachine({ client }: Options, { project, last }: Story, { url }: Machine): Open | undefined {
  const { pullRequest, source } = last ?? {};
  if (pullRequest?.state !== 'open' || source === undefined) return undefined;
  const { number } = pullRequest;
  const end: Open['end'] = (how) => client.decide({ project, number, url }, how === 'merged' ? 'merge' : 'close');
  return { number, branch: source.ref, end };
}
