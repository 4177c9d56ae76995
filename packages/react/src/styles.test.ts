import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readStylesheet } from '../vite.config.ts'

const strip = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').trim()
const read = (name: string) => strip(readFileSync(new URL(name, import.meta.url), 'utf8'))
/** The stylesheet as the build writes it. */
const css = strip(readStylesheet('modal/modal.css'))
const button = read('./button/button.css')
const parts = [...read('./modal/modal.css').matchAll(/@import "\.\/(.+)";/g)].map(([, name]) => `modal/${name}`)

/** The innermost rules, each as selector and declarations. */
const rules = [...`${button}${css}`.matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
  selector: selector.trim().replace(/\s+/g, ' '),
  declarations: body
    .split(';')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => [text.slice(0, text.indexOf(':')), text.slice(text.indexOf(':') + 1).trim()] as const),
}))

const lists = ['linkedWallets/linkedWallets.css', 'sessions/sessions.css']
const isKeyframe = (selector: string) => selector === 'from' || selector === 'to'

test.each(parts)('everything in %s is in the one layer', (name) => {
  const text = read(`./${name}`)
  expect(text.startsWith('@layer hawser {')).toBe(true)
  let depth = 0
  for (const [index, character] of [...text].entries()) {
    if (character === '{') depth += 1
    if (character === '}') depth -= 1
    if (depth === 0 && character === '}') expect(index).toBe(text.length - 1)
  }
})

test.each([
  ['button/button.css', /^\.hawser-link-(button|problem)\.hawser-link-\1[: ]?/],
  ['linkedWallets/linkedWallets.css', /^\.hawser-linked(\.hawser-linked|[ ])/],
  ['sessions/sessions.css', /^\.hawser-sessions(\.hawser-sessions|[ ])/],
] as const)('%s is outside of layers, like resets, and every selector has two classes', (name, begins) => {
  const text = read(`./${name}`)
  expect(text).not.toContain('@layer')
  const selectors = [...text.matchAll(/([^{};]+)\{[^{}]*\}/g)].flatMap(([, selector = '']) =>
    selector
      .trim()
      .split(/,\n\s*(?=\.)/)
      .map((one) => one.replace(/\s+/g, ' ')),
  )
  expect(selectors.length).toBeGreaterThan(5)
  expect(selectors.filter((one) => !begins.test(one))).toEqual([])
})

test.each(['button/button.css', ...lists])(
  '%s: sizes do not depend on the page: a root of 62.5 % shrinks nothing',
  (name) => {
    expect(read(`./${name}`)).not.toMatch(/\drem\b/)
  },
)

test('modal.css is the stylesheets of all its parts, and in the build one file', () => {
  const all = readdirSync(new URL('./modal/', import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css') && name !== 'modal.css')
    .map((name) => `modal/${name}`)
  expect(parts.toSorted()).toEqual(all.toSorted())
  expect(css).not.toContain('@import')
  for (const name of parts) expect(css).toContain(read(`./${name}`))
})

test('styles.css is all but the classic variant; the button needs none of the modal’s styles', () => {
  const imported = [...read('./styles.css').matchAll(/@import "\.\/(.+)";/g)].map(([, name]) => name)
  expect(imported).toEqual(['button/button.css', 'modal/modal.css', ...lists])
  expect(css).not.toContain('.hawser-link-')
  const names = [...button.matchAll(/\.(hawser-[a-z-]+)/g)].map(([, name]) => name)
  expect(new Set(names)).toEqual(new Set(['hawser-link-button', 'hawser-link-problem']))
})

test('T-19: inside the modal every declaration is important, so no rule of the page wins', () => {
  const open = rules
    .filter(({ selector }) => !selector.startsWith('.hawser-link-') && !isKeyframe(selector))
    .flatMap(({ selector, declarations }) =>
      declarations
        .filter(([name, value]) => !name.startsWith('--') && !value.endsWith('!important'))
        .map(([name]) => `${selector} { ${name} }`),
    )
  expect(open).toEqual([])
})

test('only our own names: every selector starts at a class of ours', () => {
  const foreign = rules.filter(({ selector }) => !isKeyframe(selector) && !selector.includes('.hawser-'))
  expect(foreign).toEqual([])
})

test('right to left: calls no side of a box left or right', () => {
  const physical =
    /^(?:left|right|(?:margin|padding|border)-(?:left|right)(?:-.+)?|text-align: (?:left|right)|float: (?:left|right))$/
  const found = rules.flatMap(({ declarations }) =>
    declarations.filter(
      ([name, value]) => physical.test(name) || physical.test(`${name}: ${value.replace(' !important', '')}`),
    ),
  )
  expect(found).toEqual([])
})

test.each(lists)('%s: calls no side of a box left or right, and dark is the same from host and system', (name) => {
  const text = read(`./${name}`)
  expect(text).not.toMatch(/(?:margin|padding|border|inset)-(?:left|right)|(?:text-align|float): (?:left|right)|:dir\(/)
  const dark = [...text.matchAll(/\[data-theme="(?:dark|auto)"\] \{([^}]*)\}/g)].map(([, body = '']) =>
    body.trim().split(/\s*\n\s*/),
  )
  expect(dark).toHaveLength(2)
  expect(dark[0]).toEqual(dark[1])
})

test('right to left: reads our own attribute, as bundlers turn :dir() into a list of languages', () => {
  expect(css).not.toContain(':dir(')
  expect(css).toContain('.hawser-modal[dir="rtl"]')
})

test('C1 C8: the card is 360 px wide, a sheet below 600 px', () => {
  expect(css).toMatch(/\.hawser-modal \{[^}]*inline-size: 360px !important/)
  expect(css).toMatch(/@media \(max-width: 600px\)/)
})

test('S1: reduced motion removes the movement', () => {
  const reduced = css.slice(css.indexOf('prefers-reduced-motion: reduce'))
  expect(reduced).toMatch(/transition: none !important/)
  expect(reduced).toMatch(/transform: none !important/)
})

const channel = (value: number) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}
function tokens(selector: string): Map<string, string> {
  const found = rules.filter((rule) => rule.selector === selector).flatMap(({ declarations }) => declarations)
  return new Map(
    found.flatMap(([name, value]) => {
      const color = /#[0-9a-f]{6}/.exec(value)?.[0]
      return name.startsWith('--h-') && color !== undefined ? [[name, color] as const] : []
    }),
  )
}

test('contrast: every pair of text and ground reaches 4.5:1 in both themes', () => {
  const pairs = [
    ['--h-text', '--h-background'],
    ['--h-text', '--h-surface'],
    ['--h-text', '--h-surface-strong'],
    ['--h-text-secondary', '--h-background'],
    ['--h-text-secondary', '--h-surface'],
    ['--h-text-secondary', '--h-surface-strong'],
    ['--h-accent', '--h-background'],
    ['--h-accent', '--h-surface'],
    ['--h-on-accent', '--h-accent'],
    ['--h-error', '--h-background'],
    ['--h-background', '--h-error'],
    ['--h-background', '--h-success'],
  ] as const
  for (const selector of ['.hawser-modal', '.hawser-modal[data-theme="dark"]', '.hawser-modal[data-theme="auto"]']) {
    const colors = tokens(selector)
    for (const [text, ground] of pairs) {
      const ratio = contrast(colors.get(text) ?? '#000000', colors.get(ground) ?? '#000000')
      expect(ratio, `${selector} ${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    }
  }
})

test('the dark theme is the same whether the host or the system asks for it', () => {
  expect(tokens('.hawser-modal[data-theme="auto"]')).toEqual(tokens('.hawser-modal[data-theme="dark"]'))
})

test('an image keeps its round corners: unset properties would overflow them', () => {
  const picture = rules.find(({ selector }) => selector === '.hawser-picture')
  expect(picture?.declarations).toContainEqual(['overflow', 'clip !important'])
})
