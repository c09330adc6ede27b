import type { ToolCall } from '../plan.ts';

/** Returns the call that deletes a file or folder and points its links and addresses to `redirectTo`. */
export function deleteCall(path: string, redirectTo: string | undefined): ToolCall {
  return { tool: 'delete_file', input: redirectTo === undefined ? { path } : { path, redirect_to: redirectTo } };
}
