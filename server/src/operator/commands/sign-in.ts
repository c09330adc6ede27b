import { CopydeskError } from '@copydesk/contract';
import type { Role } from '@copydesk/contract';
import type { Command } from 'commander';
import { addCommand } from '../command.ts';
import { type Context, printJson, withServices } from '../context.ts';
import type { Person } from '../../people/people.ts';
import type { OperatorServices } from '../operator.ts';
import { parseName, parseRole } from '../options.ts';

export function buildSignIn(program: Command, context: Context): void {
  addCommand(program, {
    usage: 'sign-in',
    summary: 'Print a link that signs a person in to the pages, once',
    description:
      'A person of a new name is created, as owner unless told otherwise. The link is a secret until it has been used or\n' +
      'has expired; those that were made for the person before no longer work.',
    examples: ['copydesk sign-in', 'copydesk sign-in --name "Ada Lovelace" --role editor'],
  })
    .option('--name <name>', 'who signs in', parseName, 'Operator')
    .option('--role <role>', 'the role of a new person: owner, editor or viewer', parseRole)
    .action((options: SignInOptions) => signIn(context, options));
}

interface SignInOptions {
  name: string;
  role?: Role;
  json?: true;
}

async function signIn(context: Context, { name, role, json }: SignInOptions): Promise<void> {
  const { person, link, expiresAt } = await withServices(context, async (services) => {
    const found = await findOrCreate(services, name, role);
    return { person: found, ...(await services.createSignInLink(found.id)) };
  });
  if (json)
    return printJson(context.terminal, { personId: person.id, name: person.name, role: person.role, link, expiresAt });
  context.terminal.out(`${link}\n`);
  context.terminal.err(
    `It signs in ${person.name}, once, until ${expiresAt.toISOString().slice(0, 16).replace('T', ' ')}Z.\n`,
  );
}

/** A role that somebody has is changed where it is seen what that means: on the page of people, or by the API. */
async function findOrCreate(services: OperatorServices, name: string, role: Role | undefined): Promise<Person> {
  const people = await services.listPeople();
  const found = people.find((person) => person.name === name);
  if (found === undefined) return await services.createPerson({ name, role });
  if (role === undefined || role === found.role) return found;
  throw new CopydeskError(
    'invalid_request',
    `${name} is there already, as ${found.role}. An owner changes roles on the page of people. No link was made.`,
  );
}
