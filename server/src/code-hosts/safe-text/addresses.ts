/**
 * Whether an address leads to an issue, a pull request or the like, at whatever host: hosts take such a link for a
 * reference, and tell those who follow the thing that it was mentioned. Addresses in which something is percent-encoded
 * are judged by what they mean.
 */
export function isOfDiscussion(address: string): boolean {
  return discussion.test(decoded(address));
}

const discussion =
  /\/(?:issues|pulls?|merge_requests|epics|work_items|incidents|discussions|milestones|snippets|alerts|vulnerabilities|designs)\/\d+(?!\d*\.(?:mdx?|html?|rst|txt|adoc)\b)/i;

/**
 * `[text](@name)` and `[text](group/project#12)` are references to GitLab, though the destination says nothing else. Behind `./`
 * it is a file's name to all of them, and stays as it is.
 */
export function isReference(destination: string): boolean {
  return /^(?!\.\/)[\w./-]*(?:[@#!&$]\d+|@[\w./-]+|[~%].*)(?:\+s?)?$/.test(decoded(destination));
}

/** Without what makes an address of it: it can be read and copied, and nothing links it. */
export function withoutScheme(address: string): string {
  return address
    .replaceAll(/https?:\/\//gi, ' ')
    .trim()
    .replace(/^(?:\/\/|www\.)+/i, '');
}

/** A bare address whose path holds a name: `%40` leads to the same page. */
export function withoutNames(address: string): string {
  return address.replaceAll(/(?<![A-Za-z0-9])@/g, '%40');
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
