import { CopydeskError, instructionsMark, Prompt } from '@copydesk/contract';
import type { OlderJobRequest, OlderMessage } from '@copydesk/contract';

type Said = Pick<OlderMessage, 'role'> & { text: string };

/**
 * Converts the messages of the older version to one prompt. The messages of users are the task; when an assistant has
 * also written something, the last user message comes first. The `system` text follows as instructions of the job.
 * Without a user message, `system` is the task.
 *
 * @throws CopydeskError `invalid_request` when no task is left, or Copydesk does not accept the prompt.
 */
export function promptOfMessages(messages: OlderJobRequest['messages']): string {
  const texts = messages.map((message) => ({ role: message.role, text: textOf(message) }));
  const spoken = texts.filter(({ text }) => text.trim() !== '');
  const system = spoken.filter(({ role }) => role === 'system').map(({ text }) => text);
  const task = taskOf(spoken.filter(({ role }) => role !== 'system'));
  const hasInstructions = task !== undefined && system.length > 0;
  return requirePrompt(
    hasInstructions ? `${task}\n\n${instructionsMark}\n${system.join('\n\n')}` : (task ?? system.join('\n\n')),
  );
}

function textOf({ content, parts = [] }: OlderMessage): string {
  if (typeof content === 'string') return content;
  const pieces = (content ?? parts).filter(({ type }) => type === 'text').map(({ text }) => text ?? '');
  return pieces.join('\n');
}

/** Returns undefined when there is no user message. */
function taskOf(spoken: readonly Said[]): string | undefined {
  const last = spoken.findLastIndex(({ role }) => role === 'user');
  const task = spoken[last];
  if (task === undefined) return undefined;
  if (spoken.every(({ role }) => role === 'user')) return spoken.map(({ text }) => text).join('\n\n');
  const others = spoken.toSpliced(last, 1).map(({ role, text }) => `${names[role]}: ${text}`);
  return [task.text, 'Other messages:', ...others].join('\n\n');
}

const names = { user: 'User', assistant: 'Assistant', system: 'System' } as const;

function requirePrompt(prompt: string): string {
  const { success, error } = Prompt.safeParse(prompt);
  if (success) return prompt;
  const found = error.issues[0]?.message ?? 'must be a prompt';
  const detail =
    prompt.trim() === ''
      ? 'contain no text of a user or of the system; give the instruction to carry out'
      : `together ${found}`;
  throw new CopydeskError('invalid_request', `The messages ${detail}.`, { errors: [{ pointer: '/messages', detail }] });
}
