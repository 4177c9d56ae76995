import type { Setting } from './setting.ts'
import { type SettingName, settings } from './settings.ts'

// Each setting is in the first group that takes it.
const groups: readonly (readonly [title: string, isIn: (name: SettingName) => boolean])[] = [
  ['Address', oneOf('port', 'host', 'trustedProxies', 'acceptsPlain', 'audiences', 'origins')],
  ['Store', oneOf('dataDir', 'redisUrls', 'secretRedisUrls', 'redisUrlFile', 'acceptsLoss', 'keyFile')],
  ['Operation', oneOf('metricsPort', 'metricsHost', 'logLevel', 'drainGrace', 'drainSpread')],
  ['Limits of the mailbox', (name) => /Queued|Kept|Store|Ttl/.test(name)],
  ['Rates', (name) => /Http|Connect(s|Burst)$|Publish|Subscribe|Read|PerAddress$|Wait/.test(name)],
  ['Limits of connections', () => true],
]
const width = 100
const indent = 36

const intro = `hawser-relay: passes sealed envelopes between dapps and wallets (WalletConnect v2-compatible).

Each option is an environment variable too, of which the flag is stronger: --log-level is
HAWSER_RELAY_LOG_LEVEL. What stands here as HAWSER_RELAY_… is a secret and has no flag.`

const outro = `Logs go to standard error as JSON lines. SIGTERM drains: not ready at once, then clients are sent
away. Ctrl-C, or a second signal, stops at once. Without a Redis the mailbox is one SQLite file.`

/** The output of `--help`: every setting, in groups, in lines of at most 100 columns. */
export function formatHelp(): string {
  let left = Object.keys(settings) as SettingName[]
  const blocks = groups.map(([title, isIn]) => {
    const lines = left.filter(isIn).map((name) => formatSetting(settings[name]))
    left = left.filter((name) => !isIn(name))
    return [`${title}:`, ...lines].join('\n')
  })
  const rest = [line('--help', 'this text'), line('--version', 'the version')].join('\n')
  return `${[intro, ...blocks, rest, outro].join('\n\n')}\n`
}

function oneOf(...names: readonly SettingName[]): (name: SettingName) => boolean {
  return (name) => names.includes(name)
}

function formatSetting(setting: Setting<unknown>): string {
  const { flag, variable, isSwitch, allowed, meaning, unit, defaultValue } = setting
  const value = isSwitch ? '' : allowed.startsWith('a whole number') ? ' N' : ' …'
  const isShown = defaultValue !== undefined && defaultValue !== false
  const fallback = isShown ? ` (default ${`${defaultValue} ${unit}`.trim()})` : ''
  return line(flag === undefined ? variable : `--${flag}${value}`, `${meaning}${fallback}`)
}

function line(name: string, text: string): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && indent + last.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return `  ${name}`.padEnd(indent) + lines.join(`\n${' '.repeat(indent)}`)
}
