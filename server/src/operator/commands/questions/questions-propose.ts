import type { ProposedQuestions } from '@copydesk/contract';
import type { Command } from 'commander';
import { addProjectCommand } from '../../project/project-option.ts';
import type { ProjectArgument } from '../../project/project-option.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { parseCount } from '../../job/job-options.ts';
import { count } from '../../output/diff.ts';
import { whileWaiting } from '../../output/status-line.ts';
import { printableLine } from '../../output/text-width.ts';

interface ProposeOptions extends ProjectArgument {
  limit: number;
  ref?: string;
}

export function buildQuestionsPropose(group: Command, context: Context): void {
  addProjectCommand(group, context, {
    usage: 'propose [project]',
    summary: 'Propose questions for the pages that AI reads most',
    description:
      'For the pages that AI read most in the last 30 days and that no question names yet. Fetches the branch first. The ' +
      'questions are made of titles and headings, their facts are what the pages contain now: read them before you keep ' +
      'them. The output is YAML for .copydesk/questions.yaml: it continues the list of the present file, or is a new file.',
    examples: [
      'copydesk questions propose Handbook >>.copydesk/questions.yaml',
      'copydesk questions propose Handbook --limit 3 --ref next --json',
    ],
  })
    .option('--limit <number>', 'how many, up to 50', parseCount(50), 10)
    .option('--ref <branch>', 'another branch than the one that jobs start from')
    .action((named: string | undefined, options: ProposeOptions) =>
      propose(context, named ?? options.project, options),
    );
}

async function propose(
  context: Context,
  idOrName: string | undefined,
  { limit, ref, json }: ProposeOptions,
): Promise<void> {
  const { terminal } = context;
  const proposed = await withServices(context, async (services) => {
    const { id, name } = await services.nameProject(idOrName);
    const what = `Fetching and reading ${name}`;
    if (!json && !terminal.interactive.err) terminal.err(`${printableLine(what)} …\n`);
    const query = { limit, ...(ref !== undefined && { ref }) };
    const work = async () => await services.proposeQuestions(id, query);
    return await whileWaiting(context, { what, json: json === true }, work);
  });
  if (json) return printJson(terminal, proposed);
  terminal.out(proposed.yaml);
  for (const note of notesOn(proposed)) terminal.err(`${note}\n`);
}

function notesOn({ ref, commit, proposals, withoutFact, why, place }: ProposedQuestions): string[] {
  return [
    why ?? `${count(proposals.length, 'question')}. ${places[place]}`,
    ...(withoutFact > 0 ? [`${count(withoutFact, 'page')} had no fact to ask for.`] : []),
    `${printableLine(ref)} at ${commit.slice(0, 10)}.`,
  ];
}

const places = {
  new_file: 'Save them as .copydesk/questions.yaml.',
  end_of_file: 'Append them to .copydesk/questions.yaml.',
  by_hand: 'Put them into the list of .copydesk/questions.yaml by hand: this file cannot simply be continued.',
} satisfies Record<ProposedQuestions['place'], string>;
