/**
 * Returns how the command must be typed where this process was started: `npx copydesk` in a clone or a project, where
 * npm started it and the shell does not find it otherwise.
 */
export function commandTyped(env: Record<string, string | undefined>): 'copydesk' | 'npx copydesk' {
  const isByNpm = env.npm_command === 'exec' || env.npm_lifecycle_event !== undefined;
  return isByNpm ? 'npx copydesk' : 'copydesk';
}

const commands =
  'automation|completion|database|demo|doctor|feedback|help|job|key|login|mcp|mirror|model|openapi|project|questions|' +
  'report|serve|sign-in|status|trigger|views|webhook|work';

/** The command with one of its own, as hints write it: at the beginning, in quotes, or after a space or `$`. */
const hint = new RegExp(String.raw`(?<![\w/.@-])(?<!npx )copydesk (?=(?:${commands})(?![\w-]))`, 'g');

/** Writes hints in a text of Copydesk's own as the command must be typed. */
export function withTyped(text: string, typed: ReturnType<typeof commandTyped>): string {
  return typed === 'copydesk' ? text : text.replaceAll(hint, `${typed} `);
}
