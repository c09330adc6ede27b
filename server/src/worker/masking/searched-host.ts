import type { CodeHost, CommentDraft, PullRequestDraft } from '../../code-hosts/code-host.ts';
import type { Masking } from '../../leaks/masking.ts';
import type { Lease } from '../../jobs/claim/lease.ts';
import type { Project } from '../../projects/project.ts';
import { maskingFor } from './masking.ts';
import type { Hosted, WorkerServices } from '../services.ts';

/*
 * All texts for a code host leave through this file: every host that the worker uses comes from here.
 */

/**
 * Returns the host of a project's pull requests. Secrets are removed from what is written there.
 *
 * @param mask the masking of the turn, if there is one, because it has read the secrets already.
 */
export function codeHostFor(
  services: WorkerServices,
  project: Project,
  lease: Lease,
  mask = maskingFor(services, project),
): CodeHost {
  return maskedHost(services.codeHost(project, lease), mask);
}

/** Wraps the host on the other side of the network. Secrets are removed from what is written there. */
export function searchedHost({ host, ...hosted }: Hosted, mask: Masking): Hosted {
  return {
    ...hosted,
    host: {
      ...maskedHost(host, mask),
      changesSince: (since) => host.changesSince(since),
      mayWrite: (login) => host.mayWrite(login),
      comment: async (draft) => await host.comment(await maskedComment(draft, mask)),
      checksOf: (commit) => host.checksOf(commit),
      logOf: (commit, key, bytes) => host.logOf(commit, key, bytes),
      onlyPeopleMerge: host.onlyPeopleMerge,
      mergeStanding: (number, since) => host.mergeStanding(number, since),
      merge: (order) => host.merge(order),
      check: () => host.check(),
    },
  };
}

function maskedHost(host: CodeHost, mask: Masking): CodeHost {
  return {
    find: (headRef) => host.find(headRef),
    open: async (draft) => await host.open(await maskedDraft(draft, mask)),
    update: async (number, draft) => await host.update(number, await maskedDraft(draft, mask)),
    read: (number) => host.read(number),
  };
}

async function maskedDraft(draft: PullRequestDraft, mask: Masking): Promise<PullRequestDraft> {
  const [title = '', description = ''] = await mask([draft.title, draft.description]);
  return { ...draft, title, description };
}

async function maskedComment(draft: CommentDraft, mask: Masking): Promise<CommentDraft> {
  const [body = ''] = await mask([draft.body]);
  return { ...draft, body };
}
