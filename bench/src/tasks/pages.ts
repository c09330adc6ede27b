import { prose } from '../support/generate-site.ts';

/** The page that is merged into another. Other pages link to its second section. */
export const eventsPage = { path: 'en/guides/webhook-events.mdx', address: '/en/guides/webhook-events' };

/** The page that it is merged into. */
export const webhooksPage = { path: 'en/guides/webhooks.mdx', address: '/en/guides/webhooks' };

/** The page that is split: its last section becomes a new page. */
export const deploymentPage = { path: 'en/guides/deployment.mdx', address: '/en/guides/deployment' };

/** The page that is moved. */
export const quickstartPage = { path: 'en/guides/quickstart.mdx', address: '/en/guides/quickstart' };

/** The page that documents the command's options. */
export const commandPage = { path: 'en/guides/command.mdx', address: '/en/guides/command' };

/** An option that pages of all languages name. */
export const formerOption = 'retry_limit';

/** The text of each of these pages. */
export function guidePages(random: () => number): Map<string, string> {
  const paragraphs = (count: number) => Array.from({ length: count }, () => prose(random)).join('\n\n');
  const section = (title: string, count: number) => `## ${title}\n\n${paragraphs(count)}\n`;
  const sample = '```sh\ncurl https://api.example.com/v1/events\n```\n';
  return new Map([
    [webhooksPage.path, page('Webhooks', [section('Endpoints', 3), section('Retries', 2)])],
    [
      eventsPage.path,
      page('Webhook events', [section('Kinds', 3), section('Signatures', 4), sample, section('Order', 3)]),
    ],
    [
      deploymentPage.path,
      page('Deployment', [section('Build', 6), section('Release', 6), rollingBack(paragraphs), sample]),
    ],
    [quickstartPage.path, page('Quickstart', [section('Install', 2), section('Run', 2)])],
    [commandPage.path, page('Command', [section('Usage', 1), commandOptions])],
  ]);
}

function page(title: string, parts: string[]): string {
  return `---\ntitle: ${title}\ndescription: What to know about ${title.toLowerCase()}\n---\n\n${parts.join('\n')}`;
}

/** A long text, with a link to a section that stays behind. */
function rollingBack(paragraphs: (count: number) => string): string {
  const steps = ['Find the release', 'Switch over', 'Look after it', 'Clean up'];
  const sections = steps.map((title) => `### ${title}\n\n${paragraphs(3)}\n`);
  return `## Rolling back\n\nWhat was [released](#release) can be taken back.\n\n${sections.join('\n')}`;
}

const commandOptions = `## Options

| Option | What it does |
| --- | --- |
| \`--port <number>\` | The port to listen on; 8080 unless given. |
| \`--host <address>\` | The address to listen on. |
| \`--quiet\` | Says nothing but errors. |

## Exit codes

The command ends with 0, or with 1 after an error.
`;

/** The last line of the table of options. */
export const lastOption = '| `--quiet` | Says nothing but errors. |';

/** The options of the product, as in its source code; the docs lack the last six. */
export const productOptions = [
  ['--port <number>', 'The port to listen on', '8080'],
  ['--host <address>', 'The address to listen on', ''],
  ['--quiet', 'Says nothing but errors', ''],
  ['--config <file>', 'Reads settings from a file', 'service.toml'],
  ['--workers <number>', 'How many requests are worked on at once', '4'],
  ['--timeout <seconds>', 'Ends a request that takes longer', '30'],
  ['--log-format <format>', 'How lines of the log are written: text or json', 'text'],
  ['--pid-file <file>', 'Writes the id of the process to a file', ''],
  ['--dry-run', 'Checks the settings, and starts nothing', ''],
] as const;

/** A source file of the product, in the repository beside the docs. */
export function productSource(): string {
  const options = productOptions.map(
    ([flag, what, value]) =>
      `  .addOption(\n    option('${flag}')\n      .describe('${what}')${value === '' ? '' : `\n      .default('${value}')`},\n  )`,
  );
  return `import { command, option } from './command.ts';\n\n/** What the command takes. */\nexport const serve = command('serve')\n${options.join('\n')};\n`;
}
