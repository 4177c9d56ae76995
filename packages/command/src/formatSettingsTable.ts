import { variableOf } from './readSettings.ts'
import type { SettingTable } from './setting.ts'

/**
 * The rows of a Markdown table of settings: flag, variable, default, what it is, and when to set it.
 * @param prefix - undefined for a command without variables: its table has no such column
 * @example formatSettingsTable(settings, 'HAWSER_RELAY_')
 */
export function formatSettingsTable(settings: SettingTable, prefix?: string): string {
  const rows = Object.values(settings).map(({ name, isSecret, defaultValue, unit, meaning, reason }) => {
    const shown = defaultValue === undefined || defaultValue === false ? '' : `${defaultValue} ${unit}`.trim()
    const variable = prefix === undefined ? [] : [`\`${variableOf(prefix, name)}\``]
    return [isSecret ? '' : `\`--${name}\``, ...variable, shown, meaning, reason]
  })
  const headings = ['Flag', ...(prefix === undefined ? [] : ['Variable']), 'Default', 'What', 'Set it when']
  const lines = [headings, ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  lines.splice(1, 0, `|${headings.map(() => '---').join('|')}|`)
  return lines.join('\n')
}
