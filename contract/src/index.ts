export * from './errors.ts';
export * from './problem.ts';
export * from './scopes.ts';
export * from './prompt.ts';
export * from './job.ts';
export * from './events.ts';
export * from './headers.ts';
export * from './endpoints.ts';
