import type { ToolCall } from './plan.ts';

/** Deletes a file or folder, and leads its links and addresses to what takes its place. */
export function deleteCall(path: string, redirectTo: string | undefined): ToolCall {
  return { tool: 'delete_file', input: redirectTo === undefined ? { path } : { path, redirect_to: redirectTo } };
}
