import type { AskedQuestions } from '@copydesk/contract';
import type { Command } from 'commander';
import { addProjectCommand } from '../../project/project-option.ts';
import type { ProjectArgument } from '../../project/project-option.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { count } from '../../output/diff.ts';
import { paintFor } from '../../output/paint.ts';
import { whileWaiting } from '../../output/status-line.ts';
import { printableLine } from '../../output/text-width.ts';

export function buildQuestionsRun(group: Command, context: Context): void {
  addProjectCommand(group, context, {
    usage: 'run [project]',
    summary: 'Check whether the current docs answer the questions that they must answer',
    description:
      'Fetches the branch first. The questions are in .copydesk/questions.yaml: each with the page that must answer ' +
      'it, or with none, and with what an answer must contain. A job whose change removes an answer is refused, as for a ' +
      'broken link. With --judge, the model that the project has for this (project set --questions-model) answers up to 50 ' +
      'questions, too, from the text of their pages alone, as AI readers get it; its answer must contain the same. That costs ' +
      'tokens and may take minutes, and answers vary. The exit code is 1 if a question is not answered or could not be checked.',
    examples: ['copydesk questions run Handbook', 'copydesk questions run Handbook --ref next --judge --json'],
  })
    .option('--ref <branch>', 'another branch than the one that jobs start from')
    .option('--judge', 'let a model answer the questions, too: costs tokens')
    .action((named: string | undefined, options: RunOptions) => run(context, named ?? options.project, options));
}

interface RunOptions extends ProjectArgument {
  ref?: string;
  judge?: true;
}

async function run(context: Context, idOrName: string | undefined, { ref, judge, json }: RunOptions): Promise<void> {
  const { terminal } = context;
  const asked = await withServices(context, async (services) => {
    const { id, name } = await services.nameProject(idOrName);
    const what = `Fetching and checking ${name}`;
    if (!json && !terminal.interactive.err) terminal.err(`${printableLine(what)} …\n`);
    const ask = async () => await services.askProject(id, { ref, judge });
    return await whileWaiting(context, { what, json: json === true }, ask);
  });
  if (asked.notAsked.length > 0 || asked.answers.some(isOpen)) context.exit.code = 1;
  if (json) return printJson(terminal, asked);
  printAnswers(context, asked);
}

type Answer = AskedQuestions['answers'][number];

function isOpen({ isAnswered, judged }: Answer): boolean {
  return !isAnswered || judged?.isAnswered === false;
}

function printAnswers({ terminal }: Context, { ref, commit, answers, notAsked, usage }: AskedQuestions): void {
  const paint = paintFor(terminal.colours.out);
  for (const { question, page, isAnswered, missing, judged } of answers) {
    const mark = isAnswered ? paint.good('answered') : paint.bad('not answered');
    const where = page === null ? '' : paint.faint(`  ${printableLine(page)}`);
    terminal.out(`${mark}  ${printableLine(question)}${where}\n`);
    for (const fact of missing) terminal.out(`    ${paint.faint('it lacks')} ${printableLine(fact)}\n`);
    if (judged !== null) printJudged(terminal, judged);
  }
  for (const line of notAsked) terminal.out(`${paint.careful(printableLine(line))}\n`);
  const answered = answers.filter(({ isAnswered }) => isAnswered).length;
  terminal.out(`\n${answered.toLocaleString('en')} of ${count(answers.length, 'question')} answered.\n`);
  const judged = answers.flatMap((answer) => answer.judged ?? []);
  if (judged.length > 0) terminal.out(`${sumOf(judged)}\n`);
  terminal.err(`${ref} at ${commit.slice(0, 10)}.${usage === null ? '' : ` ${usageLine(usage)}`}\n`);
}

type Judged = NonNullable<Answer['judged']>;

function printJudged(terminal: Context['terminal'], { model, answer, isAnswered, missing, cut }: Judged): void {
  const paint = paintFor(terminal.colours.out);
  const verdict = isAnswered ? paint.good('could answer') : paint.bad('could not answer');
  const of = cut ? ' from the part that it was shown' : '';
  terminal.out(`    ${paint.faint(printableLine(model))} ${verdict}${of}: ${printableLine(answer)}\n`);
  for (const fact of missing) terminal.out(`    ${paint.faint('its answer lacks')} ${printableLine(fact)}\n`);
}

function sumOf(judged: readonly Judged[]): string {
  const answered = judged.filter(({ isAnswered }) => isAnswered).length;
  return `The model could answer ${answered.toLocaleString('en')} of ${count(judged.length, 'question')}.`;
}

function usageLine({ inputTokens, outputTokens, costUsd }: NonNullable<AskedQuestions['usage']>): string {
  const tokens = `The model read ${inputTokens.toLocaleString('en')} tokens and wrote ${outputTokens.toLocaleString('en')}`;
  return costUsd === null ? `${tokens}.` : `${tokens}: ${costUsd.toFixed(4)} US dollars.`;
}
