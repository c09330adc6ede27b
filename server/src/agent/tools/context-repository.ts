import { CopydeskError } from '@copydesk/contract';
import { z } from 'zod';
import { cleanPath } from './show/path-filter.ts';
import { refusedAnswer } from './tool.ts';
import type { Tool, ToolAnswer, ToolContext } from './tool.ts';

/**
 * Wraps a reading tool so that it accepts the name of a context repository, to read there instead of in the docs.
 * Results from there mark nothing as read: a file of the docs may have the same path.
 */
export function withContextRepository(tool: Tool): Tool {
  const { input } = tool;
  if (!(input instanceof z.ZodObject)) throw new Error(`the input of ${tool.name} is no object`);
  return {
    ...tool,
    input: input.extend({ repository: z.string().optional() }),
    prepare(given) {
      const { repository, rest } = splitRepository(given);
      const prepared = tool.prepare(rest);
      if (!prepared.ok) return prepared;
      if (repository === undefined) return { ...prepared, run: (context) => inDocs(prepared, context, rest) };
      const name = typeof repository === 'string' ? repository : JSON.stringify(repository);
      return {
        ok: true,
        summary: `${prepared.summary} of the repository ${name}`,
        async run(context) {
          const { repositories = [] } = context;
          const contextRepository = repositories.find((one) => one.name === repository);
          if (contextRepository !== undefined) return await prepared.run({ ...context, contextRepository });
          return { ok: false, text: unknownRepositoryText(repositories.map((one) => one.name)) };
        },
      };
    },
  };
}

/**
 * Wraps a tool that works only on the docs: when the call names another repository, it must not run on the docs
 * instead.
 */
export function docsOnly(tool: Tool): Tool {
  return {
    ...tool,
    prepare(given) {
      if (splitRepository(given).repository === undefined) return tool.prepare(given);
      const reason = `${tool.name} works on the docs alone and takes no repository; nothing was done. Context repositories can only be listed, read and searched.`;
      return { ok: false, reason };
    },
  };
}

/** Models omit an argument by null or by an empty text. */
function splitRepository(given: unknown): { repository: unknown; rest: unknown } {
  if (typeof given !== 'object' || given === null || !('repository' in given)) {
    return { repository: undefined, rest: given };
  }
  const { repository, ...rest } = given;
  return { repository: repository === null || repository === '' ? undefined : repository, rest };
}

/**
 * Models write `@app/src` or `app:src`, which is no path of the docs. The refusal then says how to name the repository.
 */
async function inDocs(
  call: { run(context: ToolContext): Promise<ToolAnswer> },
  context: ToolContext,
  given: unknown,
): Promise<ToolAnswer> {
  const hint = hintOf(context, given);
  if (hint === undefined) return await call.run(context);
  try {
    const { ok, text } = await call.run(context);
    return { ok, text: `${text.replace(/\n$/, '')}\n${hint}` };
  } catch (error) {
    if (error instanceof CopydeskError && error.code === 'path_refused')
      return refusedAnswer(`${error.message} ${hint}`);
    throw error;
  }
}

const Paths = z.object({ path: z.string().nullish(), paths: z.array(z.string()).nullish() });

function hintOf({ repositories = [], tree }: ToolContext, given: unknown): string | undefined {
  const { path, paths } = (repositories.length === 0 ? undefined : Paths.safeParse(given).data) ?? {};
  for (const asked of [path, ...(paths ?? [])].map((one) => cleanPath(one ?? ''))) {
    for (const { name } of repositories) {
      const start = [`@${name}/`, `@${name}:`, `${name}:`, `${name}/`].find((one) => `${asked}/`.startsWith(one));
      const isOfDocs = start === `${name}/` && tree.entries().some((entry) => entry.path.startsWith(start));
      if (start === undefined || isOfDocs) continue;
      return `The context repository is read with repository: "${name}", path: "${cleanPath(asked.slice(start.length))}".`;
    }
  }
  return undefined;
}

function unknownRepositoryText(names: string[]): string {
  const existing = names.length === 0 ? 'There are none that can be read.' : `There are: ${names.join(', ')}.`;
  return `There is no context repository with this name. ${existing} Without "repository" the docs are read.`;
}
