import type { TaskSite } from './site.ts';
import { formerOption } from './pages.ts';
import { call, ending, type Task } from './task.ts';

const option = 'max_retries';

/** An option gets another name, in the text and the samples of thirty pages in three languages. */
export function renameTask({ texts }: TaskSite): Task {
  const naming = [...texts].filter(([, text]) => text.includes(formerOption)).map(([path]) => path);
  const replacement = { find: formerOption, replace: option, scope: ['prose', 'code'] };
  const end = ending(`Call the option ${option}`, `The product calls ${formerOption} ${option} now.`);
  return {
    name: 'an option renamed in all languages',
    prompt: `The option ${formerOption} is called ${option} now. Rename it in all languages, samples too.`,
    ideal: { requests: 3, written: 200 },
    now: [
      { words: 'I look where it stands.', calls: [call('replace_text', { ...replacement, dry_run: true })] },
      { words: 'I rename it.', calls: [call('replace_text', replacement)] },
      ...end,
    ],
    before: [
      { words: 'I look where it stands.', calls: [call('search', { pattern: formerOption })] },
      { words: 'I read the pages.', calls: naming.map((path) => call('read_file', { path })) },
      {
        words: 'I rename it.',
        calls: naming.map((path) =>
          call('edit_file', { path, edits: [{ old: formerOption, new: option, all: true }] }),
        ),
      },
      { words: 'I check the docs.', calls: [call('check_docs', {})] },
      ...end,
    ],
    expected: naming.map((path) => ({
      path,
      holds: [`\`${option}\``, `\n${option} = `],
      lacks: [formerOption],
    })),
  };
}
