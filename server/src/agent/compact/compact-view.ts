import type { ModelMessage } from 'ai';
import { z } from 'zod';
import { compact, sizeOf } from './compact.ts';
import type { Compaction, SentMessage } from './compact.ts';
import { allLines } from '../text/line-ranges.ts';
import { readNote } from '../notes/seen-note.ts';

/** How a conversation was shortened before one answer of the model, in bytes of its messages. */
interface CompactionNote {
  /** The target size when it was shortened in advance. */
  ahead?: number;
  /** The target sizes, one for each time the model refused it as too long. */
  refused: number[];
}

/**
 * A conversation as it is sent to the model. The whole conversation is kept beside it. Between two compactions, what
 * was sent stays the same byte for byte, so that the provider's cache remains valid.
 *
 * How it was shortened is noted on the model's next message, as `providerOptions.copydesk.compacted` (providers ignore
 * names that are not theirs). The journal contains the whole conversation, so a resumed turn rebuilds the same view
 * from it.
 */
export class ConversationView {
  readonly whole: ModelMessage[] = [];
  #sent: SentMessage[] = [];
  /** How many of the first messages have been measured, and their bytes. */
  #measured = { messages: 0, bytes: 0 };
  #refusedBytes = Infinity;
  #note: CompactionNote = { refused: [] };

  static fromHistory(history: readonly ModelMessage[]): ConversationView {
    const view = new ConversationView();
    for (const message of history) {
      const note = CompactedNote.safeParse(message.providerOptions?.copydesk).data?.compacted;
      if (note !== undefined) view.#repeat(note);
      view.add(message);
    }
    return view;
  }

  /** The messages that are sent to the model. */
  get messages(): ModelMessage[] {
    return this.#sent.filter((message) => message !== undefined);
  }

  /** Bytes of the messages that are sent, without the instructions and the tools. */
  get bytes(): number {
    // Measured on demand: nobody needs the size when the model's window is unknown.
    const { messages, bytes } = this.#measured;
    const all = this.#sent.length;
    if (messages < all) this.#measured = { messages: all, bytes: bytes + sizeOf(this.#sent.slice(messages)) };
    return this.#measured.bytes;
  }

  /** The smallest size that the model has refused as too long in this job; Infinity when it has refused none. */
  get refusedBytes(): number {
    return this.#refusedBytes;
  }

  add(...messages: readonly ModelMessage[]): void {
    this.whole.push(...messages);
    this.#sent.push(...messages);
  }

  /**
   * Shortens older steps if that saves enough: each time invalidates the provider's cache. Undefined when it does not.
   */
  compactAhead(bytes: number): Compaction | undefined {
    const shorter = compact(this.#sent, bytes, 'older');
    if (this.bytes - shorter.bytes < this.bytes / 5) return undefined;
    this.#note.ahead = bytes;
    return this.#adopt(shorter);
  }

  /** Shortens a conversation that the model has refused; undefined when nothing is left to shorten. */
  compactRefused(bytes: number): Compaction | undefined {
    this.#refusedBytes = Math.min(this.#refusedBytes, this.bytes);
    const shorter = compact(this.#sent, bytes, 'all');
    if (shorter.bytes >= this.bytes) return undefined;
    this.#note.refused.push(bytes);
    return this.#adopt(shorter);
  }

  /** Adds to a message the note of how the conversation was shortened since the last one. */
  noteOn(message: ModelMessage): ModelMessage {
    const compacted = this.#note;
    if (compacted.ahead === undefined && compacted.refused.length === 0) return message;
    this.#note = { refused: [] };
    const copydesk = { ...message.providerOptions?.copydesk, compacted: { ...compacted } };
    return { ...message, providerOptions: { ...message.providerOptions, copydesk } };
  }

  /**
   * Returns the files whose content, as read or written, is no longer shown to the model and was not read or written
   * whole since.
   */
  outOfSight(): Set<string> {
    const paths = new Set<string>();
    let shortened = new Set<string>();
    for (const [index, message] of this.whole.entries()) {
      // Ids are unique within a step, and with some models only there.
      if (message.role === 'assistant') shortened = new Set();
      for (const id of shortenedCalls(message, this.#sent[index])) shortened.add(id);
      for (const { id, path, isWhole } of contentsShown(message)) {
        if (shortened.has(id)) paths.add(path);
        else if (isWhole) paths.delete(path);
      }
    }
    return paths;
  }

  #repeat({ ahead, refused }: CompactionNote): void {
    if (ahead !== undefined) this.#adopt(compact(this.#sent, ahead, 'older'));
    for (const bytes of refused) {
      this.#refusedBytes = Math.min(this.#refusedBytes, this.bytes);
      this.#adopt(compact(this.#sent, bytes, 'all'));
    }
  }

  #adopt(shorter: Compaction): Compaction {
    this.#sent = shorter.messages;
    this.#measured = { messages: shorter.messages.length, bytes: shorter.bytes };
    return shorter;
  }
}

/** Returns the ids of calls whose input or result is sent shortened, or not at all. */
function shortenedCalls(whole: ModelMessage, sent: SentMessage): string[] {
  if (whole === sent || typeof whole.content === 'string') return [];
  const left = sent === undefined || typeof sent.content === 'string' ? [] : sent.content;
  const ids: string[] = [];
  for (const [at, part] of whole.content.entries()) {
    const isCall = part.type === 'tool-call' || part.type === 'tool-result';
    if (isCall && part !== left[at]) ids.push(part.toolCallId);
  }
  return ids;
}

/** Tools after which the model knows the content of a file, or lines of it. */
const contentTools = new Set(['read_file', 'write_file', 'search']);

/** Returns the files whose content the results in a message have shown. */
function contentsShown(message: ModelMessage): { id: string; path: string; isWhole: boolean }[] {
  if (message.role !== 'tool') return [];
  return message.content.flatMap((part) => {
    if (part.type !== 'tool-result' || !contentTools.has(part.toolName)) return [];
    const seen = readNote(part.providerOptions);
    return seen.map(([path, { whole }]) => ({ id: part.toolCallId, path, isWhole: whole === allLines }));
  });
}

const CompactedNote = z.object({
  compacted: z.object({ ahead: z.number().optional(), refused: z.array(z.number()) }),
});
