import { isInnerList, parseDictionary, parseItem } from 'structured-headers';

/** One member of a `Signature-Agent` header. */
export interface SignatureAgent {
  /** Its key; undefined in the header's old forms, which have only one member. */
  key: string | undefined;
  /** An https address. */
  uri: string;
}

/**
 * Reads a `Signature-Agent` header in the three forms in use: the dictionary of the current draft
 * (`sig1="https://agent.example"`), the string of earlier drafts (`"https://chatgpt.com"`), and the bare address that
 * DuckDuckBot sends. Empty for anything else, and for addresses that are not https.
 */
export function signatureAgents(header: string): SignatureAgent[] {
  const text = header.trim();
  const read = /^https:\/\//i.test(text)
    ? [{ key: undefined, value: text }]
    : (membersOfString(text) ?? membersOfDictionary(text));
  return read.flatMap(({ key, value }) => {
    if (typeof value !== 'string' || /[\s,;"]/.test(value) || !URL.canParse(value)) return [];
    const url = new URL(value);
    return url.protocol === 'https:' ? [{ key, uri: url.href }] : [];
  });
}

type Member = { key: string | undefined; value: unknown };

function membersOfString(text: string): Member[] | undefined {
  if (!text.startsWith('"')) return undefined;
  try {
    return [{ key: undefined, value: parseItem(text)[0] }];
  } catch {
    return [];
  }
}

function membersOfDictionary(text: string): Member[] {
  try {
    return [...parseDictionary(text)].map(([key, member]) => ({
      key,
      value: isInnerList(member) ? undefined : member[0],
    }));
  } catch {
    return [];
  }
}
