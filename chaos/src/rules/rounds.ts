import { failsOwn, ownCheck } from '../hosts/checks.ts';
import type { JobFacts } from '../watch/facts.ts';

/** The default of a project. */
const mostInARow = 2;

/**
 * Checks that the checks of each commit are followed to an end. When the change breaks a check that the base passes,
 * they cause a turn: one per commit, and at most two in a row.
 */
export function brokenRounds({ messages, followed }: Pick<JobFacts, 'messages' | 'followed'>): string[] {
  const wrong: string[] = [];
  const rounds = messages.flatMap(({ round, prompt }) => (round === null ? [] : [{ round, prompt }]));
  for (const { round, prompt } of rounds) {
    const names = [...prompt.matchAll(/^> Check: (.*)$/gm)].map(([, name]) => name);
    if (names.join() !== ownCheck)
      wrong.push(`${round} is to correct ${names.join(', ')}, which are none of the change`);
    if (!failsOwn(round.replace('checks-', '')))
      wrong.push(`${round} is a turn, and no check of the change has failed`);
  }
  const begun = rounds.map(({ round }) => round);
  if (new Set(begun).size < begun.length) wrong.push(`a commit has led to two turns: ${begun.join(', ')}`);
  if (longestRow(messages) > mostInARow) wrong.push(`${longestRow(messages)} turns in a row come from checks`);
  for (const { commit, outcome } of followed) {
    if (outcome === null) wrong.push(`the checks of ${commit} are followed without an end`);
    const isThere = outcome !== 'a turn was begun' || begun.includes(`checks-${commit}`);
    if (!isThere) wrong.push(`the checks of ${commit} were to lead to a turn, and there is none`);
  }
  return wrong;
}

function longestRow(messages: JobFacts['messages']): number {
  let row = 0;
  let longest = 0;
  for (const { round } of messages) {
    row = round === null ? 0 : row + 1;
    longest = Math.max(longest, row);
  }
  return longest;
}
