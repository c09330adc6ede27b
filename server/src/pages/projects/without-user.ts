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
  'A user name or a secret stood in the address, and was removed: addresses are shown to others. Look at it without; a credential is asked for where one is needed.';
