import { CopydeskError } from '@copydesk/contract';

/** @throws CopydeskError `repository_invalid`. */
export function readRepositoryUrl(address: string): URL {
  const ssh = /^(?:ssh:\/\/)?(?:[\w.-]+@)([\w.-]+)(?::\d+)?[:/](?:\/)?(.+)$/.exec(address.trim());
  if (ssh !== null) {
    throw addressRefused(
      `${address} is an address for SSH, which is not supported. Give the https address: https://${ssh[1]}/${ssh[2]}`,
    );
  }
  const url = URL.parse(withScheme(address).trim());
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw addressRefused(
      `${JSON.stringify(address)} is not an https address of a repository, such as https://github.com/owner/name.`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw addressRefused(
      'The address contains a credential, which every user of this machine could read, and which is now in the history of ' +
        'the shell. Replace it at the host, and give the address without it.',
    );
  }
  url.search = '';
  url.hash = '';
  if (pathOf(url) === '') throw addressRefused(`${url.href} names no repository. Give its whole address.`);
  return url;
}

/** Adds the scheme that browsers hide: `github.com/acme/docs` → `https://github.com/acme/docs`. */
export function withScheme(address: string): string {
  return /^[\w-]+(\.[\w-]+)+(:\d+)?\//.test(address) ? `https://${address}` : address;
}

/** @throws CopydeskError `invalid_request`. */
export function readApiUrl(text: string): string {
  const url = URL.parse(text);
  const fits = url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '';
  if (fits && url.password === '' && url.search === '' && url.hash === '') return withoutSlash(url.href);
  throw new CopydeskError(
    'invalid_request',
    'The base address of the API must be an address without credentials and query, such as ' +
      'https://git.example.com/api/v4 (GitLab), https://git.example.com/api/v1 (Gitea, Forgejo) or ' +
      'https://git.example.com/api/v3 (GitHub Enterprise).',
    { errors: [{ pointer: '/apiUrl', detail: 'is not such an address' }] },
  );
}

/** Returns the path of a URL without slashes at both ends. */
export function pathOf(url: URL): string {
  return decodePath(url.pathname).replace(/^\/+|\/+$/g, '');
}

/** @throws CopydeskError `repository_invalid`. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (cause) {
    throw new CopydeskError('repository_invalid', `${path} is not a path: a % in it is not followed by a number.`, {
      cause,
    });
  }
}

export function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

/** Returns the error for an address that is not that of a repository. */
export function addressRefused(detail: string): CopydeskError {
  return new CopydeskError('repository_invalid', detail);
}
