import { type Command, InvalidArgumentError } from 'commander';
import { ProjectPatch } from '@copydesk/contract';
import type { Project, ProjectChange } from '../projects/project.ts';

type News = Pick<ProjectChange, 'pageCode' | 'newHosts' | 'installCommands'>;

/** The options that say what becomes of what a job's change brings into the docs. */
export interface MandateOptions {
  pageCode?: News;
  newHosts?: News;
  installCommands?: News;
}

export function addMandateOptions(command: Command): Command {
  return command
    .option(
      '--page-code <how>',
      'code that a change brings into pages: auto (refused where it runs when the site is built, else told), refuse, mark or allow',
      reading('pageCode', 'Give auto, refuse, mark or allow.'),
    )
    .option(
      '--new-hosts <how>',
      'hosts that the docs did not name: mark (told to reviewers), refuse or allow',
      reading('newHosts', 'Give mark, refuse or allow.'),
    )
    .option(
      '--install-commands <how>',
      'install commands that the docs did not have: mark, refuse or allow',
      reading('installCommands', 'Give mark, refuse or allow.'),
    );
}

/** What is undefined was not given. */
export function mandateOf({ pageCode, newHosts, installCommands }: MandateOptions): News {
  return { ...pageCode, ...newHosts, ...installCommands };
}

/** What becomes of it where the project says so itself, as `printFields` takes it. */
export function mandateFields(project: Project): [name: string, value: string | undefined][] {
  const { pageCode, newHosts, installCommands } = project;
  return [
    ['code in pages', pageCode === 'auto' ? undefined : pageCode],
    ['new hosts', newHosts === 'mark' ? undefined : newHosts],
    ['install commands', installCommands === 'mark' ? undefined : installCommands],
  ];
}

/** Reads an option as the API reads the field. */
function reading(name: keyof News, must: string): (text: string) => News {
  return (text) => {
    const { data } = ProjectPatch.safeParse({ [name]: text });
    if (data?.[name] === undefined) throw new InvalidArgumentError(must);
    return { [name]: data[name] };
  };
}
