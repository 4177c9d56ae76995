import { readFileSync } from 'node:fs'
import type { ModalOptions } from '@hawser/core'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
const css = read('./themes.css')
const list = read('./linkedWallets/linkedWallets.css')

type Mode = 'light' | 'dark'
type Theme = NonNullable<ModalOptions['theme']>

/** The minimum contrast of each theme's texts. A theme without an entry here does not compile. */
const floors: Readonly<Record<Theme, number>> = { paper: 4.5, ink: 4.5, contrast: 7 }
const themes = Object.keys(floors) as readonly Theme[]

type Block = 'dark' | 'auto' | undefined

/** The values that one block of a theme sets, by variable name. */
function valuesIn(theme: Theme, block: Block): ReadonlyMap<string, string> {
  const mode = block === undefined ? '' : `\\[data-theme="${block}"\\]`
  const [, body = ''] = new RegExp(`\\[data-hawser-theme="${theme}"\\]${mode} \\{([^}]*)\\}`).exec(css) ?? []
  return new Map([...body.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]))
}

/** The list's default value of a variable, for themes that do not set it. */
function defaultOf(name: string, mode: Mode): string {
  const values = [...list.matchAll(new RegExp(`var\\(${name}, (#[0-9a-f]{6})\\)`, 'g'))].map(([, value = '']) => value)
  return (mode === 'light' ? values[0] : values[1]) ?? ''
}

function colourOf(theme: Theme, name: string, mode: Mode): string {
  return valuesIn(theme, mode === 'dark' ? 'dark' : undefined).get(name) ?? defaultOf(name, mode)
}

const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
function luminance(hex: string): number {
  expect(hex).toMatch(/^#[0-9a-f]{6}$/)
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['--hawser-background', '--hawser-surface', '--hawser-surface-strong']
const pairs = [
  ...['--hawser-text', '--hawser-text-secondary'].flatMap((text) => grounds.map((ground) => [text, ground])),
  ...['--hawser-accent', '--hawser-error', '--hawser-success'].flatMap((text) =>
    grounds.slice(0, 2).map((ground) => [text, ground]),
  ),
  ['--hawser-on-accent', '--hawser-accent'],
  ['--hawser-background', '--hawser-error'],
  ['--hawser-background', '--hawser-success'],
  ['--hawser-on-error', '--hawser-error'],
  ['--hawser-warning', '--hawser-warning-soft'],
] as const

test.each(themes.flatMap((theme) => [[theme, 'light'] as const, [theme, 'dark'] as const]))(
  'theme %s, %s: every text reaches its contrast',
  (theme, mode) => {
    const ratios = pairs.map(([text = '', ground = '']) => {
      const ratio = contrast(colourOf(theme, text, mode), colourOf(theme, ground, mode))
      return { text, ground, ratio: Math.round(ratio * 100) / 100 }
    })
    expect(ratios.filter(({ ratio }) => ratio < floors[theme])).toEqual([])
  },
)

test('contrast: its lines are visible too, 3:1 on every ground (WCAG 1.4.11)', () => {
  for (const mode of ['light', 'dark'] as const)
    for (const ground of grounds)
      expect(
        contrast(colourOf('contrast', '--hawser-border', mode), colourOf('contrast', ground, mode)),
        `${mode} ${ground}`,
      ).toBeGreaterThanOrEqual(3)
})

test.each(themes)('theme %s: dark is the same from host and system, and has every colour of light', (theme) => {
  const [light, dark] = [valuesIn(theme, undefined), valuesIn(theme, 'dark')]
  expect(valuesIn(theme, 'auto')).toEqual(dark)
  const colours = [...light.keys()].filter((name) => !name.startsWith('--hawser-radius'))
  expect([...dark.keys()]).toEqual(colours)
})

test('themes.css: only variables that a page may set itself; leaves forced colours alone', () => {
  expect([...css.matchAll(/\[data-hawser-theme="(\w+)"\] \{/g)].map(([, name]) => name)).toEqual(themes)
  const guide = readFileSync(new URL('../../../docs/site/guides/theming.md', import.meta.url), 'utf8')
  for (const theme of themes)
    for (const name of valuesIn(theme, undefined).keys())
      expect(guide, `${theme} sets ${name}`).toContain(`\`${name}\``)
  const declared = [...css.matchAll(/^\s*([\w-]+):/gm)].map(([, name = '']) => name)
  expect(declared.filter((name) => !name.startsWith('--hawser-'))).toEqual([])
  expect(css.trim().startsWith('@media (forced-colors: none) {')).toBe(true)
  // Bundlers rewrite light-dark() for older browsers into variables that an element without a color-scheme does not have.
  expect(css).not.toContain('light-dark(')
})

test('themes.css is a separate file: no other stylesheet includes it', () => {
  for (const name of ['./styles.css', './modal/modal.css', './button/button.css'])
    expect(read(name), name).not.toMatch(/themes\.css|data-hawser-theme/)
})
