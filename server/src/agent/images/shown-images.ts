import type { ModelMessage } from 'ai';
import { z } from 'zod';

/** An image that a tool's result shows, with what is needed to find its bytes again. */
export type ShownImage = z.infer<typeof ShownImage>;

const ShownImage = z.object({
  path: z.string(),
  /** The context repository that contains it; absent for the docs. */
  repository: z.string().optional(),
  /** The whole id: equal ids mean equal bytes. */
  blob: z.string(),
  mediaType: z.string(),
  bytes: z.number(),
  width: z.number(),
  height: z.number(),
});

/** How many images one step may show, and how many one model call contains. */
export const mostImages = 10;

/**
 * How many bytes of images: as base64 16 MB of a request, of which some providers accept 20
 * (https://ai.google.dev/gemini-api/docs/files).
 */
export const mostImageBytes = 12 * 1024 * 1024;

/**
 * The images that the calls of a step show to a model that can see.
 *
 * The journal contains no bytes: a tool's result carries the ids as `providerOptions.copydesk.images` (providers ignore
 * names that are not theirs), so a resumed turn shows the same images as long as they are in the repository.
 */
export class ShownImages {
  #inStep = { images: 0, bytes: 0 };
  #news: ShownImage[] = [];

  beginStep(): void {
    this.#inStep = { images: 0, bytes: 0 };
  }

  /** Adds an image; returns false when the step already shows as much as it may. */
  add(image: ShownImage): boolean {
    const { images, bytes } = this.#inStep;
    if (images >= mostImages || bytes + image.bytes > mostImageBytes) return false;
    this.#inStep = { images: images + 1, bytes: bytes + image.bytes };
    this.#news.push(image);
    return true;
  }

  /** Returns what was shown since the last call, in the form that a tool result carries; undefined when nothing was. */
  takeNote(): { images: ShownImage[] } | undefined {
    if (this.#news.length === 0) return undefined;
    const images = this.#news;
    this.#news = [];
    return { images };
  }
}

type ProviderOptions = NonNullable<ModelMessage['providerOptions']>;

/** Any part of a message that may show images. */
interface Part {
  type: string;
  providerOptions?: ProviderOptions;
}

/** Returns the images that a part of a message shows. */
export function imagesOf({ type, providerOptions }: Part): ShownImage[] {
  const noted = type === 'tool-result' ? providerOptions?.copydesk?.images : undefined;
  return noted === undefined ? [] : (z.array(ShownImage).safeParse(noted).data ?? []);
}

/** Returns a result without its images. */
export function withoutImages<Result extends { providerOptions?: ProviderOptions }>(part: Result): Result {
  const { providerOptions } = part;
  if (providerOptions?.copydesk?.images === undefined) return part;
  const { images: _, ...copydesk } = providerOptions.copydesk;
  return { ...part, providerOptions: { ...providerOptions, copydesk } };
}

/**
 * Returns how much the images of a message or a part count in a conversation that is measured in bytes: a token for 750
 * pixels, up to the size to which providers scale images down
 * (https://platform.claude.com/docs/en/build-with-claude/vision, 2026-11-22), and 3.5 bytes for a token.
 */
export function weightOfImages(content: string | Part | readonly Part[]): number {
  if (typeof content === 'string') return 0;
  const parts = 'type' in content ? [content] : content;
  const tokens = parts
    .flatMap((part) => imagesOf(part))
    .map(({ width, height }) => Math.min(Math.ceil((width * height) / 750), mostTokens));
  return Math.ceil(tokens.reduce((sum, each) => sum + each, 0) * 3.5);
}

const mostTokens = 4_800;
