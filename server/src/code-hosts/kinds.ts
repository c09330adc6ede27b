import type { HostedName, HostKind } from './access.ts';
import { bitbucket } from './bitbucket/kind.ts';
import { forgejo, gitea } from './gitea/kind.ts';
import { github } from './github/kind.ts';
import { gitlab } from './gitlab/kind.ts';
import type { HostedKind, PlainGitKind } from './kind.ts';
import { git } from './plain-git.ts';

/**
 * All kinds of code hosts. Everything outside of a kind's own folder looks up here what it needs to know about a kind,
 * and never asks which one it is.
 */
export const kinds: { readonly [Kind in HostKind]: Kind extends HostedName ? HostedKind : PlainGitKind } = {
  github,
  gitlab,
  gitea,
  forgejo,
  bitbucket,
  git,
};

/** Whether a kind has an API: all except a plain git server. */
export function isHosted(kind: HostKind): kind is HostedName {
  return kinds[kind].client !== undefined;
}

/** The kinds that have an API, in the order of the list. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of the list has these keys and no others
export const hostedNames: readonly HostedName[] = (Object.keys(kinds) as HostKind[]).filter(isHosted);
