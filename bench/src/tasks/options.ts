import { commandPage, lastOption, productOptions } from './pages.ts';
import type { TaskSite } from './site.ts';
import { call, ending, type Task } from './task.ts';
import { textOf } from './texts.ts';

/** The name of the project's context repository. */
export const product = 'product';

const source = 'src/options.ts';
const documented = 3;

/** The docs lack options that the product's source code documents. */
export function optionsTask({ texts }: TaskSite): Task {
  const rows = productOptions.slice(documented).map(rowOf);
  const table = tableOf(textOf(texts, commandPage.path));
  const edit = (old: string) =>
    call('edit_file', { path: commandPage.path, edits: [{ old, new: [old, ...rows].join('\n') }] });
  const end = ending('Tell all options of the command', `The page lacked six options that ${source} has.`);
  return {
    name: 'options of a command, by a context repository',
    prompt: `Complete the options in ${commandPage.path} by what the repository "${product}" tells.`,
    ideal: { requests: 5, written: 1_300 },
    now: [
      {
        words: 'I read the page, and look for the options.',
        calls: [
          call('read_file', { path: commandPage.path }),
          call('search', { repository: product, pattern: 'addOption', files_only: true }),
        ],
      },
      { words: 'I read the options.', calls: [call('read_file', { repository: product, path: source })] },
      {
        words: 'I add what lacks, and check the page.',
        calls: [edit(lastOption), call('check_docs', { paths: [commandPage.path] })],
      },
      ...end,
    ],
    before: [
      { words: 'I look what there is.', calls: [call('list_files', { repository: product })] },
      { words: 'I look for the options.', calls: [call('search', { repository: product, pattern: 'addOption' })] },
      {
        words: 'I read both.',
        calls: [
          call('read_file', { repository: product, path: source }),
          call('read_file', { path: commandPage.path }),
        ],
      },
      { words: 'I add what lacks.', calls: [edit(table)] },
      { words: 'I check the docs.', calls: [call('check_docs', {})] },
      ...end,
    ],
    expected: [{ path: commandPage.path, holds: [table, ...rows] }],
  };
}

function rowOf([flag, what, value]: (typeof productOptions)[number]): string {
  return `| \`${flag}\` | ${what}${value === '' ? '' : `; ${value} unless given`}. |`;
}

function tableOf(text: string): string {
  return text.slice(text.indexOf('| Option |'), text.indexOf(lastOption) + lastOption.length);
}
