export type { TrackerOptions } from './options.ts';
export type { Answer, Asked } from './request/asked.ts';
export { type Answered, type Handle, openTracker, type Tracker } from './tracker.ts';
