/** Whether a rule such as `*` or `release-*` applies to a branch: `*` matches any characters, slashes included. */
export function matches(branch: string, rule: string): boolean {
  const [start = '', ...rest] = rule.split('*');
  const end = rest.pop();
  if (end === undefined) return branch === rule;
  if (!branch.startsWith(start) || branch.length < start.length + end.length || !branch.endsWith(end)) return false;
  let at = start.length;
  for (const part of rest) {
    const found = branch.indexOf(part, at);
    if (found === -1 || found + part.length > branch.length - end.length) return false;
    at = found + part.length;
  }
  return true;
}
