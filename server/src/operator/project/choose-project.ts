import { CopydeskError } from '@copydesk/contract/errors';
import { UsageError } from '../command-errors.ts';

const mostNamed = 10;

const howToBegin = 'create one with "copydesk project create".';

/**
 * Returns the project with this id, or else with this name; the only one when none is named.
 *
 * @throws CopydeskError `not_found`
 * @throws UsageError when none is named and there are several.
 */
export function chooseProject<T extends { id: string; name: string }>(
  projects: readonly T[],
  idOrName: string | undefined,
): T {
  if (idOrName === undefined) return onlyProject(projects);
  const found = projects.find(({ id }) => id === idOrName) ?? projects.find(({ name }) => name === idOrName);
  if (found !== undefined) return found;
  throw new CopydeskError('not_found', `There is no project with the id or name "${idOrName}". ${namesOf(projects)}`);
}

function onlyProject<T extends { name: string }>(projects: readonly T[]): T {
  const [only] = projects;
  if (only === undefined) throw new CopydeskError('not_found', `There is no project yet: ${howToBegin}`);
  if (projects.length === 1) return only;
  throw new UsageError(`name the project with --project or COPYDESK_PROJECT. ${namesOf(projects)}`);
}

function namesOf(projects: readonly { name: string }[]): string {
  if (projects.length === 0) return `There is none yet: ${howToBegin}`;
  const names = projects.slice(0, mostNamed).map(({ name }) => `"${name}"`);
  const more = projects.length - names.length;
  return `There are: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
