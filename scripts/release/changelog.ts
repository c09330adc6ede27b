const head = `# Changelog

What changed, by version, newest first. The lines are the subjects of the commits; their reasons stand in the commits.
`;

/** Adds a version at the top. @throws Error when it exists already. */
export function addVersion(changelog: string, version: string, date: string, subjects: string[]): string {
  const text = changelog === '' ? head : changelog;
  if (text.includes(`\n## ${version} `)) throw new Error(`CHANGELOG.md has ${version} already`);
  const shown = [...new Set(subjects.filter((subject) => !/^(?:Merge|Release|Format$)/.test(subject)))];
  const lines = shown.length === 0 ? ['Nothing but the version.'] : shown.map((subject) => `- ${subject}`);
  const section = `## ${version} (${date})\n\n${lines.join('\n')}\n`;
  const first = text.indexOf('\n## ');
  if (first < 0) return `${text}\n${section}`;
  return `${text.slice(0, first + 1)}${section}\n${text.slice(first + 1)}`;
}
