import { folderOf, joinPath } from '../paths.ts';
import type { CodePiece } from './piece.ts';

/**
 * An include that takes in what is none of the repository's: another host, a path of the machine, what lies above the
 * repository, and hidden files such as `.git/config`, which has the token of who builds.
 */
export function includePiece(path: string, target: string, offset: number): CodePiece[] {
  const inner = target.replace(/^[@~](?=\/)/, '').replace(/^\/+/, '');
  const resolved = target.startsWith('.') ? joinPath(folderOf(path), target) : inner;
  const isAway =
    /^\s*(?:[a-z][\w+.-]*:|\/\/|\\|~\/?\.)/i.test(target) || resolved === undefined || resolved.startsWith('../');
  const isMachine = /^\/(?:etc|proc|home|root|var|usr|sys|dev|tmp|run|opt|github|builds)\//.test(target);
  const isHidden = /(?:^|\/)\.(?!\.?\/|vitepress|vuepress|snippets|includes|gitbook)[^/]/.test(resolved ?? '');
  if (!isAway && !isMachine && !isHidden) return [];
  return [{ kind: 'include', runs: 'build', key: `include ${target}`, seek: target.slice(0, 80), offset }];
}
