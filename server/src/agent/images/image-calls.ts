import { isCopydeskError } from '@copydesk/contract';
import type { ModelMessage } from 'ai';
import type { AgentModel } from '../model.ts';
import type { ModelAnswer } from '../call/model-call.ts';
import type { ContextRepository, ReadableTree } from '../ports.ts';
import { messagesWithImages } from './messages-with-images.ts';
import type { CallImage } from './messages-with-images.ts';
import { imagesInSight } from './in-sight.ts';
import type { ShownImage } from './shown-images.ts';

/** Sends a conversation whose tool results show images to a model. */
export interface ImageCalls {
  ask(messages: ModelMessage[], ask: (shown: ModelMessage[]) => Promise<ModelAnswer>): Promise<ModelAnswer>;
  /** Adds to a message the note that the model has refused images since the last one. */
  noteOn(message: ModelMessage): ModelMessage;
}

/**
 * Adds the bytes of images to each call, and stores them nowhere else: the conversation contains only their ids.
 *
 * A provider may refuse a call because of an image: one that is broken after its header, or any image when the model
 * cannot see after all. A job must not fail because of a picture, so the call is repeated without images. All later
 * calls have none either, also in later turns: the model's next message notes it, as
 * `providerOptions.copydesk.imagesRefusedBy` (providers ignore names that are not theirs).
 */
export function openImageCalls(
  { name, images: place }: Pick<AgentModel, 'name' | 'images'>,
  {
    history,
    ...trees
  }: { tree: ReadableTree; repositories?: readonly ContextRepository[]; history: readonly ModelMessage[] },
): ImageCalls {
  let read = new Map<string, Uint8Array | undefined>();
  let isRefused = history.some(({ providerOptions }) => providerOptions?.copydesk?.imagesRefusedBy === name);
  let isNoted = isRefused;

  /** Bytes that the previous call used are kept, even if a tool has deleted the file since; all others are released. */
  const picture = async (messages: ModelMessage[]): Promise<CallImage[]> => {
    const placed = imagesInSight(messages);
    const now = new Map<string, Uint8Array | undefined>();
    for (const { image, isInSight } of placed) {
      const { blob } = image;
      if (isInSight && !now.has(blob)) now.set(blob, read.has(blob) ? read.get(blob) : await readImage(image, trees));
    }
    read = now;
    return placed.map(({ image, message, part, isInSight }) => ({
      image,
      message,
      part,
      bytes: isInSight ? now.get(image.blob) : undefined,
      isInSight,
    }));
  };

  return {
    async ask(messages, ask) {
      if (place === undefined) return await ask(messages);
      const pictures = await picture(messages);
      if (pictures.length === 0) return await ask(messages);
      const blind = messagesWithImages(messages, 'none', pictures);
      if (isRefused) return await ask(blind);
      try {
        return await ask(messagesWithImages(messages, place, pictures));
      } catch (error) {
        if (!mayBeForImages(error)) throw error;
        const answer = await ask(blind);
        isRefused = true;
        return answer;
      }
    },
    noteOn(message) {
      if (isRefused === isNoted) return message;
      isNoted = true;
      const copydesk = { ...message.providerOptions?.copydesk, imagesRefusedBy: name };
      return { ...message, providerOptions: { ...message.providerOptions, copydesk } };
    },
  };
}

/**
 * Gateways report in many ways that a model accepts no images: as a refusal, as a wrong setting, as a missing model.
 */
function mayBeForImages(error: unknown): boolean {
  if (isCopydeskError(error, 'model_failed')) return !error.retryable;
  return isCopydeskError(error, 'model_refused') || isCopydeskError(error, 'model_not_configured');
}

/** Returns the image's bytes, whatever its path is now; undefined when they no longer exist. */
async function readImage(
  { path, repository, blob }: ShownImage,
  { tree, repositories = [] }: { tree: ReadableTree; repositories?: readonly ContextRepository[] },
): Promise<Uint8Array | undefined> {
  const place = repository === undefined ? tree : repositories.find(({ name }) => name === repository)?.tree;
  if (place === undefined) return undefined;
  const isHere = place.entry(path)?.blob === blob;
  const found = isHere ? path : place.entries().find((entry) => entry.kind === 'file' && entry.blob === blob)?.path;
  return found === undefined ? undefined : await place.read(found);
}
