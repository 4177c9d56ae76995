import type { Setting } from './setting.ts'
import { settings } from './settings.ts'

const width = 100
const indent = 36

/** The output of `hawser-registry serve --help`: every setting, in lines of at most 100 columns. */
export function formatHelp(): string {
  const lines = Object.values<Setting<unknown>>(settings).map(formatSetting)
  return `hawser-registry [serve] [options]

Serves a bundle over HTTP: its files, a search, and the paths that clients of other registries ask.
Each option is an environment variable too, of which the flag is stronger: --log-level is
HAWSER_REGISTRY_LOG_LEVEL.

${lines.join('\n')}

Logs go to standard error as JSON lines. SIGHUP reads the bundle again, and takes no lower version;
SIGTERM and Ctrl-C stop when what is under way is answered, a second one at once.
`
}

function formatSetting({ flag, isSwitch, allowed, meaning, unit, defaultValue }: Setting<unknown>): string {
  const value = isSwitch ? '' : allowed.startsWith('a whole number') ? 'N' : '…'
  const fallback = defaultValue === undefined || isSwitch ? '' : ` (default ${`${defaultValue} ${unit}`.trim()})`
  const lines = ['']
  for (const word of `${meaning}${fallback}`.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && indent + last.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return `  --${flag} ${value}`.padEnd(indent) + lines.join(`\n${' '.repeat(indent)}`)
}
