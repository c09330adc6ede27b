/**
 * Whether a model can follow a prompt, as far as is known without asking it: the built-in model understands only the
 * documented instructions.
 */
export type FollowsPrompt = (model: string, prompt: string) => Promise<boolean>;
