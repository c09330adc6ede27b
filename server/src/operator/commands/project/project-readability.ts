import type { Readability, ReadabilityQuery } from '@copydesk/contract';
import type { Command } from 'commander';
import { addProjectCommand } from '../../project/project-option.ts';
import type { ProjectArgument } from '../../project/project-option.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { count } from '../../output/diff.ts';
import { paintFor } from '../../output/paint.ts';
import { whileWaiting } from '../../output/status-line.ts';
import { printTable } from '../../output/table.ts';
import { printableLine } from '../../output/text-width.ts';
import { printWarnings } from '../../output/warnings.ts';
import { parseRule } from '../../project/project-readability.ts';

interface ReadabilityOptions extends ProjectArgument {
  ref?: string;
  rule?: ReadabilityQuery['rule'];
}

export function buildProjectReadability(group: Command, context: Context): void {
  addProjectCommand(group, context, {
    usage: 'readability [project]',
    summary: 'Show what makes the current docs of a project hard to read for AI',
    description:
      'Fetches the branch first. Reads each page as AI readers get it: as text, without components. Warns of long pages, ' +
      'code without a language, links without words, an incomplete llms.txt and more, by the rules that the project has on ' +
      '(see project set --readability-off). All of it is advice: the exit code is 0, whatever is found.',
    examples: [
      'copydesk project readability Handbook',
      'copydesk project readability Handbook --rule index-lacks-page',
      'copydesk project readability Handbook --ref next --json',
    ],
  })
    .option('--ref <branch>', 'another branch than the one that jobs start from')
    .option('--rule <rule>', 'list only the warnings of this rule', parseRule)
    .action((named: string | undefined, options: ReadabilityOptions) =>
      read(context, named ?? options.project, options),
    );
}

async function read(
  context: Context,
  idOrName: string | undefined,
  { ref, rule, json }: ReadabilityOptions,
): Promise<void> {
  const { terminal } = context;
  const found = await withServices(context, async (services) => {
    const { id, name } = await services.nameProject(idOrName);
    const what = `Fetching and reading ${name}`;
    if (!json && !terminal.interactive.err) terminal.err(`${printableLine(what)} …\n`);
    const query = { ...(ref !== undefined && { ref }), ...(rule !== undefined && { rule }) };
    const work = async () => await services.readReadability(id, query);
    return await whileWaiting(context, { what, json: json === true }, work);
  });
  if (json) return printJson(terminal, found);
  print(context, found, rule);
}

function print({ terminal }: Context, found: Readability, only: ReadabilityOptions['rule']): void {
  const paint = paintFor(terminal.colours.out);
  printTable(
    terminal,
    [
      { title: 'RULE', text: ({ rule }) => rule },
      { title: 'WARNINGS', text: ({ warnings }) => warnings?.toLocaleString('en') ?? 'off', numbers: true },
    ],
    found.rules,
  );
  const counted = found.rules.filter(({ rule }) => only === undefined || rule === only);
  printWarnings(
    terminal,
    found.warnings,
    counted.reduce((sum, { warnings }) => sum + (warnings ?? 0), 0),
  );
  if (found.notJudged.length > 0) terminal.out('\n');
  for (const line of found.notJudged) terminal.out(`${paint.careful(printableLine(`not judged: ${line}`))}\n`);
  for (const note of notesOn(found)) terminal.err(`${printableLine(note)}\n`);
}

function notesOn({ pages, tokens, longest, index, ref, commit }: Readability): string[] {
  const [first] = longest;
  const longestPage = first === undefined ? '' : `; the longest is ${first.path} with ${count(first.tokens, 'token')}`;
  const links = index.links === null ? '' : ` with ${count(index.links, 'link')} to the site`;
  const source = index.source === null ? '' : ` by ${index.source}`;
  const ofIndex = {
    file: `llms.txt is ${index.source}${links}.`,
    made: `llms.txt is made${source}.`,
    none: 'There is no llms.txt.',
  };
  return [
    `${count(pages, 'page')}, about ${count(tokens, 'token')}${longestPage}.`,
    ofIndex[index.state],
    `${ref} at ${commit.slice(0, 10)}.`,
  ];
}
