import type { Credential } from './credential.ts';

/**
 * Values that nobody makes up by hand, behind the name of a secret: `db_password = "…"`, `"apiKey": "…"`. A name alone
 * says little in docs, so the value has to look random.
 */
export function assignedIn(text: string): Credential[] {
  return [...text.matchAll(assignment)].flatMap(({ 0: match, 1: value = '', index }) => {
    const end = index + match.length;
    const name = nameBefore(text, index, match);
    return isPublic.test(name) || !looksRandom(value)
      ? []
      : [{ rule: 'assigned-value', start: end - value.length, end }];
  });
}

/** Bounded at each place, so that a long line takes no more than its length. */
const assignment =
  /(?:access|auth|api|credential|creds|key|passwd|password|secret|token|adafruit|adobe|airtable|algolia|alibaba|asana|atlassian|confluence|jira|beamer|bitbucket|bittrex|meraki|cloudflare|codecov|cohere|coinbase|confluent|contentful|datadog|discord|droneci|dropbox|etsy|facebook|fastly|finicity|finnhub|flickr|freshbooks|gitter|gocardless|heroku|hubspot|intercom|jfrog|artifactory|kraken|kucoin|launchdarkly|linkedin|looker|mailchimp|mailgun|mapbox|mattermost|messagebird|netlify|newrelic|nytimes|okta|plaid|privateai|rapidapi|sendbird|sentry|snyk|sonar|squarespace|sumo|telegram|travis|twitch|twitter|yandex|zendesk)[\w.-]{0,30}["'`\]]{0,2}\s{0,3}(?::{1,3}=|=>|\|\||\?=|[:=>,])\s{0,3}["'`]?([\w+/=.~-]{12,200})(?![\w+/=.~-])/gi;

const nameLength = 40;

/** The whole name that a match stands in: `NEXT_PUBLIC_` may be before it. */
function nameBefore(text: string, index: number, match: string): string {
  const before = /[\w.-]*$/.exec(text.slice(Math.max(0, index - nameLength), index))?.[0] ?? '';
  return `${before}${/^[\w.-]*/.exec(match)?.[0] ?? ''}`;
}

/** Keys that are made to be shown: those of searches in pages, of analytics, of caches, and sums of files. */
const isPublic =
  /public|publish|site[_-]?key|search|cache[_-]?key|(?:^|[_.-])pk|(?:key|client)[_-]?id|fingerprint|checksum|digest|integrity|hash|sha\d|md5|commit|continuation|next[_-]?(?:page|token)|page[_-]?token|version|cursor|csrf|nonce/i;

/** Letters and digits take turns in it, as they do in no word, version or date. */
function looksRandom(value: string): boolean {
  if (/^(?:https?:|\/|\.)|\.[a-z]{1,5}$|[a-z]\.[a-z]/.test(value)) return false;
  const turns = value.match(/[a-z](?=\d)|\d(?=[a-z])/gi)?.length ?? 0;
  return turns >= 3 && entropyOf(value) >= 3;
}

/** Shannon's, in bits a character. */
export function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / value.length) * Math.log2(count / value.length), 0);
}
