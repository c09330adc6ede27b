/** `https://user:secret@host/x.git` → `https://host/x.git`; any other text as it is. */
export function withoutUser(address: string): string {
  if (!/^\s*https?:\/\//i.test(address)) return address;
  // A secret that contains a slash makes the address invalid: then everything before the last @ is removed.
  return URL.canParse(address)
    ? address.replace(/^(\s*https?:\/\/)[^/?#\\]*@/i, '$1')
    : address.replace(/^(\s*https?:\/\/).*@/is, '$1');
}

/** Why an address that contains a user was refused. */
export const userRemoved =
  'The address contained a user name or a secret, which was removed, because others see addresses. Continue without it; you are asked for a credential if one is needed.';
