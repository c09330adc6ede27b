import type { AskedQuestions } from '@copydesk/contract';
import type { Command } from 'commander';
import { addCommand } from '../command.ts';
import { type Context, printJson, withServices } from '../context.ts';
import { count } from '../output/diff.ts';
import { paintFor } from '../output/paint.ts';
import { whileWaiting } from '../output/status-line.ts';
import { printableLine } from '../output/text-width.ts';

export function buildQuestionsRun(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'run <project>',
    summary: 'Check whether the current docs answer the questions that they must answer',
    description:
      'Fetches the branch first. The questions are in .copydesk/questions.yaml: each with the page that must answer ' +
      'it, or with none, and with what an answer must contain. A job whose change removes an answer is refused, as for a ' +
      'broken link. The exit code is 1 if a question is not answered or could not be checked.',
    examples: ['copydesk questions run Handbook', 'copydesk questions run Handbook --ref next --json'],
  })
    .option('--ref <branch>', 'another branch than the one that jobs start from')
    .action((project: string, options: { ref?: string; json?: true }) => run(context, project, options));
}

async function run(context: Context, idOrName: string, { ref, json }: { ref?: string; json?: true }): Promise<void> {
  const { terminal } = context;
  const asked = await withServices(context, async (services) => {
    const id = await services.projectIdOf(idOrName);
    const what = `Fetching and checking ${idOrName}`;
    if (!json && !terminal.interactive.err) terminal.err(`${printableLine(what)} …\n`);
    return await whileWaiting(context, { what, json: json === true }, async () => await services.askProject(id, ref));
  });
  if (asked.notAsked.length > 0 || asked.answers.some(({ isAnswered }) => !isAnswered)) context.exit.code = 1;
  if (json) return printJson(terminal, asked);
  printAnswers(context, asked);
}

function printAnswers({ terminal }: Context, { ref, commit, answers, notAsked }: AskedQuestions): void {
  const paint = paintFor(terminal.colours.out);
  for (const { question, page, isAnswered, missing } of answers) {
    const mark = isAnswered ? paint.good('answered') : paint.bad('not answered');
    const where = page === null ? '' : paint.faint(`  ${printableLine(page)}`);
    terminal.out(`${mark}  ${printableLine(question)}${where}\n`);
    for (const fact of missing) terminal.out(`    ${paint.faint('it lacks')} ${printableLine(fact)}\n`);
  }
  for (const line of notAsked) terminal.out(`${paint.careful(printableLine(line))}\n`);
  const answered = answers.filter(({ isAnswered }) => isAnswered).length;
  terminal.out(`\n${answered.toLocaleString('en')} of ${count(answers.length, 'question')} answered.\n`);
  terminal.err(`${ref} at ${commit.slice(0, 10)}.\n`);
}
