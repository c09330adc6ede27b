import type {
  LanguageModelV4,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import { CopydeskError } from '@copydesk/contract';
import { withFreshIds } from './call-ids.ts';
import { isDeeper } from '../text/json-depth.ts';

/**
 * Wraps a model that streams its answers into one that returns them whole; `onText` receives each piece of text.
 *
 * An answer that breaks off throws: it counts only when the provider has said that it is complete. If half an answer
 * passed for a whole one, it would end a job in the middle of its work and be reported as its result.
 */
export function withCollectedStream(model: LanguageModelV4, onText: (delta: string) => void): LanguageModelV4 {
  return {
    ...identity(model),
    doStream: (options) => model.doStream(options),
    async doGenerate(options) {
      const { stream, ...about } = await model.doStream(options);
      const answer = await readAnswer(stream, { onText, bound: answerBound(model.modelId) });
      const content = withFreshIds(answer.content, options.prompt);
      const response = { ...answer.response, headers: about.response?.headers };
      return { ...answer, content, request: about.request, response };
    },
  };
}

/**
 * Thrown when an answer ends before the provider says so. If an event of the provider gives the reason, it is the
 * cause.
 */
export class BrokenOff extends Error {
  constructor(cause?: unknown) {
    super('The answer broke off', { cause });
    this.name = 'BrokenOff';
  }
}

/** Copies the properties one by one, because a model may have them on its prototype. */
function identity({ provider, modelId, supportedUrls }: LanguageModelV4) {
  return { specificationVersion: 'v4' as const, provider, modelId, supportedUrls };
}

async function readAnswer(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  { onText, bound }: { onText: (delta: string) => void; bound: (part: LanguageModelV4StreamPart) => void },
): Promise<LanguageModelV4GenerateResult> {
  const content: LanguageModelV4Content[] = [];
  const open = new Map<string, OpenPart>();
  let finish: FinishPart | undefined;
  let modelId: string | undefined;
  // Leaving the loop by an error cancels the stream, and with it the connection.
  for await (const part of stream) {
    if (part.type === 'error') throw new BrokenOff(part.error);
    bound(part);
    if (part.type === 'finish') finish = part;
    if (part.type === 'response-metadata') modelId = part.modelId ?? modelId;
    if (part.type === 'text-delta' && part.delta !== '') onText(part.delta);
    addPart(part, content, open);
  }
  if (finish === undefined || isBrokenOff(finish.finishReason)) throw new BrokenOff();
  const { finishReason, usage, providerMetadata } = finish;
  // Nobody uses the warnings, and the SDK would write them to the console.
  return { content, finishReason, usage, providerMetadata, response: { modelId }, warnings: [] };
}

/** The longest answers of models have 128,000 tokens, about half a megabyte. A step runs at most 500 calls. */
const answerLimits = { calls: 1_000, characters: 4_000_000 };

/**
 * Measures an answer while it arrives, before any of it is parsed: 20,000 calls, or one call of 60 MB, would block
 * everyone else for seconds. Such an answer is useless too, because the model is confused.
 */
function answerBound(model: string): (part: LanguageModelV4StreamPart) => void {
  let calls = 0;
  let characters = 0;
  let partialCharacters = 0;
  return (part) => {
    if (part.type === 'tool-call') {
      calls += 1;
      characters += part.input.length;
    }
    // A call that arrives in pieces arrives once more whole at its end, so the two are counted apart.
    if (part.type === 'tool-input-delta') partialCharacters += part.delta.length;
    if (part.type === 'text-delta' || part.type === 'reasoning-delta') characters += part.delta.length;
    if (calls > answerLimits.calls) throw tooMuch(model, `more than ${answerLimits.calls} tool calls`);
    if (Math.max(characters, partialCharacters) > answerLimits.characters) {
      throw tooMuch(model, `more than ${answerLimits.characters / 1e6} million characters`);
    }
  };
}

function tooMuch(model: string, what: string): CopydeskError {
  const detail = `The model ${model} answered with ${what} at once, and nothing of it was carried out. Send a message to try again with less at once, or use another model.`;
  return new CopydeskError('model_failed', detail, { retryable: false });
}

type FinishPart = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;
type OpenPart = Extract<LanguageModelV4Content, { type: 'text' | 'reasoning' }>;

/** Clients also end a stream themselves when the connection ends: then there is no reason from the provider. */
function isBrokenOff({ unified, raw }: FinishPart['finishReason']): boolean {
  return unified === 'interrupted' || (raw === undefined && (unified === 'other' || unified === 'error'));
}

/**
 * Adds a part to the content. Parts about the transport (`custom`), and about what a provider did by itself, do not
 * belong to the conversation.
 */
function addPart(
  part: LanguageModelV4StreamPart,
  content: LanguageModelV4Content[],
  open: Map<string, OpenPart>,
): void {
  switch (part.type) {
    case 'text-start':
    case 'reasoning-start': {
      const started: OpenPart = { type: kindOf(part), text: '', ...metadataOf(part) };
      open.set(keyOf(part), started);
      content.push(started);
      break;
    }
    case 'text-delta':
    case 'reasoning-delta':
      extend(open.get(keyOf(part)), part.delta, part);
      break;
    case 'text-end':
    case 'reasoning-end':
      extend(open.get(keyOf(part)), '', part);
      break;
    case 'tool-call':
      content.push(isDeeper(part.input, mostDepth) ? { ...part, input: 'null' } : part);
      break;
    case 'file':
    case 'reasoning-file':
      content.push(part);
      break;
    default:
  }
}

/** The tools' own inputs have three levels. A deeper input is handled like any that is no object. */
const mostDepth = 100;

interface PieceOfText {
  type: `${OpenPart['type']}-${'start' | 'delta' | 'end'}`;
  id: string;
  providerMetadata?: SharedV4ProviderMetadata;
}

function kindOf({ type }: PieceOfText): OpenPart['type'] {
  return type.startsWith('text') ? 'text' : 'reasoning';
}

function keyOf(piece: PieceOfText): string {
  return `${kindOf(piece)} ${piece.id}`;
}

function extend(going: OpenPart | undefined, text: string, piece: PieceOfText): void {
  if (going !== undefined) Object.assign(going, { text: going.text + text }, metadataOf(piece));
}

/** Signatures come with any piece of a part: the last one counts. */
function metadataOf(part: { providerMetadata?: SharedV4ProviderMetadata }) {
  return part.providerMetadata === undefined ? {} : { providerMetadata: part.providerMetadata };
}
