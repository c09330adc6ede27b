/**
 * The permissions that an installation of a GitHub App, or a fine-grained token, needs: to push branches, and to open
 * pull requests, comment on them and label them. Comments and labels of pull requests need `issues` or `pull_requests`,
 * so the former is not required. Source: the permission tables of https://docs.github.com/rest/authentication
 */
export const neededPermissions: Readonly<Record<string, 'read' | 'write'>> = {
  contents: 'write',
  pull_requests: 'write',
};

/** The permissions to read checks: those that are granted are used, and pull requests need none of them. */
export const checksPermissions = ['checks', 'statuses', 'actions', 'deployments'] as const;

/** Returns the readable names of those `neededPermissions` that were not granted. */
export function missingPermissions(granted: Readonly<Record<string, string>>): string[] {
  return Object.entries(neededPermissions)
    .filter(([name, level]) => !levels.slice(levels.indexOf(level)).includes(granted[name] ?? 'none'))
    .map(([name, level]) => permissionName(name, level));
}

const levels = ['none', 'read', 'write', 'admin'];

/**
 * Reads the value of `x-accepted-github-permissions`, such as `contents=write; issues=read,pull_requests=read`: `;`
 * means or.
 */
export function permissionNames(header: string): string {
  return header
    .split(';')
    .map((set) =>
      set
        .split(',')
        .map((pair) => {
          const [name = '', level = ''] = pair.trim().split('=');
          return permissionName(name, level);
        })
        .join(' with '),
    )
    .join(' or ');
}

function permissionName(name: string, level: string): string {
  const words = name.replaceAll('_', ' ');
  const shown = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  return `"${shown}: ${level === 'write' ? 'read and write' : level}"`;
}
