/**
 * Settings of every git call. They are on the command line, which overrides every configuration file, so that nothing
 * in a repository can run or reach anything outside it.
 */
const fixedSettings: Record<string, string> = {
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.symlinks': 'false',
  'core.attributesFile': '/dev/null',
  'core.protectHFS': 'true',
  'core.protectNTFS': 'true',
  'core.quotePath': 'false',
  'safe.bareRepository': 'explicit',
  // The repository of an operator may belong to another user than the process. With all settings above this line, its
  // configuration can no longer run a program, which is what the owner check would prevent.
  'safe.directory': '*',
  'protocol.ext.allow': 'never',
  'submodule.recurse': 'false',
  'transfer.fsckObjects': 'true',
  // Faults in old histories of honest repositories. They cannot harm a tree that is never checked out.
  'fetch.fsck.zeroPaddedFilemode': 'ignore',
  'fetch.fsck.missingEmail': 'ignore',
  'fetch.fsck.missingSpaceBeforeEmail': 'ignore',
  'fetch.fsck.missingSpaceBeforeDate': 'ignore',
  'fetch.fsck.badTimezone': 'ignore',
  'fetch.fsck.badDate': 'ignore',
  'fetch.fsck.badDateOverflow': 'ignore',
  'fetch.fsck.badEmail': 'ignore',
  'http.followRedirects': 'false',
  // A host that accepts and then sends nothing for a minute is down. One that is working sends a keep-alive every five
  // seconds.
  'http.lowSpeedLimit': '1',
  'http.lowSpeedTime': '60',
  'credential.helper': '',
  // One flush for all objects of a call instead of one each: storing a dozen took 10 to 20 ms instead of 30 to 200.
  'core.fsyncMethod': 'batch',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'receive.autogc': 'false',
};

/** What git may see of the environment: where programs are, proxies, and trusted certificates. */
const inheritedVariables = [
  'PATH',
  'TMPDIR',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'ALL_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'all_proxy',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'GIT_SSL_CAINFO',
];

/** Returns the `-c` arguments of {@link fixedSettings}, without those that a call must leave to the repository. */
export function settingArguments(without: string[] = []): string[] {
  return Object.entries(fixedSettings)
    .filter(([name]) => !without.includes(name))
    .flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

export interface GitEnvironmentOptions {
  /** The environment of the process, of which a few variables are passed on. */
  environment: NodeJS.ProcessEnv;
  /** Transports that this call may use; none when empty. */
  protocols?: string[];
  /** Settings of this call that must not be on the command line, where every user of the machine could read them. */
  settings?: GitSettings;
}

/** By name. A setting that git reads as a list has several values. */
export type GitSettings = Readonly<Record<string, string | readonly string[]>>;

/** Builds the environment of a git call from nothing. */
export function gitEnvironment({ environment, protocols = [], settings = {} }: GitEnvironmentOptions) {
  const kept = inheritedVariables.flatMap((name) =>
    environment[name] === undefined ? [] : [[name, environment[name]]],
  );
  const given = Object.entries(settings).flatMap(([name, values]) => [values].flat().map((value) => [name, value]));
  return {
    ...Object.fromEntries(kept),
    // No file of a user is read: no `.netrc`, no `.config/git`.
    HOME: '/nonexistent',
    LC_ALL: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_ALLOW_PROTOCOL: protocols.join(':'),
    GIT_CONFIG_COUNT: String(given.length),
    ...Object.fromEntries(
      given.flatMap(([name, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, name],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  } satisfies NodeJS.ProcessEnv;
}
