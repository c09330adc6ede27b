import { z } from 'zod';
import { missing } from '../../run-check.ts';
import type { GithubClient } from '../client.ts';
import { writeRefusal } from '../access/write-refusal.ts';

/** A branch named as Copydesk names them, and a commit that does not exist. */
const absentPlace = { branch: 'copydesk/check', commit: '0000000000000000000000000000000000000001' };

/** @param roleMayPush whether the account may push, as far as GitHub reports it; the credential may be allowed less. */
export async function branchesMayBePushed(client: GithubClient, roleMayPush: boolean | undefined): Promise<string> {
  const { access, credential } = client;
  if (roleMayPush === false && credential.app === undefined) {
    throw missing(
      `The account of the token may not push to ${access.repository}. Give it the role Write there, or use the token of another account.`,
    );
  }
  const route = 'POST /repos/{owner}/{repo}/git/refs';
  const answer = await client.try(route, { ref: `refs/heads/${absentPlace.branch}`, sha: absentPlace.commit });
  if (answer.status !== 422) throw await writeRefusal(client, answer, route);
  const rules = await blockingRules(client);
  if (rules.length === 0) return 'Branches may be pushed.';
  throw missing(
    `Rules of ${access.repository} refuse branches such as ${absentPlace.branch}: ${rules.join(', ')}. Leave copydesk/** out of these rules, or let the account of Copydesk bypass them.`,
  );
}

const Rule = z.object({ type: z.string(), ruleset_id: z.int().optional() });

/** Rules that prevent the push of a new branch: https://docs.github.com/rest/repos/rules */
const blocking = new Set([
  'creation',
  'update',
  'pull_request',
  'required_signatures',
  'required_status_checks',
  'merge_queue',
]);

/** Returns the rules that the account may not bypass. GitHub Enterprise before 3.11 has no rules, and returns 404. */
async function blockingRules(client: GithubClient): Promise<string[]> {
  const answer = await client.try('GET /repos/{owner}/{repo}/rules/branches/{branch}', { branch: absentPlace.branch });
  const rules = z.array(Rule).safeParse(answer.data).data ?? [];
  const standing: string[] = [];
  for (const { type, ruleset_id: id } of rules.filter((rule) => blocking.has(rule.type))) {
    if (id === undefined || !(await mayBypass(client, id))) standing.push(type.replaceAll('_', ' '));
  }
  return [...new Set(standing)];
}

async function mayBypass(client: GithubClient, id: number): Promise<boolean> {
  const answer = await client.try('GET /repos/{owner}/{repo}/rulesets/{ruleset_id}', { ruleset_id: id });
  const bypass = z.object({ current_user_can_bypass: z.string() }).safeParse(answer.data).data?.current_user_can_bypass;
  return bypass === 'always' || bypass === 'exempt';
}
