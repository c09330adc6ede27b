import { z } from 'zod';
import type { GiteaClient } from './client.ts';
import { Reference } from './shapes.ts';
import type { PullRequest } from './shapes.ts';

/**
 * Returns the commit that an ended pull request ended with. The `head` that the host reports is the current commit of
 * its branch (services/convert/pull.go of Gitea), which may have been pushed since; `refs/pull/1/head` stays.
 */
export async function headOfEnded(client: GiteaClient, { number, head }: PullRequest): Promise<string> {
  const ref = `refs/pull/${number}/head`;
  const answer = await client.attempt('read a ref', { path: `${client.repository}/git/${ref}` });
  // A single ref comes alone or in a list, depending on the version.
  const found = z.union([Reference.transform((one) => [one]), z.array(Reference)]).safeParse(answer.json).data;
  return found?.find((one) => one.ref === ref)?.object.sha ?? head.sha ?? '';
}
