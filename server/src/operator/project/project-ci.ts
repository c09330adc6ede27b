import { type Command, InvalidArgumentError } from 'commander';
import { ProjectPatch } from '@copydesk/contract';
import type { Project, ProjectChange } from '../../projects/project.ts';

/** The options that set how a job reacts to the code host's checks of its pull request. */
export interface CiOptions {
  ciRounds?: number;
  ciWait?: number;
}

export function addCiOptions(command: Command): Command {
  return command
    .option(
      '--ci-rounds <turns>',
      'turns in a row that a job starts by itself if checks of its pull request fail; 0 for none',
      numberAs('ciRounds', 'Give a number of turns from 0 to 10.'),
    )
    .option(
      '--ci-wait <minutes>',
      'how long it waits for checks that do not end',
      numberAs('ciWaitMinutes', 'Give a number of minutes from 1 to 1440.'),
    );
}

/** Undefined means not given. */
export function ciOf({ ciRounds, ciWait }: CiOptions): Pick<ProjectChange, 'ciRounds' | 'ciWaitMinutes'> {
  return { ciRounds, ciWaitMinutes: ciWait };
}

/** Returns how a project's jobs react to checks, as `printFields` takes it. */
export function ciFields({ ciRounds, ciWaitMinutes }: Project): [name: string, value: string | undefined][] {
  return [
    ['ci rounds', String(ciRounds)],
    ['ci wait', `${ciWaitMinutes} minutes`],
  ];
}

function numberAs(name: 'ciRounds' | 'ciWaitMinutes', must: string): (text: string) => number {
  return (text) => {
    const { data } = ProjectPatch.safeParse({ [name]: /^\d{1,4}$/.test(text) ? Number(text) : text });
    const number = data?.[name];
    if (number !== undefined) return number;
    throw new InvalidArgumentError(must);
  };
}
