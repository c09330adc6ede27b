import type { Credential } from './credential.ts';
import { credentialOf } from './forms.ts';

/**
 * A value that nobody makes up by hand, behind the name of a secret: `db_password = "…"`, `"apiKey": "…"`. A name alone
 * says little in docs, so the value has to look random.
 *
 * @param index where a word of {@link secretNames} stands.
 */
export function assignedAt(text: string, index: number): Credential | undefined {
  const assigned = matchAt(assignment, text, index);
  const match = assigned ?? matchAt(said, text, index);
  if (match === null) return undefined;
  const [, value = ''] = match;
  if (assigned === null && isUuid.test(value)) return undefined;
  const name = nameAround(text, index);
  if (!looksRandom(value) || isPublic.test(name.text) || isPacked.test(value)) return undefined;
  const isPartOfLink = /[?&]/.test(text[name.start - 1] ?? '');
  if (isPartOfLink && (name.text === 'pwd' || isUuid.test(value))) return undefined;
  const { rule, start, end } = credentialOf('assigned-value', match, 0);
  const rest = value.length < longest ? undefined : matchAt(restOfValue, text, end);
  return { rule, start, end: end + (rest?.[0].length ?? 0) };
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

/** Words for a secret, and services that call theirs by their own name. */
export const secretNames: readonly string[] = (
  'access auth api bearer credential creds key kennwort pass pwd secret senha token wachtwoord adafruit adobe airtable algolia alibaba asana atlassian ' +
  'confluence jira beamer bitbucket bittrex meraki bintray cloudflare codecov cohere coinbase confluent contentful datadog ' +
  'discord droneci dropbox etsy facebook fastly finicity finnhub flickr freshbooks gitter gocardless heroku hubspot intercom ' +
  'jfrog artifactory kraken kucoin launchdarkly linear linkedin linked-in linked_in looker mailchimp mailgun mapbox mattermost messagebird message-bird message_bird netlify ' +
  'newrelic new-relic new_relic newyorktimes new-york-times new_york_times nytimes okta plaid privateai private-ai private_ai rapidapi sendbird sentry snyk sonar sourcegraph ' +
  'squarespace sumo telegram travis twitch twitter xray yandex zendesk'
).split(' ');

/** From one of the names on. Bounded at each place, so that a long line takes no more than its length; what is taken as a value is never tried shorter. */
const assignment =
  /[a-z][\w.-]{0,45}["'`\]]{0,2}(?:[ \t]{1,3}string)?\s{0,3}(?:(?::{1,3}=|=>|\|\||[?.+]=|[:=])\s{0,3}|>\s{0,20}|,[ \t]{0,3})["'`]?(?=([\w+/=.~-]{12,200}))\1/iy;

/**
 * As pages say it, with marks and tags between: `**API key:** …`, `| Token | … |`, `<td>Token</td><td>…</td>`, `--token …`, "the
 * password is …". A line ends within it after a tag alone, or as YAML has it. That is less of a sign than an equals sign, so the value has
 * to be longer.
 */
const said =
  /[a-z][\w.-]{0,45}(?![\w.-])(?:[ \t"'`*:=>|()[\]{}\\–—：-]|<\/?[a-z]{1,6}>|(?<=<\/?[a-z]{1,6}>|: ?[>|]-?)\n){1,16}(?:is[ \t]{1,3}["'`*]{0,3})?(?=([\w+/=~-]{20,200}))\1/iy;

/** Of a value this much is judged; what is longer belongs to it, too: tokens have thousands of characters. */
const longest = 200;

const restOfValue = /[\w+/=.~-]*/y;

const nameLength = 40;

/** The whole name that stands at a place: `NEXT_PUBLIC_` may be before it. */
function nameAround(text: string, index: number): { text: string; start: number } {
  const before = /[\w.-]*$/.exec(text.slice(Math.max(0, index - nameLength), index))?.[0] ?? '';
  const after = /^[\w.-]*/.exec(text.slice(index, index + nameLength))?.[0] ?? '';
  return { text: before + after, start: index - before.length };
}

/** `?password=7df07604-…`, `&token=c8aa1930-…`, `?pwd=…`: what services put into links to meetings and images, to be handed around. */
const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Keys that are made to be shown: those of searches in pages, of analytics, of caches, and sums of files. */
const isPublic =
  /public|publish|site[_-]?key|search|cache[_-]?key|(?:^|[_.-])pk|(?:key|client)[_-]?id|fingerprint|checksum|digest|integrity|hash|sha\d|md5|commit|continuation|next[_-]?(?:page|token)|page[_-]?token|version|cursor|csrf|nonce/i;

/** Of zlib and gzip, in base64: `api: eJztW1y2…` of Docusaurus holds the description of an endpoint. */
const isPacked = /^(?:eJ[wxyz]|H4sI)/;

/**
 * Letters and digits take turns in it, as they do in no word, version or date; or large letters, small ones and digits do so as often
 * as by chance, which is for six characters of ten, and in names such as `myV2TokenFactory` for three.
 */
export function looksRandom(value: string): boolean {
  if (!/\d/.test(value) || /^(?:https?:|\/|\.)|\.[a-z]{1,5}$|[a-z]\.[a-z]/.test(value)) return false;
  const turns = value.match(/[a-z](?=\d)|\d(?=[a-z])/gi)?.length ?? 0;
  return (turns >= 3 || isMixed(value)) && entropyOf(value) >= 3;
}

function isMixed(value: string): boolean {
  const turns = value.match(/[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[A-Za-z])/g)?.length ?? 0;
  return value.length >= 20 && turns >= value.length * 0.5;
}

/** Shannon's, in bits a character. */
export function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / value.length) * Math.log2(count / value.length), 0);
}
