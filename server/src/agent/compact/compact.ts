import type { AssistantContent, ModelMessage, ToolContent } from 'ai';
import { stepLine, stepsLeftOut, stepsLine } from './compact-lines.ts';
import { cutClosing, cutResult, lineForLeftOut, shortenInput } from './compact-parts.ts';
import { weightOfImages, withoutImages } from '../images/shown-images.ts';

/**
 * A message as it is sent; undefined in place of one that is left out, so that indexes stay those of the whole
 * conversation.
 */
export type SentMessage = ModelMessage | undefined;

/** A shortened conversation, and how much of it was shortened. */
export interface Compaction {
  messages: SentMessage[];
  /** Bytes of all messages, as {@link sizeOf} counts. */
  bytes: number;
  /** How many results and inputs of tool calls are shorter now, or left out. */
  results: number;
  characters: number;
}

/**
 * What may be shortened: steps that lie some way back, or, when nothing else helps, also those that the model is
 * working with.
 */
export type CompactionScope = 'older' | 'all';

/** How many of the newest steps are changed only after the model has refused the rest: it is working with them. */
const recentSteps = 3;

/** How many of the newest replaced steps keep a line each, as long as that helps. A model rarely needs those before. */
const stepsWithLines = 40;

/** A result of the newest step is not cut below this many characters until nothing else helps. */
const leastShown = 1_000;

/** How many characters of a closing text stay when nothing else helps. */
const closingShown = 500;

/**
 * Shortens a conversation until it has at most `target` bytes, or until nothing is left to shorten. It starts with tool
 * results, the oldest first, then large inputs of calls, then whole old steps, each of which becomes a line that says
 * what it did. After the model has refused that, it also shortens results and inputs of the last steps, merges the
 * lines into one, cuts old closing texts, and finally cuts the results of the newest calls.
 *
 * What people said stays word for word. No call is left without its result, and no reasoning without its calls, because
 * providers refuse that.
 *
 * The order does not depend on the target, so shortening to 100 and then to 50 gives the same as shortening to 50 at
 * once. A resumed turn therefore gets the same bytes, which the provider may still have in its cache.
 */
export function compact(messages: readonly SentMessage[], target: number, scope: CompactionScope): Compaction {
  const work = new Work(messages);
  const older = { from: recentSteps, to: Infinity };
  leaveOut(work, target, older);
  for (const index of work.steps(older)) if (work.bytes > target) work.putLine(index);
  mergeLines(work, target, { from: stepsWithLines, to: Infinity });
  if (scope === 'older') return work.outcome();
  leaveOut(work, target, { from: 1, to: recentSteps - 1 });
  mergeLines(work, target, older);
  for (const index of work.closings(older)) if (work.bytes > target) work.cutClosing(index);
  while (work.bytes > target && work.halveLargest(work.places('results', { from: 0, to: 0 })));
  leaveOut(work, target, { from: 0, to: 0 });
  return work.outcome();
}

function mergeLines(work: Work, target: number, ages: Ages): void {
  for (const index of work.lines(ages)) if (work.bytes > target) work.mergeLine(index);
}

function leaveOut(work: Work, target: number, ages: Ages): void {
  const places = [...work.places('results', ages), ...work.places('inputs', ages)];
  for (const place of places) if (work.bytes > target) work.leaveOut(place);
}

/** How many steps back. */
interface Ages {
  from: number;
  to: number;
}

/** Bytes of messages as JSON, which is about what providers receive; an image counts as text of the same token cost. */
export function sizeOf(messages: readonly SentMessage[]): number {
  return messages.reduce((sum, message) => sum + (message === undefined ? 0 : bytesOf(message.content)), 0);
}

type Part = Exclude<AssistantContent, string>[number] | ToolContent[number];

interface Place {
  message: number;
  part: number;
}

/** A conversation while it is being shortened. */
class Work {
  bytes: number;
  readonly #messages: SentMessage[];
  readonly #ages: number[];
  readonly #shortened = new Set<string>();
  #characters = 0;

  constructor(messages: readonly SentMessage[]) {
    this.#messages = [...messages];
    this.#ages = agesOf(messages);
    this.bytes = sizeOf(messages);
  }

  /** Returns the places of results, or of calls, in steps of these ages, the oldest first. */
  places(kind: 'results' | 'inputs', ages: Ages): Place[] {
    const wanted = kind === 'results' ? 'tool-result' : 'tool-call';
    return this.#indexes(ages, () => true).flatMap((message) =>
      partsOf(this.#messages[message]).flatMap(({ type }, part) => (type === wanted ? [{ message, part }] : [])),
    );
  }

  /** Returns the indexes of the model's messages with calls, the oldest first. */
  steps(ages: Ages): number[] {
    return this.#indexes(ages, (message) => message.role === 'assistant' && hasCalls(message));
  }

  /** Returns the indexes of the model's messages without calls. */
  closings(ages: Ages): number[] {
    return this.#indexes(ages, (message) => message.role === 'assistant' && !hasCalls(message));
  }

  /** Returns the indexes of lines that replace one step or several. */
  lines(ages: Ages): number[] {
    return this.#indexes(ages, (message) => stepsLeftOut(message) > 0);
  }

  /** Replaces a result by a line, or a long input by a shorter one. */
  leaveOut(place: Place): void {
    const part = this.#at(place);
    if (part?.type === 'tool-call') {
      this.#replace(place, part, { ...part, input: shortenInput(part.input) });
    } else if (part?.type === 'tool-result') {
      this.#replaceText(place, part, (text) =>
        lineForLeftOut(text, part.toolName, this.#callOf(place, part.toolCallId)),
      );
    }
  }

  /** Cuts the longest of these results in half; returns false when none is long enough. */
  halveLargest(places: readonly Place[]): boolean {
    const [longest] = places
      .map((place) => ({ place, part: this.#at(place) }))
      .map(({ place, part }) => ({ place, part, length: textOf(part)?.length ?? 0 }))
      .sort((a, b) => b.length - a.length);
    if (longest?.part?.type !== 'tool-result' || longest.length <= leastShown) return false;
    return this.#replaceText(longest.place, longest.part, cutResult);
  }

  /** Replaces a whole step by a line: the model's message and the results of its calls. */
  putLine(index: number): void {
    const said = this.#messages[index];
    const after = this.#messages[index + 1];
    if (said?.role !== 'assistant') return;
    const results = after?.role === 'tool' ? after.content : [];
    const line = stepLine(said.content, results);
    const isDone = this.#swap(
      after?.role === 'tool'
        ? [
            [index, line],
            [index + 1, undefined],
          ]
        : [[index, line]],
    );
    if (isDone) for (const part of results.keys()) this.#shortened.add(`${index + 1} ${part}`);
  }

  /** Merges this line into the one before it; when there is none, makes this one shorter. */
  mergeLine(index: number): void {
    const former = this.#messages.findLastIndex((message, at) => at < index && message !== undefined);
    const before = stepsLeftOut(this.#messages[former]);
    const line = stepsLine(before + stepsLeftOut(this.#messages[index]));
    this.#swap(
      before === 0
        ? [[index, line]]
        : [
            [former, line],
            [index, undefined],
          ],
    );
  }

  cutClosing(index: number): void {
    const message = this.#messages[index];
    if (message?.role === 'assistant') this.#swap([[index, cutClosing(message, closingShown)]]);
  }

  outcome(): Compaction {
    return {
      messages: this.#messages,
      bytes: this.bytes,
      results: this.#shortened.size,
      characters: this.#characters,
    };
  }

  /** Returns the call of a result. Ids are unique within a step, and with some models only there. */
  #callOf({ message }: Place, id: string): { input: unknown } | undefined {
    const step = this.#messages.findLastIndex((other, index) => index < message && other?.role === 'assistant');
    const calls = partsOf(this.#messages[step]).filter((part) => part.type === 'tool-call');
    return calls.find(({ toolCallId }) => toolCallId === id);
  }

  #indexes({ from, to }: Ages, isWanted: (message: ModelMessage) => boolean): number[] {
    return this.#messages.flatMap((message, index) => {
      const age = this.#ages[index] ?? 0;
      return message !== undefined && age >= from && age <= to && isWanted(message) ? [index] : [];
    });
  }

  /** Replaces messages only if that makes them shorter. */
  #swap(changes: readonly [index: number, by: SentMessage][]): boolean {
    const saved = sizeOf(changes.map(([index]) => this.#messages[index])) - sizeOf(changes.map(([, by]) => by));
    if (saved <= 0) return false;
    for (const [index, by] of changes) this.#messages[index] = by;
    this.bytes -= saved;
    this.#characters += saved;
    return true;
  }

  #at({ message, part }: Place): Part | undefined {
    return partsOf(this.#messages[message])[part];
  }

  #replaceText(place: Place, part: ToolContent[number] & { type: 'tool-result' }, shorten: (text: string) => string) {
    const text = textOf(part);
    if (text === undefined || (part.output.type !== 'text' && part.output.type !== 'error-text')) return false;
    const output = { type: part.output.type, value: shorten(text) };
    return this.#replace(place, part, { ...withoutImages(part), output });
  }

  /**
   * Replaces a part only if that makes it shorter: the line about what was left out may be longer than the part itself.
   */
  #replace(place: Place, old: Part, by: Part): boolean {
    const saved = bytesOf(old) - bytesOf(by);
    const message = this.#messages[place.message];
    if (saved <= 0 || message === undefined) return false;
    this.#messages[place.message] = withPart(message, place.part, by);
    this.bytes -= saved;
    this.#characters += JSON.stringify(old).length - JSON.stringify(by).length;
    this.#shortened.add(`${place.message} ${place.part}`);
    return true;
  }
}

/** Returns how many steps back each message lies: 0 for the model's newest answer and the results of its calls. */
function agesOf(messages: readonly SentMessage[]): number[] {
  let age = -1;
  const backwards = messages.toReversed().map((message) => {
    // Tool results come after the call and belong to its step.
    age += message?.role === 'assistant' ? 1 : stepsLeftOut(message);
    return message?.role === 'tool' ? age + 1 : Math.max(age, 0);
  });
  return backwards.toReversed();
}

function hasCalls(message: ModelMessage): boolean {
  return partsOf(message).some(({ type }) => type === 'tool-call');
}

function partsOf(message: SentMessage): readonly Part[] {
  if (message?.role === 'tool') return message.content;
  return message?.role === 'assistant' && typeof message.content !== 'string' ? message.content : [];
}

function withPart(message: ModelMessage, at: number, part: Part): ModelMessage {
  const content = partsOf(message).map((old, index) => (index === at ? part : old));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a part is replaced by one of its own kind
  return { ...message, content } as ModelMessage;
}

function textOf(part: Part | undefined): string | undefined {
  if (part?.type !== 'tool-result') return undefined;
  return part.output.type === 'text' || part.output.type === 'error-text' ? part.output.value : undefined;
}

function bytesOf(content: ModelMessage['content'] | Part): number {
  return Buffer.byteLength(JSON.stringify(content) ?? '') + weightOfImages(content);
}
