import type { Command } from 'commander';
import { addCommand } from '../command.ts';
import { type Context, printJson, withServices } from '../context.ts';
import type { Person } from '../../people/people.ts';
import type { OperatorServices } from '../operator.ts';
import { parseName } from '../options.ts';

export function buildSignIn(program: Command, context: Context): void {
  addCommand(program, {
    usage: 'sign-in',
    summary: 'Print a link that signs a person in to the pages, once',
    description: 'A person of a new name is created. The link is a secret until it has been used or has expired.',
    examples: ['copydesk sign-in', 'copydesk sign-in --name "Ada Lovelace"'],
  })
    .option('--name <name>', 'who signs in', parseName, 'Operator')
    .action((options: { name: string; json?: true }) => signIn(context, options));
}

async function signIn(context: Context, { name, json }: { name: string; json?: true }): Promise<void> {
  const { person, link, expiresAt } = await withServices(context, async (services) => {
    const found = await findOrCreate(services, name);
    return { person: found, ...(await services.createSignInLink(found.id)) };
  });
  if (json) return printJson(context.terminal, { personId: person.id, name: person.name, link, expiresAt });
  context.terminal.out(`${link}\n`);
  context.terminal.err(
    `It signs in ${person.name}, once, until ${expiresAt.toISOString().slice(0, 16).replace('T', ' ')}Z.\n`,
  );
}

async function findOrCreate(services: OperatorServices, name: string): Promise<Person> {
  const people = await services.listPeople();
  return people.find((person) => person.name === name) ?? services.createPerson(name);
}
