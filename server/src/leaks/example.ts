import { entropyOf, looksRandom } from './assigned.ts';

/**
 * Whether what a rule has found is made to be shown: a placeholder, or one of the examples that services publish in
 * their own docs.
 */
export function isExample(value: string, rule: string): boolean {
  if (rule === 'private-key') return isExampleKey(value);
  if (published.some((one) => value.includes(one))) return true;
  if (/^ey[\w-]{16}/.test(value)) return isExampleToken(value);
  if (rule === 'authorization' && placeholder.test(Buffer.from(value, 'base64').toString())) return true;
  if (rule === 'kubernetes') return isExampleData(value);
  if (rule === 'basicauth' || rule === 'database-connection-string') return isExampleAddress(value);
  return placeholder.test(value) || isMonotonous(value);
}

/** Words that no random value holds by accident but once in ten million, and signs of what is to be filled in. */
const placeholder =
  /example|placeholder|changeme|replace|redacted|dummy|fake|sample|insert|your[_-]?|my[_-]?secret|x{4,}|\*{3,}|\.{3}|<|\$\{|\{\{|0{6,}|1234567|2345678|9876543|abcdefg|bcdefgh|qwerty|xyz789|deadbeef|cafebabe|foobar/i;

/** A value of few characters, or of one that repeats: `aaaaaaaa`, `abababab`, `000-000`. */
function isMonotonous(value: string): boolean {
  // Without the prefix of a service, unless what follows is the shorter part, as in `…-us10`.
  const after = value.slice(value.search(/[-_.:=]/) + 1);
  const tail = after.length < value.length / 2 ? value : after;
  const rest = tail.replaceAll(/(.)\1{5,}/g, '');
  return (rest.length < tail.length && rest.length < 16) || entropyOf(tail) < 2.5;
}

/** As their makers print them: AWS's, Stripe's, GitHub's and that of jwt.io, among others. */
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
];

/** Without a body to speak of: `MIIEpAIBAAKCAQEA...`, or one line of a few characters. */
function isExampleKey(value: string): boolean {
  const body = value.replaceAll(/-----[^-]*-----|\\[nr]|\s/g, '');
  return body.length < 60 || /\.{3}|…|x{8,}|\*{4,}|(.)\1{19,}|example|your/i.test(body);
}

/** Of what is JSON within: `sub` 1234567890 and the like, which lets nobody in. */
function isExampleToken(value: string): boolean {
  const said = value.split('.', 2).map((part) => Buffer.from(part, 'base64url').toString());
  return /1234567890|john doe|jane doe|example|\bfoo\b|\bbar\b|hello|"test/i.test(said.join(' '));
}

/** What Kubernetes holds in base64: an example is a word, or a certificate, which is public. */
function isExampleData(value: string): boolean {
  const said = Buffer.from(value, 'base64').toString().trim();
  return !said.includes('PRIVATE KEY') && (!looksRandom(said) || placeholder.test(said));
}

const localHosts =
  /@(?:localhost|127\.|0\.0\.0\.0|\[::1\]|host\.docker|(?:[\w-]+\.)*example\b|[\w-]+(?::\d+)?(?:[/?,]|$)|\$|\{|<|host)/i;

/** Docs are full of `postgres://user:password@localhost/db`: of a made-up host, or with a password of plain words. */
function isExampleAddress(value: string): boolean {
  const password = /:\/\/[^:@/\s]*:([^@\s]*)@/.exec(value)?.[1] ?? '';
  const isPlain = password.length < 8 || !/\d/.test(password) || !/[a-z]/i.test(password);
  return isPlain || localHosts.test(value) || placeholder.test(value) || /pass|secret|token|key/i.test(password);
}
