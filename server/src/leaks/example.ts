import { isMadeUp } from './password.ts';
import { entropyOf, looksRandom } from './random.ts';

/**
 * Returns whether a finding is meant to be public: a placeholder, or one of the examples that services publish in their
 * own docs.
 */
export function isExample(value: string, rule: string): boolean {
  if (keyRules.has(rule)) return isExampleKey(value);
  if (passwordRules.has(rule)) return !looksRandom(value);
  if (published.some((one) => value.includes(one))) return true;
  if (/^ey[\w-]{16}/.test(value)) return isExampleToken(value);
  if (rule === 'authorization' && isExampleHeader(value)) return true;
  if (rule === 'kubernetes') return isExampleData(value);
  if (addressRules.has(rule)) return isExampleAddress(value);
  return placeholder.test(value) || isMonotonous(value);
}

const keyRules = new Set(['private-key', 'privatekey']);
const passwordRules = new Set(['command-password', 'netrc']);
const addressRules = new Set(['basicauth', 'database-connection-string']);

/**
 * Words that a random value contains at most once in a million, and signs of a place to fill in. A row such as
 * `1234567` is none: half of the values with which other scanners test themselves contain one, but no change of the
 * real docs that were examined does.
 */
const placeholder =
  /example|placeholder|changeme|replace|redacted|dummy|your[_-]?|my[_-]?secret|x{5,}|\*{3,}|\.{3}|<|\$\{|\{\{|0{8,}/i;

/**
 * Returns whether a value has few different characters, repeats one (`aaaaaaaa`, `000-000`), or, if it is short,
 * consists of rows: `abc123xyz789`.
 */
function isMonotonous(value: string): boolean {
  // Drops the prefixes of a service, unless the rest is the shorter part, as in `…-us10`.
  const after = value.slice(value.search(/[-_.:=]/) + 1);
  const tail = after.length < value.length / 2 ? value : after;
  const rest = tail.replaceAll(/(.)\1{5,}/g, '');
  return (rest.length < tail.length && rest.length < 16) || entropyOf(tail) < 2.5 || isOfRows(tail);
}

function isOfRows(tail: string): boolean {
  const last = tail.replace(/^(?:[a-z]{2,8}_)+/, '');
  return last.length < 16 && outsideRows(last) < 4;
}

/** Returns how many characters are outside rows of three or more in which each character follows the one before. */
function outsideRows(text: string): number {
  let [outside, row] = [0, 1];
  for (let at = 1; at <= text.length; at += 1) {
    if (text.charCodeAt(at) === text.charCodeAt(at - 1) + 1) row += 1;
    else {
      outside += row < 3 ? row : 0;
      row = 1;
    }
  }
  return outside;
}

/** Examples that vendors print: those of AWS, Stripe, GitHub, jwt.io and Azure's emulator, among others. */
const published = [
  'wJalrXUtnFEMI',
  'AKIAI44QH8DHBEXAMPLE',
  '4eC39HqLyjWDarjtT1zdp7dc',
  'BQokikJOvBiI2HlWgH4olfQ2',
  '16C7e42F292c6912E7710c838347Ae178B4a',
  'T00000000/B00000000',
  'ZZCWxGuXZZZZ',
  'eyJzdWIiOiIxMjM0NTY3ODkw',
  'MWYyZDFlMmU2N2Rm',
  'X4cTteJY_gn4FYPsXB8rdXix5vwsg1FLN5E3EaG6RJoVH',
  '870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE',
  'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq',
];

/** Returns whether a key has no real body: `MIIEpAIBAAKCAQEA...`, or one line of a few characters. */
function isExampleKey(value: string): boolean {
  const body = value.replaceAll(/-----?[^-]*-----?|\\[nr]|[^\w+/=.…*]/g, '');
  return body.length < 40 || /\.{3}|…|x{8,}|\*{4,}|(.)\1{19,}|example|your_/i.test(body);
}

/**
 * Returns whether a header is an example: a name and a password in base64 that look made up, or a short value that
 * does.
 */
function isExampleHeader(value: string): boolean {
  const plain = Buffer.from(value, 'base64').toString('latin1');
  if (/^[ -~]+$/.test(plain)) return placeholder.test(plain) || !/\d/.test(plain) || plain.length < 12;
  return value.length < 20 && !looksRandom(value);
}

/** Returns whether the JSON within a token is an example: `sub` 1234567890 and the like, which grants no access. */
function isExampleToken(value: string): boolean {
  const plain = value.split('.', 2).map((part) => Buffer.from(part, 'base64url').toString());
  return /"1234567890"|john doe|jane doe|\bfoo\b/i.test(plain.join(' '));
}

/** Returns whether data of Kubernetes in base64 is an example: a word, or a certificate, which is public. */
function isExampleData(value: string): boolean {
  const plain = Buffer.from(value, 'base64').toString().trim();
  return !plain.includes('PRIVATE KEY') && (!looksRandom(plain) || placeholder.test(plain));
}

const localHosts =
  /@(?:localhost|127\.|0\.0\.0\.0|\[::1\]|host\.docker|(?:[\w-]+\.)*example(?![\w-])|[\w-]+(?::\d+)?(?:[/?,]|$)|\$|\{|<|host)/i;

/**
 * Returns whether an address is an example, with a made-up host or a password of plain words: docs are full of
 * `postgres://user:password@localhost/db`.
 */
function isExampleAddress(value: string): boolean {
  const password = /:\/\/[^:@/\s]*:([^@\s]*)@/.exec(value)?.[1] ?? '';
  const named = value.slice(0, value.lastIndexOf('@'));
  const isPlain = password.length < 8 || !/\d/.test(password) || !/[a-z]/i.test(password);
  return isPlain || localHosts.test(value) || placeholder.test(named) || isMadeUp(password);
}
