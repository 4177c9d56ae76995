import { expect, test } from 'vitest'
import { formatHelp } from './formatHelp.ts'
import type { Setting } from './setting.ts'
import { settings } from './settings.ts'

const lines = formatHelp().split('\n')

test.each(
  Object.values<Setting<unknown>>(settings).map((setting) => [setting.flag ?? setting.variable, setting] as const),
)('formatHelp: %s is there once, with its meaning and default', (_name, { flag, variable, meaning, defaultValue }) => {
  const name = flag === undefined ? variable : `--${flag}`
  const found = lines.filter((line) => line.startsWith(`  ${name} `))
  expect(found).toHaveLength(1)
  const start = lines.indexOf(found[0] ?? '')
  const next = lines.findIndex((line, index) => index > start && !line.startsWith(' '.repeat(36)))
  const text = lines
    .slice(start, next)
    .map((line) => line.slice(36))
    .join(' ')
  expect(text).toContain(meaning)
  if (defaultValue !== undefined && defaultValue !== false) expect(text).toContain(`(default ${defaultValue}`)
})

test('formatHelp: lines fit 100 columns, and none is cut by a long name', () => {
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(100)
  for (const line of lines.filter((each) => /^ {2}\S/.test(each))) expect(line.slice(33, 36)).toMatch(/ $/)
})
