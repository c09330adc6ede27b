/** The options of every middleware. */
export interface TrackerOptions {
  /** The address of the Copydesk server, such as `https://desk.example.com`. */
  url: string;
  /** The project that the pages belong to: `prj_…`. */
  projectId: string;
  /** An API key of that project with the scope `ingest`: `desk_…`. It is never read from anywhere else. */
  key: string;
  /**
   * Only these paths are pages. A string matches a path and everything below it; a regular expression is tested against
   * the path.
   */
  include?: (string | RegExp)[];
  /** These paths are not pages, whatever `include` says. */
  exclude?: (string | RegExp)[];
  /**
   * How many proxies are in front of the site, each of which appends to `X-Forwarded-For`; `true` is one. Without it no
   * `X-Forwarded-*` header is trusted, since anyone can send one.
   */
  trustProxy?: boolean | number;
  /**
   * Called when something goes wrong, once for each disturbance and not for each view. Writes a warning to the console
   * when absent.
   */
  onError?: (error: Error) => void | Promise<void>;
}

/** Checked options. */
export interface Settings {
  endpoint: string;
  key: string;
  include: (string | RegExp)[] | undefined;
  exclude: (string | RegExp)[];
  /** 0 when no proxy is trusted. */
  proxies: number;
  onError: (error: Error) => void | Promise<void>;
}

/**
 * Checks the options when the site starts, so that nothing has to be refused while it serves.
 * @throws TypeError that says which option is wrong, and what it should be.
 */
export function readOptions(options: TrackerOptions): Settings {
  if (typeof options !== 'object' || options === null) refuse('options', 'an object with url, projectId and key');
  return {
    endpoint: readEndpoint(options),
    key: readKey(options.key),
    include: options.include === undefined ? undefined : readPaths('include', options.include),
    exclude: readPaths('exclude', options.exclude ?? []),
    proxies: readProxies(options.trustProxy ?? false),
    onError: options.onError ?? ((error) => console.warn(error.message)),
  };
}

function readEndpoint({ url, projectId }: TrackerOptions): string {
  const address = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  if (address === undefined || !/^https?:$/.test(address.protocol)) {
    return refuse('url', 'the address of the Copydesk server, such as https://desk.example.com');
  }
  if (address.username !== '' || address.search !== '' || address.hash !== '') {
    return refuse('url', 'an address without user, query and fragment; the key is an option of its own');
  }
  if (typeof projectId !== 'string' || !/^prj_\w+$/.test(projectId)) {
    return refuse('projectId', 'the id of a project, which begins with prj_');
  }
  return `${address.origin}${address.pathname.replace(/\/+$/, '')}/v1/collect/${projectId}`;
}

/** No message contains the key, since messages end up in logs. */
function readKey(key: string): string {
  if (typeof key === 'string' && /^desk_[\dA-Za-z]+$/.test(key)) return key;
  return refuse('key', 'an API key with the scope ingest, which begins with desk_');
}

function readPaths(name: string, paths: (string | RegExp)[]): (string | RegExp)[] {
  if (Array.isArray(paths) && paths.every(isPathPattern)) return paths;
  return refuse(name, 'a list of paths that begin with a slash, and of regular expressions');
}

function isPathPattern(path: unknown): boolean {
  return path instanceof RegExp || (typeof path === 'string' && path.startsWith('/'));
}

function readProxies(trustProxy: boolean | number): number {
  const proxies = Number(trustProxy);
  if (Number.isInteger(proxies) && proxies >= 0) return proxies;
  return refuse('trustProxy', 'true, false, or how many proxies stand in front of the site');
}

function refuse(option: string, needed: string): never {
  throw new TypeError(`Copydesk tracker: the option "${option}" is missing or not valid; it must be ${needed}.`);
}
