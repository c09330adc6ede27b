import type { CopydeskError } from '@copydesk/contract';
import type { Faults } from '../../view/fields.ts';
import { placeFaultsOf } from '../place-faults.ts';

/** Returns the errors of a form of the settings, worded for the person who filled it in. */
export function refusedFaults(error: CopydeskError, typed: Record<string, string> = {}): Faults {
  const faults = Object.entries(placeFaultsOf(error));
  if (error.code === 'changed_meanwhile') {
    // The person now sees both values, so a second save overwrites the other one. The message says so.
    return Object.fromEntries(faults.map(([at, fault]) => [at, `${fault}. Saving again overwrites it with yours.`]));
  }
  return Object.fromEntries(faults.map(([at, fault]) => [at, originFault(at, fault, typed.origins)]));
}

const longestShown = 100;

/** The API counts entries, but the person who typed them sees lines. */
function originFault(at: string, fault: string, typed: string | undefined): string {
  const [, index] = /^\/origins\/(\d+)$/.exec(at) ?? [];
  if (index === undefined || typed === undefined) return fault;
  const entries = typed.split('\n').flatMap((line, number) =>
    line
      .split(/\s+/)
      .filter((text) => text !== '')
      .map((text) => ({ text, number: number + 1 })),
  );
  const wrong = entries[Number(index)];
  return wrong === undefined
    ? fault
    : `Line ${wrong.number}, “${wrong.text.slice(0, longestShown).toWellFormed()}”, ${fault}`;
}
