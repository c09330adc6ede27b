import { credentialOf } from './forms/forms.ts';
import type { Credential } from './credential.ts';

/**
 * Finds a password with special characters after the name of a secret: `password: "xK9#…"`, `DB_PASSWORD=xK9#…`,
 * `;Pwd=xK9#…;`. It must have upper-case and lower-case letters, digits and special characters, and no word that marks
 * it as made up.
 *
 * @param index the position of a word of {@link passwordNames}.
 */
export function passwordAt(text: string, index: number): Credential | undefined {
  assigned.lastIndex = index;
  const match = assigned.exec(text);
  const value = match?.groups?.quoted ?? match?.groups?.bare;
  if (match === null || value === undefined || !looksChosen(value)) return undefined;
  const { end } = credentialOf('password', match, 0);
  const to = match.groups?.quoted === undefined ? end : end - 1;
  return { rule: 'password', start: to - value.length, end: to };
}

export const passwordNames: readonly string[] = [
  'passw',
  'passphrase',
  'pwd',
  'secret',
  'token',
  'apikey',
  'api_key',
  'kennwort',
];

/** Matches up to the closing quote; without quotes, what is alone on its line, or ends before a semicolon. */
const assigned =
  /[a-z][\w.-]{0,40}["'`\]]{0,2}\s{0,3}(?:=>|:=|[:=])[ \t]{0,3}(?:(["'`])(?=(?<quoted>[^\s"'`<>{}\\]{10,100}))\k<quoted>\1|(?=(?<bare>[^\s"'`<>{}()\\;,]{10,100}))\k<bare>(?=;|[ \t]*$))/imy;

function looksChosen(value: string): boolean {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\w+/=.~:@-]/].filter((kind) => kind.test(value)).length;
  return kinds === 4 && !isCode.test(value) && !isMadeUp(value);
}

/** Matches addresses, variables, paths and calls. */
const isCode = /:\/\/|^[$&*%#[]|\$[A-Z_]{2}|\$[({]|%[A-Z_]{2,}%|[([\]|]/;

/** Returns whether a password names itself, which a real one never does: `P@ssw0rd!`. */
export function isMadeUp(value: string): boolean {
  return words.test(withoutDisguise(value));
}

const words = /pass|secret|token|key|word|admin|test|demo|your|chang|welcome/i;

function withoutDisguise(value: string): string {
  return value.replaceAll(/[@4]/g, 'a').replaceAll('0', 'o').replaceAll('$', 's').replaceAll('3', 'e');
}
