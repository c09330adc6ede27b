/**
 * Whether an address leads to an issue, a pull request or the like, at any host. Hosts treat such a link as a
 * reference, and notify the followers of its target that it was mentioned. Percent-encoded addresses are decoded first.
 */
export function isOfDiscussion(address: string): boolean {
  return discussion.test(decodeOrKeep(address));
}

const discussion =
  /\/(?:issues|pulls?|merge_requests|epics|work_items|incidents|discussions|milestones|snippets|alerts|vulnerabilities|designs)\/\d+(?!\d*\.(?:mdx?|html?|rst|txt|adoc)\b)/i;

/**
 * Whether GitLab reads a link's destination as a reference, as in `[text](@name)` and `[text](group/project#12)`. After
 * `./` every host reads it as the name of a file, and it stays unchanged.
 */
export function isReference(destination: string): boolean {
  return /^(?!\.\/)[\w./-]*(?:[@#!&$]\d+|@[\w./-]+|[~%].*)(?:\+s?)?$/.test(decodeOrKeep(destination));
}

/** Removes what makes a text an address: it can be read and copied, and no host turns it into a link. */
export function withoutScheme(address: string): string {
  return address
    .replaceAll(/https?:\/\//gi, ' ')
    .trim()
    .replace(/^(?:\/\/|www\.)+/i, '');
}

/** Encodes names in the path of a bare address: `%40` leads to the same page. */
export function withoutNames(address: string): string {
  return address.replaceAll(/(?<![A-Za-z0-9])@/g, '%40');
}

function decodeOrKeep(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
