import { formatNames } from '../../reporters/formats.ts'
import type { Command } from '../terminal/command.ts'
import { listFlags } from '../terminal/command.ts'
import { commandEntries, loadCommands } from './commands.ts'

/** The shells that can complete a command line. */
export const shells = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof shells)[number]

/** The script by which a shell completes the commands of assay and their flags. */
export const makeCompletion = async (shell: Shell): Promise<string> => scripts[shell](await loadCommands())

type Commands = Readonly<Record<string, Command>>

const scripts: Readonly<Record<Shell, (commands: Commands) => string>> = {
  bash: (commands) => `_assay() {
  local word=\${COMP_WORDS[COMP_CWORD]} last=\${COMP_WORDS[COMP_CWORD-1]}
  [ "$last" = --format ] && { COMPREPLY=($(compgen -W "${formatNames.join(' ')}" -- "$word")); return; }
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W "${names.join(' ')}" -- "$word")); return; fi
  case \${COMP_WORDS[1]} in
${names.map((name) => `    ${name}) COMPREPLY=($(compgen -W "${listLongFlags(commands[name]).join(' ')}" -- "$word"));;`).join('\n')}
  esac
  [ \${#COMPREPLY[@]} -eq 0 ] && COMPREPLY=($(compgen -f -- "$word"))
}
complete -o filenames -F _assay assay
`,
  zsh: (commands) => `#compdef assay
autoload -U +X bashcompinit && bashcompinit
${scripts.bash(commands)}`,
  fish: (commands) =>
    [
      ...names.map(
        (name) => `complete -c assay -n __fish_use_subcommand -a ${name} -d '${quote(commandEntries[name]?.summary)}'`,
      ),
      ...names.flatMap((name) =>
        listLongFlags(commands[name]).map(
          (flag) => `complete -c assay -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)}`,
        ),
      ),
      '',
    ].join('\n'),
}

const names = Object.keys(commandEntries)

const listLongFlags = (command: Pick<Command, 'flags'> = { flags: {} }): readonly string[] => [
  '--help',
  ...Object.keys(listFlags(command)).map((flag) => `--${flag}`),
]

const quote = (text = ''): string => text.replaceAll("'", "\\'")
