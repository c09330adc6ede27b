import type { Credential } from './credential.ts';
import { credentialOf } from './forms/forms.ts';
import { looksRandom } from './random.ts';

/**
 * Finds a value that no person makes up, after the name of a secret: `db_password = "…"`, `"apiKey": "…"`. A name alone
 * means little in docs, so the value must look random.
 *
 * @param index the position of a word of {@link secretNames}.
 */
export function assignedAt(text: string, index: number): Credential | undefined {
  const assigned = matchAt(assignment, text, index);
  const match = assigned ?? matchAt(proseAssignment, text, index) ?? matchAt(nearSecretWord, text, index);
  if (match === null) return undefined;
  const [, value = ''] = match;
  const name = nameAround(text, index);
  if (isPublic.test(name.text) || isPacked.test(value)) return undefined;
  if (!isSecret(value, name, assigned !== null)) return undefined;
  if (isOfSharedLink(value, name)) return undefined;
  if (text[match.index + match[0].length] === '*') return undefined;
  const { rule, start, end } = credentialOf('assigned-value', match, 0);
  const rest = value.length < judgedLength ? undefined : matchAt(restOfValue, text, end);
  return { rule, start, end: end + (rest?.[0].length ?? 0) };
}

/**
 * Returns whether a value after the name of a secret is one.
 *
 * @param isAssigned whether it is assigned to the name.
 */
function isSecret(value: string, name: Name, isAssigned: boolean): boolean {
  if (hasUuid.test(value)) return isAssigned && isOfUuid(name);
  return looksRandom(value) || isNumber(value, name);
}

/** Returns whether a link contains the value so that those who get the link can follow it. */
function isOfSharedLink(value: string, { text, isPartOfLink }: Name): boolean {
  return isPartOfLink && (text === 'pwd' || value.length < 12);
}

/**
 * Returns whether a name makes a UUID a secret. The key of an entry may be any UUID, and so may what services put into
 * links that people share.
 */
function isOfUuid({ text, isPartOfLink }: Name): boolean {
  return !isPartOfLink && !/^keys?$/i.test(text);
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

/** Words for a secret, and services whose secrets are called by their own names. */
export const secretNames: readonly string[] = (
  'access auth api bearer credential creds key kennwort pass pwd secret senha token wachtwoord adafruit adobe airtable algolia alibaba asana atlassian ' +
  'confluence jira beamer bitbucket bittrex meraki bintray cloudflare codecov cohere coinbase confluent contentful datadog ' +
  'discord droneci dropbox etsy facebook fastly finicity finnhub flickr freshbooks gitter gocardless heroku hubspot intercom ' +
  'jfrog artifactory kraken kucoin launchdarkly linear linkedin linked-in linked_in looker mailchimp mailgun mapbox mattermost messagebird message-bird message_bird netlify ' +
  'newrelic new-relic new_relic newyorktimes new-york-times new_york_times nytimes okta plaid privateai private-ai private_ai rapidapi sendbird sentry snyk sonar sourcegraph ' +
  'squarespace sumo telegram travis twitch twitter xray yandex zendesk'
).split(' ');

/**
 * An assignment, matched from one of the names on. Every part is bounded, so that a long line takes no longer than its
 * length; what is taken as a value is never retried shorter.
 */
const assignment =
  /[a-z][\w.-]{0,45}["'`\]]{0,2}(?:[ \t]{1,3}string)?\s{0,3}(?:(?::{1,3}=|=>|\|\||[?.+]=|[:=])\s{0,3}|>\s{0,20}|,[ \t]{0,3})["'`]?(?=([\w+/=.~-]{10,200}))\1/iy;

/**
 * A name and a value as pages write them, with marks and tags between them: `**API key:** …`, `| Token | … |`,
 * `<td>Token</td><td>…</td>`, `--token …`, "the password is …". A line break is allowed only after a tag, or as in
 * YAML. This is a weaker sign than an equals sign, so the value must be longer.
 */
const proseAssignment =
  /[a-z][\w.-]{0,45}(?![\w.-])(?:[ \t"'`*:=>|()[\]{}\\–—：-]|<\/?[a-z]{1,6}>|(?<=<\/?[a-z]{1,6}>|: ?[>|]-?)\n){1,16}(?:is[ \t]{1,3}["'`*]{0,3})?(?=([\w+/=~-]{20,200}))\1/iy;

/**
 * A value on one line with a word for a secret, a few words between them: `<secret>{acme service …}</secret>`, "the
 * token of acme: `…`".
 */
const nearSecretWord =
  /(?:secret|token|password|passwd|credential|(?:api|access|private|auth)[ _-]?key)s?(?![a-z])=?(?:(?!\bid\b)[^\n=,;]){1,40}?(?<![\w+/=.~@:#-])(?=([\w+/=~-]{20,200}))\1(?![\w./-])/iy;

/** How much of a value is judged. The rest belongs to it too: tokens have thousands of characters. */
const judgedLength = 200;

const restOfValue = /[\w+/=.~-]*/y;

const nameLength = 40;

interface Name {
  text: string;
  /** Whether it is a parameter of a link: `?password=7df07604-…`, `&token=c8aa1930-…`, `?pwd=…`. */
  isPartOfLink: boolean;
}

/** Returns the whole name at a position: `NEXT_PUBLIC_` may precede it. */
function nameAround(text: string, index: number): Name {
  const before = /[\w.-]*$/.exec(text.slice(Math.max(0, index - nameLength), index))?.[0] ?? '';
  const after = /^[\w.-]*/.exec(text.slice(index, index + nameLength))?.[0] ?? '';
  return { text: before + after, isPartOfLink: /[?&]/.test(text[index - before.length - 1] ?? '') };
}

/** Returns whether a value is a secret of digits alone, as some services have. */
function isNumber(value: string, { text }: Name): boolean {
  return /^\d{16,40}$/.test(value) && /token|secret|passw/i.test(text);
}

const hasUuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

/** Names of keys that are meant to be public: of searches in pages, of analytics, of caches, and checksums of files. */
const isPublic =
  /public|publish|site[_-]?key|search|cache[_-]?key|(?:^|[_.-])pk|(?:key|client|pair)[_-]?id|tokeniz|fingerprint|checksum|digest|integrity|hash|sha\d|md5|commit[_-]?(?:sha|id)|continuation|next[_-]?(?:page|token)|page[_-]?token|version|cursor|csrf|nonce/i;

/** Data compressed by zlib or gzip, in base64: `api: eJztW1y2…` of Docusaurus is the description of an endpoint. */
const isPacked = /^(?:eJ[wxyz]|H4sI)/;
