import { CopydeskError } from '@copydesk/contract';
import type { Conversation, ConversationEvent } from './conversation.ts';
import { openPlanContext } from './plan-context.ts';
import type { RecordingContext } from './plan-context.ts';
import type { CopyeditorDocs, Plan, ToolAnswer, ToolCall } from './plans/plan.ts';
import { converse } from './program.ts';
import type { Inbox } from './program.ts';

/** The model's next reply: tool calls with its notes to itself, or the closing text. */
export type Reply = { calls: ToolCall[]; notes: unknown[] } | { text: string };

/**
 * A program that runs along a conversation. For recorded steps it gets the recorded results and notes, so a new session
 * reaches the state of an earlier one; then it goes on. A session that is kept between two calls reads each event only
 * once, however long the conversation gets.
 */
export class Session {
  readonly #inbox: Inbox = { prompts: [] };
  readonly #context: RecordingContext;
  readonly #program: Plan<string>;
  /** How many events the program has received. */
  #known = 0;
  #steps = 0;
  /** The program's calls that have no results yet. */
  #pending: ToolCall[] | undefined;
  #answers: ToolAnswer[] = [];

  constructor(docs: CopyeditorDocs, lastClosing: string | undefined) {
    this.#context = openPlanContext(docs);
    this.#program = converse(this.#context, this.#inbox, lastClosing);
  }

  /** Whether a conversation continues the one that this session has followed, with results for its own last calls. */
  isFollowedBy({ events }: Conversation): boolean {
    const step = events[this.#known];
    if (this.#pending === undefined || step?.type !== 'step' || !isSameWork(this.#pending, step.calls)) return false;
    const prompts = events.slice(0, this.#known).filter((event) => event.type === 'prompt');
    const known = this.#inbox.prompts;
    return prompts.length === known.length && prompts.every((prompt, index) => prompt.text === known[index]?.text);
  }

  /**
   * Passes all new events to the program and returns its next reply.
   *
   * @throws CopydeskError the program's errors, or `model_failed` when the recorded steps differ from those that it
   *   makes.
   */
  async advance({ events }: Conversation): Promise<Reply> {
    for (const event of events.slice(this.#known)) await this.#take(event);
    this.#known = events.length;
    const result = await this.#run(undefined);
    if (result.done === true) return { text: result.value };
    this.#pending = result.value;
    return { calls: result.value, notes: this.#context.notes() };
  }

  async #take(event: ConversationEvent): Promise<void> {
    if (event.type === 'prompt') {
      this.#inbox.prompts.push({ text: event.text, group: this.#steps });
      return;
    }
    if (this.#pending === undefined) {
      const result = await this.#run(event.notes);
      this.#pending = result.done === true ? [] : result.value;
    }
    if (!isSameWork(this.#pending, event.calls)) throw divergedError();
    this.#pending = undefined;
    this.#answers = event.answers;
    this.#steps += 1;
  }

  /** @param notes the notes of the recorded step that the program must repeat; undefined for a new step. */
  async #run(notes: unknown[] | undefined): Promise<IteratorResult<ToolCall[], string>> {
    this.#context.begin(notes);
    const answers = this.#answers;
    this.#answers = [];
    return await this.#program.next(answers);
  }
}

/** Whether two steps call the same tools on the same files: cheap, and enough to distinguish them. */
function isSameWork(made: readonly ToolCall[], recorded: readonly ToolCall[]): boolean {
  return (
    made.length === recorded.length &&
    made.every((call, index) => {
      const other = recorded[index];
      return call.tool === other?.tool && call.input.path === other.input.path;
    })
  );
}

function divergedError(): CopydeskError {
  return new CopydeskError(
    'model_failed',
    'The built-in copyeditor cannot continue where the conversation was interrupted: its recorded steps differ from those ' +
      'that it would make now, perhaps because of an upgrade. Create a new job with the same prompt.',
    { retryable: false },
  );
}
