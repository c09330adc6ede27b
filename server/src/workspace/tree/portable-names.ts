import { mayRun } from '@copydesk/contract/machine-words';

/**
 * Returns why other systems cannot store, show or distinguish the name of a new file or folder; undefined when they
 * can. On Windows, a clone of the whole repository fails when one name in it is `aux` or `a?.md`.
 */
export function portabilityFault(name: string): string | undefined {
  if (/[<>:"|?*\\]/.test(name)) return 'it has a name with a character that Windows does not allow';
  if (/^ |[ .]$/.test(name)) return 'it has a name that begins with a space, or ends with a space or a dot';
  if (deviceNames.test(name)) return 'it has a name that is a device on Windows';
  if (/^[^.]{1,8}~\d{1,6}(?:\.[^.]{0,3})?$/.test(name)) return 'it has a name that is short for another on Windows';
  if (/^[-~]/.test(name)) return 'it has a name that begins as options and homes of users do for commands';
  if (mayRun(name)) return 'it has a name of which a shell or a template may run a part';
  if (invisibleCharacters.test(name)) return 'it has a name with invisible characters';
  return undefined;
}

/** A longer path does not fit into the 260 characters of Windows below the folder of a clone. */
export const maximumPathCharacters = 240;

const deviceNames = /^(?:aux|con|nul|prn|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i;

/** Invisible, bidirectional and control characters, and all spaces except the ordinary one. */
const invisibleCharacters =
  /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u2800]|(?! )\p{Zs}/u;
