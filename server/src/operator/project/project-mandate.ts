import { type Command, InvalidArgumentError } from 'commander';
import { ProjectPatch } from '@copydesk/contract';
import type { Project, ProjectChange } from '../../projects/project.ts';

type News = Pick<ProjectChange, 'pageCode' | 'newHosts' | 'installCommands'>;
type Size = Pick<ProjectChange, 'refuseFilesOver' | 'refuseBytesOver' | 'refuseDeletedOver'>;

/**
 * The options that set what happens to new code, hosts and install commands in a job's change, and from what size a
 * change is refused.
 */
export interface MandateOptions {
  pageCode?: News;
  newHosts?: News;
  installCommands?: News;
  refuseFilesOver?: Size;
  refuseBytesOver?: Size;
  refuseDeletedOver?: Size;
}

export function addMandateOptions(command: Command): Command {
  return command
    .option(
      '--page-code <how>',
      'code that a change adds to pages: auto (refused if it runs when the site is built, else reported), refuse, mark, allow',
      optionParser('pageCode', 'Give auto, refuse, mark or allow.'),
    )
    .option(
      '--new-hosts <how>',
      'hosts that the docs did not name: mark (reported to reviewers), refuse or allow',
      optionParser('newHosts', 'Give mark, refuse or allow.'),
    )
    .option(
      '--install-commands <how>',
      'install commands that the docs did not have: mark, refuse or allow',
      optionParser('installCommands', 'Give mark, refuse or allow.'),
    )
    .option(
      '--refuse-files-over <files>',
      'a change of more files is refused as too large; or none',
      readingMost('refuseFilesOver', 'Give a whole number of at least 1, or none.'),
    )
    .option(
      '--refuse-bytes-over <bytes>',
      'a change with more bytes of new contents, counting files whole, is refused; or none',
      readingMost('refuseBytesOver', 'Give a whole number of 1 to 1000000000, or none.'),
    )
    .option(
      '--refuse-deleted-over <percent>',
      'a change that deletes more percent of the pages is refused; or none; five pages are always allowed',
      readingMost('refuseDeletedOver', 'Give a whole number of 1 to 99, or none.'),
    );
}

/** Undefined means not given. */
export function mandateOf({ pageCode, newHosts, installCommands, ...size }: MandateOptions): News & Size {
  const { refuseFilesOver, refuseBytesOver, refuseDeletedOver } = size;
  return { ...pageCode, ...newHosts, ...installCommands, ...refuseFilesOver, ...refuseBytesOver, ...refuseDeletedOver };
}

/** Returns the project's own settings for new content, and the largest change, as `printFields` takes them. */
export function mandateFields(project: Project): [name: string, value: string | undefined][] {
  const { pageCode, newHosts, installCommands } = project;
  return [
    ['code in pages', pageCode === 'auto' ? undefined : pageCode],
    ['new hosts', newHosts === 'mark' ? undefined : newHosts],
    ['install commands', installCommands === 'mark' ? undefined : installCommands],
    ['refused over', refusedOver(project)],
  ];
}

/** Parses an option as the API parses the field. */
function optionParser(name: keyof News, must: string): (text: string) => News {
  return (text) => {
    const { data } = ProjectPatch.safeParse({ [name]: text });
    if (data?.[name] === undefined) throw new InvalidArgumentError(must);
    return { [name]: data[name] };
  };
}

function refusedOver({ refuseFilesOver, refuseBytesOver, refuseDeletedOver }: Project): string {
  const parts = [
    ...(refuseFilesOver === null ? [] : [`${refuseFilesOver.toLocaleString('en')} files`]),
    ...(refuseBytesOver === null ? [] : [`${refuseBytesOver.toLocaleString('en')} bytes`]),
    ...(refuseDeletedOver === null ? [] : [`${refuseDeletedOver} % of the pages deleted`]),
  ];
  return parts.join(', ') || 'nothing';
}

/**
 * Parses a number as the API does; `none` removes the limit. Returns an object, because the option parser turns null
 * into ''.
 */
function readingMost(name: keyof Size, must: string): (text: string) => Size {
  return (text) => {
    const value = text === 'none' ? null : /^\d{1,10}$/.test(text) ? Number(text) : undefined;
    const { data } = ProjectPatch.safeParse({ [name]: value });
    if (data?.[name] === undefined) throw new InvalidArgumentError(must);
    return { [name]: data[name] };
  };
}
