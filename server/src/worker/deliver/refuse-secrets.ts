import { CopydeskError } from '@copydesk/contract';
import { outgoingSecrets } from '../../leaks/outgoing-secrets.ts';
import type { Outgoing, OutgoingSecret } from '../../leaks/outgoing-secrets.ts';
import type { GitTree } from '../../workspace/workspace.ts';
import type { ChangedTexts } from './changed-texts.ts';
import type { DeliveryWork } from './delivery-work.ts';
import type { ChangeDescription } from '../describe/describe.ts';
import type { Describe } from '../describe/described-change.ts';
import type { OwnSecrets } from '../masking/masking.ts';

/**
 * Searches everything that a turn is about to say and to push for secrets: what its change adds, the names of new
 * files, the commit message, the title and description of the pull request, and the closing text, which answers
 * comments.
 *
 * @throws CopydeskError `secret_found`, which names the place and never the value; `limit_reached` when there is more
 *   text than is searched.
 */
export async function refuseSecrets(
  work: DeliveryWork,
  content: { text: string; described: Describe; changed: ChangedTexts; own: OwnSecrets },
): Promise<void> {
  const { turn } = work;
  const words = turn.tree.changes().length === 0 ? [closingText(content)] : wordsOf(await content.described(), content);
  const found = await outgoingSecrets({ ...content.changed, words }, await content.own());
  if (found.length === 0) return;
  const before = await turn.repository.openTree(turn.baseCommit);
  const isNews = await Promise.all(
    found.map(async ({ value }) => value === undefined || !(await isInTree(before, value))),
  );
  const news = found.filter((_, index) => isNews[index]);
  if (news.length > 0) throw secretFound(news);
}

function wordsOf(
  { title, description, commitMessage }: ChangeDescription,
  content: { text: string },
): Outgoing['words'] {
  return [
    { place: 'the commit message', text: commitMessage },
    { place: 'the title of the pull request', text: title },
    { place: 'the description of the pull request', text: description },
    closingText(content),
  ];
}

/** The closing text answers a comment, whether or not something was changed. */
function closingText({ text }: { text: string }): Outgoing['words'][number] {
  return { place: 'the closing text', text };
}

/**
 * Whether the value was copied from elsewhere in the docs, as in a version's folder: a reader of the repository
 * already has it.
 */
async function isInTree(before: GitTree, value: string): Promise<boolean> {
  const longest = value.split('\n').reduce((one, other) => (other.length > one.length ? other : one), '');
  const pattern = longest.replaceAll('\r', '');
  const { total } = await before.search({ pattern, syntax: 'text', ignoreCase: false, limit: 1 });
  return total.hits > 0;
}

const mostPlaces = 5;

function secretFound(found: readonly OutgoingSecret[]): CopydeskError {
  // A file name that contains a secret would reveal it when it is named as a place.
  const inNames = found.filter(({ at }) => !at.isFile);
  const listed = inNames.length > 0 ? inNames : found;
  const places = listed.slice(0, mostPlaces).map(({ at, rule }) => `${at.name} (${rule})`);
  const more = listed.length > mostPlaces ? `, and ${listed.length - mostPlaces} more` : '';
  return new CopydeskError(
    'secret_found',
    `The change contains what looks like a secret: ${places.join(', ')}${more}. Nothing was pushed. Send a message that says what to write there instead; for an example, ask for an obvious placeholder, such as YOUR_API_KEY.`,
  );
}
