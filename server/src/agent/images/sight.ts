import { isCopydeskError } from '@copydesk/contract';
import type { ModelMessage } from 'ai';
import type { AgentModel } from '../model.ts';
import type { ModelAnswer } from '../model-call.ts';
import type { ContextRepository, ReadableTree } from '../ports.ts';
import { messagesWithImages } from './messages-with-images.ts';
import type { Pictured } from './messages-with-images.ts';
import { imagesInSight } from './in-sight.ts';
import type { ShownImage } from './shown-images.ts';

/** How a model is asked about a conversation whose tools' results show images. */
export interface Sight {
  ask(messages: ModelMessage[], ask: (shown: ModelMessage[]) => Promise<ModelAnswer>): Promise<ModelAnswer>;
  /** The message with the note that the model has refused images since the last one. */
  noteOn(message: ModelMessage): ModelMessage;
}

/**
 * Puts the bytes of images into each call, and nowhere else: the conversation holds their ids alone.
 *
 * A provider may refuse a call for an image in it: one that is broken behind its header, or any where the model does not
 * see after all. A job must not fail for a picture, so the call is made once more without, and so are those after it, also
 * in the turns to come: the model's next message notes it, as `providerOptions.copydesk.imagesRefusedBy` (providers ignore
 * names that are not theirs).
 */
export function openSight(
  { name, images: place }: Pick<AgentModel, 'name' | 'images'>,
  {
    history,
    ...trees
  }: { tree: ReadableTree; repositories?: readonly ContextRepository[]; history: readonly ModelMessage[] },
): Sight {
  let read = new Map<string, Uint8Array | undefined>();
  let isRefused = history.some(({ providerOptions }) => providerOptions?.copydesk?.imagesRefusedBy === name);
  let isNoted = isRefused;

  /** What was read for the call before is kept, also when a tool has deleted it since; all else is let go. */
  const picture = async (messages: ModelMessage[]): Promise<Pictured[]> => {
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

/** Gateways say in many ways that a model takes no images: as a refusal, as a wrong setting, as a model that is not there. */
function mayBeForImages(error: unknown): boolean {
  if (isCopydeskError(error, 'model_failed')) return !error.retryable;
  return isCopydeskError(error, 'model_refused') || isCopydeskError(error, 'model_not_configured');
}

/** Its bytes, under whatever path they are now; undefined where they are gone. */
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
