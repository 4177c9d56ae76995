import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readStylesheet } from '../../vite.config.ts'

const strip = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '')
const css = strip(readFileSync(new URL('./classic.css', import.meta.url), 'utf8'))

/** The innermost rules, each as selector and declarations. */
function rulesOf(text: string) {
  return [...text.matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    selector: selector.trim().replace(/\s+/g, ' '),
    declarations: body
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => [part.slice(0, part.indexOf(':')), part.slice(part.indexOf(':') + 1).trim()] as const),
  }))
}
const rules = rulesOf(css)

test('classic: everything is in the one layer', () => {
  expect(css.trim().startsWith('@layer hawser {')).toBe(true)
  let depth = 0
  for (const [index, character] of [...css.trim()].entries()) {
    if (character === '{') depth += 1
    if (character === '}') depth -= 1
    if (depth === 0 && character === '}') expect(index).toBe(css.trim().length - 1)
  }
})

test('T-19 classic: every declaration is important, every selector begins inside the modal', () => {
  const open = rules.flatMap(({ selector, declarations }) =>
    declarations
      .filter(([name, value]) => !name.startsWith('--') && !value.endsWith('!important'))
      .map(([name]) => `${selector} { ${name} }`),
  )
  expect(open).toEqual([])
  const weak = rules
    .flatMap(({ selector }) => selector.split(/, (?=\.)/))
    .filter((one) => !/^\.hawser-modal[ [>]/.test(one))
  expect(weak).toEqual([])
})

test('classic right to left: calls no side of a box left or right', () => {
  const physical = /^(?:left|right|(?:margin|padding|border)-(?:left|right)(?:-.+)?)$/
  const found = rules.flatMap(({ declarations }) =>
    declarations.filter(([name, value]) => physical.test(name) || /^(?:left|right)\b/.test(value)),
  )
  expect(found).toEqual([])
  expect(css).not.toContain(':dir(')
})

test('S1 classic: reduced motion removes the movement', () => {
  const reduced = css.slice(css.indexOf('prefers-reduced-motion: reduce'))
  expect(reduced).toMatch(/transition: none !important/)
  expect(reduced).toMatch(/transform: none !important/)
})

type Color = readonly [number, number, number]

const black: Color = [0, 0, 0]
const white: Color = [255, 255, 255]
const channel = (value: number) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const luminance = ([r, g, b]: Color) =>
  0.2126 * channel(r / 255) + 0.7152 * channel(g / 255) + 0.0722 * channel(b / 255)
function contrast(a: Color, b: Color): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}
/** A colour of the stylesheets, blended with the colour behind it. */
function colorOf(text: string, behind: Color): Color {
  const hex = /#([0-9a-f]{6})/.exec(text)?.[1]
  if (hex !== undefined) {
    const value = Number.parseInt(hex, 16)
    return [value >> 16, (value >> 8) & 255, value & 255]
  }
  const [r, g, b, percent] = /rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)/.exec(text)?.slice(1).map(Number) ?? []
  if (r === undefined || g === undefined || b === undefined || percent === undefined)
    throw new Error(`no colour: ${text}`)
  const blend = (front: number, back: number) => (front * percent + back * (100 - percent)) / 100
  return [blend(r, behind[0]), blend(g, behind[1]), blend(b, behind[2])]
}

/** The variables' values in a theme: the classic values override the standard ones. References to variables are resolved. */
function themeOf(theme: 'light' | 'dark' | 'auto') {
  const standard = rulesOf(strip(readStylesheet('modal/modal.css')))
  const selectors =
    theme === 'light'
      ? ['.hawser-modal', '.hawser-modal[data-variant="classic"]']
      : [
          ...['.hawser-modal', `.hawser-modal[data-theme="${theme}"]`],
          ...['.hawser-modal[data-variant="classic"]', `.hawser-modal[data-variant="classic"][data-theme="${theme}"]`],
        ]
  const values = new Map(
    selectors.flatMap((selector) =>
      [...standard, ...rules]
        .filter((rule) => rule.selector === selector)
        .flatMap(({ declarations }) => declarations.filter(([name]) => name.startsWith('--h-'))),
    ),
  )
  const resolved = (name: string): string => {
    const value = values.get(name) ?? ''
    const other = /^var\((--h-[a-z-]+)\)$/.exec(value)?.[1]
    return other === undefined ? value : resolved(other)
  }
  return (name: string, behind: Color = white) => colorOf(resolved(name), behind)
}

test('classic contrast: every pair of text and ground reaches 4.5:1 in every theme', () => {
  const pairs = [
    ['--h-text', '--h-classic-thumb'],
    ['--h-text', '--h-classic-track'],
    ['--h-text-secondary', '--h-classic-track'],
    ['--h-text-secondary', '--h-background'],
    ['--h-text', '--h-surface-strong'],
    ['--h-text', '--h-surface'],
    ['--h-on-accent', '--h-accent'],
  ] as const
  for (const theme of ['light', 'dark', 'auto'] as const) {
    const color = themeOf(theme)
    for (const [text, ground] of pairs) {
      expect(contrast(color(text), color(ground)), `${theme}: ${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    }
    for (const page of [white, black]) {
      const ratio = contrast(color('--h-on-backdrop'), color('--h-backdrop', page))
      expect(ratio, `${theme}: the title over the page`).toBeGreaterThanOrEqual(4.5)
    }
  }
})
