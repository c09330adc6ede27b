import type { HttpPlugin } from '../http/services.ts';
import type { House } from './house.ts';

/** Pull request pages, sign-in and git over HTTP. */
export function httpPlugins(_house: House): HttpPlugin[] {
  return [];
}
