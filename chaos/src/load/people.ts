import type { HostedCodeHost } from '../hosts/code-host.ts';
import type { Repositories } from '../hosts/repositories.ts';
import type { History } from '../history.ts';
import type { Story } from '../ledger.ts';

/** What people do to the pull request of a job. */
export interface People {
  merge: (story: Story) => Promise<void>;
  close: (story: Story) => void;
  /** Somebody adds a page on the branch. */
  push: (story: Story) => Promise<void>;
}

export function openPeople(options: {
  codeHost: HostedCodeHost;
  repositories: Repositories;
  /** The repository of a project. */
  repositoryOf: (project: string) => string;
  history: History;
}): People {
  const { codeHost, repositories, repositoryOf, history } = options;
  const openOf = (story: Story) =>
    codeHost.pullRequests.findLast(({ job, state }) => job === story.id && state === 'open');
  return {
    async merge(story) {
      const pullRequest = openOf(story);
      if (pullRequest === undefined) return;
      const merged = await repositories.merge(repositoryOf(story.project), pullRequest.headRef);
      if (merged === undefined || !codeHost.end(pullRequest.number, 'merged')) return;
      story.peopleActed = true;
      history.note(story.id, `a person merged pull request ${pullRequest.number}`);
    },
    close(story) {
      const pullRequest = openOf(story);
      if (pullRequest === undefined || !codeHost.end(pullRequest.number, 'closed')) return;
      story.peopleActed = true;
      history.note(story.id, `a person closed pull request ${pullRequest.number}`);
    },
    async push(story) {
      const branch = openOf(story)?.headRef;
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
