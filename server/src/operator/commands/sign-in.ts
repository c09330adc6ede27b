import { CopydeskError } from '@copydesk/contract';
import type { Role } from '@copydesk/contract';
import type { Command } from 'commander';
import { addCommand } from '../command.ts';
import { type Context, printJson, withServices } from '../context.ts';
import type { Person } from '../../people/people.ts';
import type { OperatorServices } from '../operator.ts';
import { parseName, parseRole } from '../options.ts';
import { printableLine } from '../output/text-width.ts';

export function buildSignIn(program: Command, context: Context): void {
  addCommand(program, {
    usage: 'sign-in',
    summary: 'Print a link that signs a person in to the pages, once',
    description:
      'Without a name, the link is for the only owner. A person with a new name is created, as owner unless --role says ' +
      'otherwise. Keep the link secret until it was used or has expired. Earlier links of the person ' +
      'no longer work.',
    examples: ['copydesk sign-in', 'copydesk sign-in --name "Ada Lovelace" --role editor'],
  })
    .option('--name <name>', 'who signs in; required if there are several owners', parseName)
    .option('--role <role>', 'the role of a new person: owner, editor or viewer', parseRole)
    .action((options: SignInOptions) => signIn(context, options));
}

interface SignInOptions {
  name?: string;
  role?: Role;
  json?: true;
}

async function signIn(context: Context, { name, role, json }: SignInOptions): Promise<void> {
  const { person, link, expiresAt } = await withServices(context, (services) => signInLink(services, name, role), {
    createsDatabase: true,
  });
  if (json)
    return printJson(context.terminal, { personId: person.id, name: person.name, role: person.role, link, expiresAt });
  context.terminal.out(`${link}\n`);
  context.terminal.err(
    `It signs in ${printableLine(person.name)}, once, until ${expiresAt.toISOString().slice(0, 16).replace('T', ' ')}Z.\n`,
  );
}

async function signInLink(services: OperatorServices, name: string | undefined, role: Role | undefined) {
  const person = await findOrCreate(services, name, role);
  return { person, ...(await services.createSignInLink(person.id)) };
}

/**
 * An existing person keeps their role: the page of people or the API changes it, where the consequences are visible.
 */
async function findOrCreate(
  services: OperatorServices,
  given: string | undefined,
  role: Role | undefined,
): Promise<Person> {
  const people = await services.listPeople();
  const name = given ?? nameOfOwner(people);
  const found = people.find((person) => person.name === name);
  if (found === undefined) return await services.createPerson({ name, role });
  if (role === undefined || role === found.role) return found;
  throw new CopydeskError(
    'invalid_request',
    `${name} exists already, as ${found.role}. An owner can change the role on the people page. No link was created.`,
  );
}

/** The name of the first person when none is given. */
const firstName = 'Operator';

/** @throws CopydeskError `invalid_request` when it is not clear which person is meant. */
function nameOfOwner(people: readonly Person[]): string {
  const owners = people.filter(({ role }) => role === 'owner');
  const [first] = owners;
  if (first === undefined || owners.some(({ name }) => name === firstName)) return firstName;
  if (owners.length === 1) return first.name;
  const names = owners.slice(0, 5).map(({ name }) => JSON.stringify(name));
  throw new CopydeskError(
    'invalid_request',
    `There are ${owners.length} owners. Say who signs in: --name ${names.join(', or --name ')}. No link was created.`,
  );
}
