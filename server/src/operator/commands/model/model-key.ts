import { CopydeskError } from '@copydesk/contract';
import { type Command, InvalidArgumentError } from 'commander';
import { modelProviders } from '../../../projects/model-keys.ts';
import type { ModelProvider } from '../../../projects/model-keys.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { readSecret } from '../../terminal/secret.ts';
import { printableLine } from '../../output/text-width.ts';
import { addProjectCommand } from '../../project/project-option.ts';

export function buildModelKey(group: Command, context: Context): void {
  addProjectCommand(group, context, {
    usage: 'key',
    summary: 'Set a key or an address of a provider for one project',
    description:
      `The providers are ${modelProviders.join(', ')}. The key is asked for on the terminal, or read from --from; it is ` +
      'stored encrypted, and never shown again. Jobs of the project use it from their next step on. Without one, they use the ' +
      'settings of the server.',
    examples: [
      'copydesk model key anthropic --project Handbook',
      'copydesk model key openai --project Handbook --from key.txt',
      'copydesk model key compatible --project Handbook --base-url http://127.0.0.1:11434/v1 --no-key',
      'copydesk model key openai --project Handbook --delete',
    ],
  })
    .argument('<provider>', undefined, parseProvider)
    .option('--from <file>', 'a file with the key; - for standard input')
    .option('--base-url <address>', 'where the provider is asked')
    .option('--no-key', 'the address needs no key')
    .option('--delete', 'delete key and address')
    .action((provider: ModelProvider, options: ModelKeyOptions) => setKey(context, provider, options));
}

interface ModelKeyOptions {
  project?: string;
  from?: string;
  baseUrl?: string;
  key: boolean;
  delete?: true;
  json?: true;
}

async function setKey(context: Context, provider: ModelProvider, options: ModelKeyOptions): Promise<void> {
  const { terminal } = context;
  const { project, from, baseUrl, json } = options;
  await withServices(context, async (services) => {
    const found = await services.findProject(project);
    const [projectId, name] = [found.id, printableLine(found.name)];
    if (options.delete) {
      const deleted = await services.models.deleteKey(projectId, provider);
      if (json) return printJson(terminal, { deleted });
      return terminal.err(deleted ? `${name} no longer has a key of its own for ${provider}.\n` : 'There was none.\n');
    }
    const source = { name: `The key of ${provider}`, from, option: '--from' };
    const key = options.key ? await readSecret(terminal, source) : undefined;
    if (key === undefined && baseUrl === undefined) throw nothingGiven();
    const stored = await services.models.setKey({ projectId, provider, key, baseUrl });
    if (json) return printJson(terminal, stored);
    terminal.err(`Stored. Jobs of ${name} use it from now on. Try it: copydesk model check --project ${name}\n`);
  });
}

function nothingGiven(): CopydeskError {
  return new CopydeskError('invalid_request', 'Without a key, --base-url must give the address of the provider.');
}

function parseProvider(text: string): ModelProvider {
  const provider = modelProviders.find((name) => name === text);
  if (provider !== undefined) return provider;
  throw new InvalidArgumentError(`Give one of ${modelProviders.join(', ')}.`);
}
