import type { FileBytes } from '../text/text-file.ts';
import type { ToolContext } from '../tools/tool.ts';
import { imageHeader } from './image-header.ts';
import { mostImages } from './shown-images.ts';

/**
 * The largest image that all providers accept. Anthropic counts it as base64, which makes it a third larger, and
 * refuses "image exceeds 5 MB maximum: 6275800 bytes > 5242880 bytes" (https://github.com/lobehub/lobehub/pull/14711,
 * 2026-05-12). OpenAI accepts 20 MB (https://platform.openai.com/docs/guides/images); Google limits only the whole
 * request, formerly to 20 MB, now to more
 * (https://blog.google/innovation-and-ai/technology/developers-tools/gemini-api-new-file-limits).
 */
const mostBytes = (5 * 1024 * 1024 * 3) / 4;

/**
 * Per side (https://platform.claude.com/docs/en/build-with-claude/vision, 2026-11-23), for up to 20 images in a call.
 */
const mostPixels = 8_000;

/**
 * Shows an image to a model that can see, and returns what it is; undefined when it is no image, or when the model
 * cannot see. An SVG image is text, which can be read and edited.
 */
export function showImage(
  { path, blob, bytes }: FileBytes,
  { images, contextRepository }: ToolContext,
): string | undefined {
  const header = images === undefined ? undefined : imageHeader(bytes);
  if (images === undefined || header?.size === undefined) return undefined;
  const { width, height } = header.size;
  const name = contextRepository === undefined ? path : `${contextRepository.name}:${path}`;
  const what = `${name} is an image (${header.mediaType}) of ${width} × ${height} pixels, ${bytes.length} bytes.`;
  if (bytes.length > mostBytes || Math.max(width, height) > mostPixels) {
    return `${what} It is too large to be shown: up to 3.75 MB and ${mostPixels.toLocaleString('en')} pixels a side are.`;
  }
  const repository = contextRepository?.name;
  const shown = { path, repository, blob, mediaType: header.mediaType, bytes: bytes.length, width, height };
  if (images.add(shown)) return what;
  return `${what} It is not shown: a step shows ${mostImages} images, and 12 MB of them. Read it in the next step.`;
}
