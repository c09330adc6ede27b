import { markOf } from '../hosts/prompts.ts';
import type { Call, Request } from '../ledger.ts';
import type { JobFacts } from '../watch/facts.ts';

/**
 * Checks the messages: each accepted message exists once, in the order of acceptance, and the model received them once
 * each, in that order.
 */
export function brokenMessages(facts: JobFacts, requests: readonly Request[], calls: readonly Call[]): string[] {
  const stored = facts.messages.map(({ prompt }) => prompt);
  const accepted = requests.filter((request) => request.acceptedAt !== undefined);
  const wrong = accepted
    .filter(({ prompt }) => stored.filter((text) => text === prompt).length !== 1)
    .map(
      ({ prompt }) => `"${prompt}" was accepted and is stored ${stored.filter((text) => text === prompt).length} times`,
    );
  wrong.push(...findDisorder(stored, accepted));
  const marks = facts.messages.map(({ prompt }) => markOf(prompt));
  for (const call of calls) {
    if (isPrefix(call.messages, marks)) continue;
    wrong.push(`${call.id} was given the messages ${call.messages.join(', ')}, and accepted were ${marks.join(', ')}`);
  }
  if (facts.row.status === 'completed' && facts.messages.some(({ readAtStep }) => readAtStep === null)) {
    wrong.push('it is completed and has a message that was never read');
  }
  return wrong;
}

/** A message that was sent after another one was accepted must come after it. */
function findDisorder(stored: readonly string[], accepted: readonly Request[]): string[] {
  const wrong: string[] = [];
  const there = accepted.filter(({ prompt }) => stored.includes(prompt));
  for (const first of there) {
    for (const second of there) {
      if (second.sentAt <= (first.acceptedAt ?? Infinity)) continue;
      if (stored.indexOf(first.prompt) < stored.indexOf(second.prompt)) continue;
      wrong.push(`"${second.prompt}" stands before "${first.prompt}", which was accepted before it was sent`);
    }
  }
  return wrong;
}

/**
 * Checks the steps: each was answered by a call that was given exactly the steps before it, so that an overtaken worker
 * stored nothing unnoticed; and at most one call per fault was paid for without being stored.
 */
export function brokenSteps(facts: JobFacts, calls: readonly Call[], excuses: number): string[] {
  const wrong: string[] = [];
  const stored = facts.steps.flatMap(({ call }) => call ?? []);
  if (new Set(stored).size < stored.length) wrong.push(`a step is stored twice: ${stored.join(', ')}`);
  for (const [index, id] of stored.entries()) {
    const call = calls.find((entry) => entry.id === id);
    const before = stored.slice(0, index);
    if (call === undefined) wrong.push(`step ${index + 1} holds ${id}, which was never asked`);
    else if (call.seen.join() !== before.join()) {
      wrong.push(`${id} is stored after ${before.join(', ')}, and was answered after ${call.seen.join(', ')}`);
    }
  }
  const paid = calls.filter(({ outcome }) => outcome !== 'refused').length;
  const repaid = paid - stored.length;
  if (repaid > excuses) wrong.push(`${paid} calls were paid for ${stored.length} steps, with ${excuses} faults`);
  return wrong;
}

function isPrefix(part: readonly string[], whole: readonly string[]): boolean {
  return part.every((value, index) => whole[index] === value);
}
