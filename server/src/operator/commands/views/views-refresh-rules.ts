import type { Command } from 'commander';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { whileWaiting } from '../../output/status-line.ts';
import { printableLine } from '../../output/text-width.ts';
import { reclassifyAll, printReclassified } from './views-reclassify.ts';

export function buildViewsRefreshRules(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'refresh-rules <source>',
    summary: 'Install newer reader rules',
    description:
      'Copies a file of rules, from a path or https address, into the data folder. The key of the releases, or that of COPYDESK_RULES_KEY, must have signed it. ' +
      'It refuses files that are unsigned, changed, or older than the rules in force, and rules that would count ' +
      "a person's browser as a program. Servers on this data folder use them within ten seconds; others need the file " +
      'themselves. Stored views stay counted as they are until they are classified again: --reclassify does that.',
    examples: [
      'copydesk views refresh-rules reader-rules.json',
      'copydesk views refresh-rules https://example.com/copydesk/reader-rules.json --reclassify',
    ],
  })
    .option('--reclassify', 'then classify the stored views of all projects by them')
    .action((source: string, options: RefreshOptions) => refresh(context, source, options));
}

interface RefreshOptions {
  reclassify?: true;
  json?: true;
}

async function refresh(context: Context, source: string, { reclassify, json }: RefreshOptions): Promise<void> {
  const { terminal } = context;
  const wait = { what: 'Fetching the rules', json: json === true };
  const refreshed = await whileWaiting(context, wait, async () => await context.operator.refreshReaderRules(source));
  const reclassifying = async () =>
    await withServices(context, async (services) => await reclassifyAll(context, services, { json: json === true }));
  const done = reclassify && (await reclassifying());
  if (json) return printJson(terminal, { ...refreshed, ...(done && { reclassified: done.projects }) });
  const { added, removed } = refreshed;
  const [before, rules] = [printableLine(refreshed.before), printableLine(refreshed.rules)];
  terminal.out(
    before === rules ? `The rules of ${rules} were in force already.\n` : `Rules of ${rules}, before ${before}.\n`,
  );
  if (added.length > 0) terminal.out(`  new: ${printableLine(added.join(', '))}\n`);
  if (removed.length > 0) terminal.out(`  gone: ${printableLine(removed.join(', '))}\n`);
  if (done) printReclassified(context, done);
}
