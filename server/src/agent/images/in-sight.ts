import type { ModelMessage } from 'ai';
import { imagesOf, mostImageBytes, mostImages } from './shown-images.ts';
import type { ShownImage } from './shown-images.ts';

/** An image with the place of the result that shows it. */
export interface PlacedImage {
  image: ShownImage;
  message: number;
  part: number;
  /** False when newer images have taken its room. */
  isInSight: boolean;
}

/**
 * Returns the images of a conversation and which of them are in sight: one call contains as many as a step may show.
 * When there is no room for those of the next step, the older half is removed at once. If only one were removed each
 * time, the beginning of the call would change at each step, and the provider's cache would be useless.
 */
export function imagesInSight(messages: readonly ModelMessage[]): PlacedImage[] {
  const all: Placed[] = [];
  let shown: Placed[] = [];
  for (const [index, message] of messages.entries()) {
    const next = imagesIn(message, index);
    if (next.length === 0) continue;
    shown = [...withRoomFor(next, shown), ...next];
    all.push(...next);
  }
  const inSight = new Set(shown);
  return all.map((placed) => {
    const { image, message, part } = placed;
    return { image, message, part, isInSight: inSight.has(placed) };
  });
}

type Placed = Omit<PlacedImage, 'isInSight'>;

function imagesIn(message: ModelMessage, index: number): Placed[] {
  if (message.role !== 'tool') return [];
  return message.content.flatMap((result, part) => imagesOf(result).map((image) => ({ image, message: index, part })));
}

function withRoomFor(next: readonly Placed[], shown: readonly Placed[]): readonly Placed[] {
  let left = shown;
  while (left.length > 0 && !fits([...left, ...next])) left = left.slice(Math.ceil(left.length / 2));
  return left;
}

function fits(placed: readonly Placed[]): boolean {
  return placed.length <= mostImages && placed.reduce((sum, { image }) => sum + image.bytes, 0) <= mostImageBytes;
}
