import { CopydeskError } from '@copydesk/contract';

export const shortestPassword = 12;
export const longestPassword = 1_000;

/**
 * Checks a new password (NIST SP 800-63B, 5.1.1.2): it must be long, and not what everybody knows about its owner.
 * There are no rules about digits and signs, since they produce passwords that are forgotten and not better.
 *
 * @throws CopydeskError `invalid_request` with the pointer `/password`.
 */
export function requireGoodPassword(password: string, owner: { name: string; email: string | null }): void {
  const fault = faultOf(password.normalize('NFC'), owner);
  if (fault === undefined) return;
  throw new CopydeskError('invalid_request', `The password ${fault}.`, {
    errors: [{ pointer: '/password', detail: fault }],
  });
}

function faultOf(password: string, { name, email }: { name: string; email: string | null }): string | undefined {
  const { length } = Array.from(password);
  if (length < shortestPassword) return `must have at least ${shortestPassword} characters; it has ${length}`;
  if (length > longestPassword) return `must have at most ${longestPassword.toLocaleString('en')} characters`;
  if (!password.isWellFormed()) return 'holds half a character; type it again';
  const known = [name, email, email?.split('@')[0]].filter((one) => one != null).map(foldText);
  return known.includes(foldText(password)) ? 'must not be the name or the e-mail address' : undefined;
}

function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll(/\s/g, '');
}
