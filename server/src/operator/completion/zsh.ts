import { quoteForShell, stepsOf } from './levels.ts';
import type { Level } from './levels.ts';

/** Returns the completion script for zsh, which also shows each word's description. */
export function zshCompletion(levels: readonly Level[]): string {
  const cases = levels.map(({ at, commands, options }) => {
    const entries = (commands.length > 0 ? commands : options).map(({ name, summary }) =>
      quoteForShell(`${name.replaceAll(':', String.raw`\:`)}:${summary}`),
    );
    const values = options.filter(({ takesValue }) => takesValue).map(({ name }) => name);
    return `    ${quoteForShell(at)}) entries=(${entries.join(' ')}) values=(${values.join(' ')}) ;;`;
  });
  return `#compdef copydesk
# Completion of copydesk for zsh. In ~/.zshrc, after compinit: source <(copydesk completion zsh)
_copydesk() {
  local word at=''
  local -a entries values
  for word in \${words[2,CURRENT-1]}; do
    case "$at $word" in
      ${stepsOf(levels).map(quoteForShell).join('|')}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at" in
${cases.join('\n')}
  esac
  if (( \${values[(Ie)\${words[CURRENT-1]}]} )) || (( ! \${#entries} )); then _files; else _describe copydesk entries; fi
}
if [ "\${funcstack[1]}" = _copydesk ]; then _copydesk "$@"; else compdef _copydesk copydesk; fi
`;
}
