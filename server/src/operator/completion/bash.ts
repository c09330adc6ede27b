import { quoteForShell, stepsOf } from './levels.ts';
import type { Level } from './levels.ts';

/**
 * Returns the completion script for bash. It completes commands and the options of the last command; after an option
 * with a value, file names.
 */
export function bashCompletion(levels: readonly Level[]): string {
  const cases = levels.map(({ at, commands, options }) => {
    const words = commands.length > 0 ? commands : options;
    const withValue = options.filter(({ takesValue }) => takesValue);
    return `    ${quoteForShell(at)}) words=${quoteForShell(namesOf(words))} values=${quoteForShell(namesOf(withValue))} ;;`;
  });
  return `# Completion of copydesk for bash. In ~/.bashrc: source <(copydesk completion bash)
_copydesk() {
  local word at='' words='' values=''
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
      ${stepsOf(levels).map(quoteForShell).join('|')}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at" in
${cases.join('\n')}
  esac
  case " $values " in *" \${COMP_WORDS[COMP_CWORD-1]} "*) return ;; esac
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _copydesk copydesk
`;
}

function namesOf(words: readonly { name: string }[]): string {
  return words.map(({ name }) => name).join(' ');
}
