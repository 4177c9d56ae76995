import { variableOf } from './readSettings.ts'
import type { SettingTable } from './setting.ts'

/**
 * The rows of a Markdown table of settings: flag, variable, default, what it is, and when to set it.
 * @example formatSettingsTable(settings, 'HAWSER_RELAY_')
 */
export function formatSettingsTable(settings: SettingTable, prefix: string): string {
  const rows = Object.values(settings).map(({ name, isSecret, defaultValue, unit, meaning, reason }) => {
    const shown = defaultValue === undefined || defaultValue === false ? '' : `${defaultValue} ${unit}`.trim()
    const cells = [isSecret ? '' : `\`--${name}\``, `\`${variableOf(prefix, name)}\``, shown, meaning, reason]
    return `| ${cells.join(' | ')} |`
  })
  return ['| Flag | Variable | Default | What | Set it when |', '|---|---|---|---|---|', ...rows].join('\n')
}
