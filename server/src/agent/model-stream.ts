import type {
  LanguageModelV4,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import { CopydeskError } from '@copydesk/contract';
import { withFreshIds } from './call-ids.ts';
import { isDeeper } from './json-depth.ts';

/**
 * A model whose answers come whole, made of one that writes them bit by bit: `onText` is told each bit of text.
 *
 * What breaks off throws: an answer counts only when the provider has said that it is complete. Half an answer that
 * passed for a whole one would end a job in the middle of its work, and be told as its result.
 */
export function gathered(model: LanguageModelV4, onText: (delta: string) => void): LanguageModelV4 {
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

/** Thrown when an answer ends before its provider says so; an event of the provider that says why is its cause. */
export class BrokenOff extends Error {
  constructor(cause?: unknown) {
    super('The answer broke off', { cause });
    this.name = 'BrokenOff';
  }
}

/** A model's properties may stand on its prototype. */
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
    take(part, content, open);
  }
  if (finish === undefined || isBrokenOff(finish.finishReason)) throw new BrokenOff();
  const { finishReason, usage, providerMetadata } = finish;
  // Warnings are of no use to anybody, and the SDK would write them to the console.
  return { content, finishReason, usage, providerMetadata, response: { modelId }, warnings: [] };
}

/** The longest answers of models have 128,000 tokens, which are about half a megabyte; 500 calls of a step are made. */
const most = { calls: 1_000, characters: 4_000_000 };

/**
 * Counts an answer while it comes, before anything of it is parsed: 20,000 calls, or a call with 60 MB, would hold up
 * everybody else for seconds. Such an answer is no use either: the model has lost its way.
 */
function answerBound(model: string): (part: LanguageModelV4StreamPart) => void {
  let calls = 0;
  let said = 0;
  let beingSaid = 0;
  return (part) => {
    if (part.type === 'tool-call') {
      calls += 1;
      said += part.input.length;
    }
    // A call that comes bit by bit is told whole at its end, too.
    if (part.type === 'tool-input-delta') beingSaid += part.delta.length;
    if (part.type === 'text-delta' || part.type === 'reasoning-delta') said += part.delta.length;
    if (calls > most.calls) throw tooMuch(model, `more than ${most.calls} tool calls`);
    if (Math.max(said, beingSaid) > most.characters) {
      throw tooMuch(model, `more than ${most.characters / 1e6} million characters`);
    }
  };
}

function tooMuch(model: string, what: string): CopydeskError {
  const detail = `The model ${model} answered with ${what} at once, and none of it was done. Send a message to try again with less at once, or use another model.`;
  return new CopydeskError('model_failed', detail, { retryable: false });
}

type FinishPart = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;
type OpenPart = Extract<LanguageModelV4Content, { type: 'text' | 'reasoning' }>;

/** Clients end a stream of their own accord when the connection ends: then there is no reason of the provider. */
function isBrokenOff({ unified, raw }: FinishPart['finishReason']): boolean {
  return unified === 'interrupted' || (raw === undefined && (unified === 'other' || unified === 'error'));
}

/** Parts that only tell of the transport (`custom`) and of what a provider did by itself are no part of the conversation. */
function take(part: LanguageModelV4StreamPart, content: LanguageModelV4Content[], open: Map<string, OpenPart>): void {
  switch (part.type) {
    case 'text-start':
    case 'reasoning-start': {
      const type = part.type === 'text-start' ? 'text' : 'reasoning';
      const started: OpenPart = { type, text: '', ...metadataOf(part) };
      open.set(`${type} ${part.id}`, started);
      content.push(started);
      break;
    }
    case 'text-delta':
    case 'reasoning-delta': {
      const going = open.get(`${part.type === 'text-delta' ? 'text' : 'reasoning'} ${part.id}`);
      if (going !== undefined) Object.assign(going, { text: going.text + part.delta }, metadataOf(part));
      break;
    }
    case 'text-end':
    case 'reasoning-end': {
      const ended = open.get(`${part.type === 'text-end' ? 'text' : 'reasoning'} ${part.id}`);
      if (ended !== undefined) Object.assign(ended, metadataOf(part));
      break;
    }
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

/** The tools' own inputs have three levels. What is no object is answered like any input that is none. */
const mostDepth = 100;

/** Signatures come with any of the bits of a part: the last one counts. */
function metadataOf(part: { providerMetadata?: SharedV4ProviderMetadata }) {
  return part.providerMetadata === undefined ? {} : { providerMetadata: part.providerMetadata };
}
