import type { Command } from 'commander';
import { addCommand } from '../../command.ts';
import { type Context, printJson, withServices } from '../../context.ts';
import { whileWaiting } from '../../output/status-line.ts';
import { printable } from '../../output/text-width.ts';

export function buildMirrorRestore(group: Command, context: Context): void {
  addCommand(group, {
    usage: 'restore <project>',
    summary: 'Restore the repository of a project on this machine from its mirror',
    description:
      'Use it if the machine or the disk that kept the repository is lost. From then on this machine keeps it, and works on the ' +
      'jobs that waited. A repository that exists here stays as it is.',
    examples: ['copydesk mirror restore Handbook'],
  }).action((project: string, options: { json?: true }) => restore(context, project, options));
}

async function restore(context: Context, project: string, { json }: { json?: true }): Promise<void> {
  const { terminal } = context;
  const { name, repository, from } = await withServices(context, async (services) => {
    const found = await services.findProject(project);
    const what = `Fetching the repository of ${found.name} from its mirror`;
    const restored = async () => await services.mirrors.restore(found.id);
    return { name: found.name, ...(await whileWaiting(context, { what, json: json === true }, restored)) };
  });
  if (json) return printJson(terminal, { project: name, repository, from });
  terminal.out(
    `The repository of ${printable(name)} is now at ${printable(repository)}, restored from ${printable(from)}.\n`,
  );
}
