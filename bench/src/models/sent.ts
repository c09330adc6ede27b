import { z } from 'zod';

/** What a job has sent to its provider, in bytes. */
export interface Sent {
  bytes: number;
  /** How many of those were already at the start of the previous request, which is what caching covers. */
  repeated: number;
  /** The last conversation, with its instructions and tools. */
  transcript: number;
}

const Request = z.object({ tools: z.unknown(), system: z.unknown(), messages: z.array(z.unknown()) });

/** Adds up the requests of a job in the order in which a provider's cache reads them: tools, instructions, messages. */
export function sentBy(bodies: readonly string[]): Sent {
  const requests = bodies.map((body) => Buffer.from(orderedWithoutMarks(body)));
  const repeated = requests.map((request, index) => commonBeginning(requests[index - 1], request));
  return {
    bytes: requests.reduce((sum, { length }) => sum + length, 0),
    repeated: repeated.reduce((sum, length) => sum + length, 0),
    transcript: requests.at(-1)?.length ?? 0,
  };
}

/** Removes the cache marks, since they are not content. */
function orderedWithoutMarks(body: string): string {
  const { tools, system, messages } = Request.parse(JSON.parse(body));
  return JSON.stringify([tools, system, ...messages], (name, value: unknown) =>
    name === 'cache_control' ? undefined : value,
  );
}

function commonBeginning(one: Buffer | undefined, other: Buffer): number {
  if (one === undefined) return 0;
  const longest = Math.min(one.length, other.length);
  for (let at = 0; at < longest; at += 1) if (one[at] !== other[at]) return at;
  return longest;
}

const Overhead = z.object({ system: z.unknown(), tools: z.unknown() });

/**
 * Returns the instructions and tools of a request as they are in it, without what the repository adds. The list of
 * files comes first of that.
 */
export function overheadOf(body: string): string {
  const { system, tools } = Overhead.parse(JSON.parse(body));
  const blocks = z.union([z.string(), z.array(z.object({ text: z.string() }))]).parse(system);
  const instructions = typeof blocks === 'string' ? blocks : blocks.map((block) => block.text).join('\n');
  return `${instructions.replace(/\n\nFiles\n[^]*$/, '')}\n${JSON.stringify(tools)}`;
}
