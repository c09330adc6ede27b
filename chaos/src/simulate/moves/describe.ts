import type { Goal, Move } from './move.ts';

/** Describes a move in words, for the history of a lifecycle in which a promise was broken. */
export function describe(move: Move): string {
  switch (move.do) {
    case 'create':
      return `a job is created (${move.kind})${move.withKey ? ', whose answer is lost, and once more with the same key' : ''}`;
    case 'create twice at once':
      return `a job is created (${move.kind}) by two requests with one key, whose statements alternate: ${orderOf(move.order)}`;
    case 'message':
      return `a message to ${jobOf(move.job)} (${move.kind})${statementSuffix(move.standsAt)}`;
    case 'archive':
      return `${jobOf(move.job)} is archived${statementSuffix(move.standsAt)}`;
    case 'continue requests':
      return 'the requests that stand are let on to their answers';
    case 'claim':
      return `${machineOf(move.machine)} claims${move.answer === 'lose' ? ', and the answer is lost' : ''}`;
    case 'continue run':
      return `${runOf(move)} goes on ${goalOf(move.goal)}`;
    case 'disturb run':
      return `${runOf(move)} goes on ${goalOf(move.goal)}, and meets an error: what it stands before ${move.outcome === 'fail' ? 'does not happen' : 'happens, and its answer is lost'}`;
    case 'renew':
      return `${machineOf(move.machine)} renews its leases`;
    case 'kill':
      return `${machineOf(move.machine)} is killed`;
    case 'end':
      return `${machineOf(move.machine)} is asked to end ${move.how === 'at-once' ? 'at once' : "at the next step's edge"}`;
    case 'pass':
      return `${move.seconds} seconds pass`;
    case 'merge':
    case 'close':
      return `a person ${move.do}s the pull request of ${jobOf(move.job)}`;
    case 'person pushes':
      return `a person pushes a page ${move.page === 'on the base' ? 'to the base branch' : `to the branch of ${jobOf(move.job)} (${move.page})`}`;
    case 'keep house':
      return `${machineOf(move.machine)} runs its housekeeping`;
    case 'checks':
      return `the checks of ${jobOf(move.job)} ${move.verdict}${move.byWebhook ? ', which a webhook reports' : ''}`;
    case 'handle host':
      return `${machineOf(move.machine)} handles the code host${statementSuffix(move.standsAt)}`;
    case 'disturb host handling':
      return `the host handling of ${machineOf(move.machine)} continues for ${move.places} places, and there: ${move.outcome}`;
    case 'event':
      return `an event comes for the automation${move.isRepeated ? ', whose answer is lost, and once more' : ''}${statementSuffix(move.standsAt)}`;
    case 'check automation':
      return `${machineOf(move.machine)} checks the automation${statementSuffix(move.standsAt)}`;
    case 'overtake automation':
      return `the check of ${machineOf(move.machine)} continues for ${move.places} places, and waits until the other has taken over and ended`;
    case 'disturb automation':
      return `the check of ${machineOf(move.machine)} continues for ${move.places} places, and there: ${move.outcome}`;
  }
}

function jobOf(job: number): string {
  return `the ${job % 2 === 0 ? 'first' : 'last'} job`;
}

function machineOf(machine: number): string {
  return `worker ${machine % 2 === 0 ? 'A' : 'B'}`;
}

function runOf({ machine, run }: { machine: number; run: number }): string {
  return `the ${run % 2 === 0 ? 'first' : 'last'} run of ${machineOf(machine)}`;
}

function statementSuffix(at: number): string {
  return at === 0 ? '' : `, and stands before its statement ${at}`;
}

function orderOf(order: boolean[]): string {
  return order.map((first) => (first ? 'first' : 'second')).join(', ');
}

function goalOf(goal: Goal): string {
  if ('places' in goal) return `by ${goal.places} places`;
  if ('statements' in goal) return `past ${goal.statements - 1} statements, into the middle of a transaction`;
  if ('point' in goal) return `to the point "${goal.point}"`;
  if ('call' in goal) return `until the call "${goal.call}" is ${goal.stage}`;
  return goal.to === 'end' ? 'to its end' : `to the next call of the ${goal.to}`;
}
