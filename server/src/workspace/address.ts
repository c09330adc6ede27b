import { isAbsolute, normalize } from 'node:path';
import { CopydeskError } from '@copydesk/contract/errors';
import type { Source } from './source.ts';

export type UrlProtocol = 'https' | 'http' | 'file';

/** A source's location as git gets it: checked, and assembled again from its parts. */
export type Address =
  | { kind: 'url'; url: string; protocol: UrlProtocol; origin: string }
  | { kind: 'path'; path: string };

/**
 * Reads a source's location.
 * @throws CopydeskError `repository_invalid` for anything but a plain https URL (http and file when the operator allows
 *   them) or an absolute path
 */
export function readAddress({ kind, location }: Pick<Source, 'kind' | 'location'>, allowed: UrlProtocol[]): Address {
  // Control characters, and the whitespace that URL parsers drop silently, have no business in either kind.
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(location)) throw invalidError('it holds control characters');
  return kind === 'path' ? readPath(location) : readUrl(location, allowed);
}

function readPath(location: string): Address {
  if (!isAbsolute(location)) throw invalidError(`the path ${location} is not absolute`);
  return { kind: 'path', path: normalize(location).replace(/(?<=.)\/+$/, '') };
}

function readUrl(location: string, allowed: UrlProtocol[]): Address {
  const url = URL.parse(location);
  if (!url || /\s/.test(location)) {
    const hint = /^[^/:]+@[^/:]+:/.test(location)
      ? '; for this host it usually begins like https://host/owner/name'
      : '';
    throw invalidError(`it is not a URL${hint}`);
  }
  const protocol = allowed.find((name) => `${name}:` === url.protocol);
  if (!protocol) {
    throw invalidError(`${url.protocol.slice(0, 20)} is not allowed here; use ${allowed.join(' or ')}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidError('it contains credentials; give the URL without them, and the credentials separately');
  }
  if (url.search !== '' || url.hash !== '') throw invalidError('it contains a query or a fragment; give the plain URL');
  // A host name with a dot at its end, or with a leading character that curl reads as an instruction, would escape the
  // address that git is restricted to.
  const isOdd = /^[-+]/.test(url.host) || url.hostname.endsWith('.');
  if (isOdd || (url.host === '') !== (protocol === 'file')) throw invalidError('its host is not valid');
  return { kind: 'url', url: url.href, protocol, origin: url.origin };
}

function invalidError(reason: string): CopydeskError {
  return new CopydeskError(
    'repository_invalid',
    `The repository address cannot be used: ${reason}. Give an https URL, or the absolute path of a repository on this machine.`,
  );
}

/**
 * Checks a branch name by the rules of `git check-ref-format --branch`.
 * @throws CopydeskError `ref_not_found`: no such branch can exist
 */
export function checkBranch(name: string): string {
  if (isBranchName(name)) return name;
  throw new CopydeskError(
    'ref_not_found',
    `${JSON.stringify(name.slice(0, 100))} cannot be the name of a branch. Give a branch such as main.`,
  );
}

/** Whether {@link checkBranch} accepts a name. */
export function isBranchName(name: string): boolean {
  if (name.startsWith('-') || name === 'HEAD' || name === '@' || Buffer.byteLength(name) > 200) return false;
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  if (/[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\.$/.test(name) || !name.isWellFormed()) return false;
  return name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'));
}

/** Checks that a text is a commit id, so that it is safe on a command line. */
export function checkCommitId(id: string): string {
  if (/^[0-9a-f]{40}$/.test(id)) return id;
  throw new CopydeskError('ref_not_found', `${JSON.stringify(id.slice(0, 100))} is not the id of a commit.`);
}
