import type { Project } from './project.ts';

/**
 * The settings of a call as its provider has them. Helper models and models that judge are called so: the project's
 * settings are those of the model that works.
 */
export const asItComes = {
  maxOutputTokens: null,
  effort: null,
  temperature: null,
  parallelCalls: null,
  images: 'off',
} as const satisfies Partial<Project>;
