import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as sign from '@hawser/sign'
import { BaseError, internalReasons, type Reason, reasons, signInReasons } from '@hawser/wire'
import { expect, test } from 'vitest'

// The numbered reasons, docs/reasons.md, the error classes and their pages agree.
const root = resolve(import.meta.dirname, '../..')
const table: Readonly<Record<string, Reason>> = { ...reasons, ...signInReasons, ...internalReasons }

const rows = readFileSync(join(root, 'docs/reasons.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, number, name, text, means, codes = ''] = line.split('|').map((cell) => cell.trim())
    if (number === undefined || !/^\d+$/.test(number)) return []
    const links = [...codes.matchAll(/\[`([a-z_]+)`\]\(errors\/([a-z_]+)\.md\)/g)]
    return [{ code: Number(number), name: name?.replaceAll('`', '') ?? '', text, means, links }]
  })

const pageOf = (code: string) => join(root, 'docs/errors', `${code}.md`)

/** Returns the numbers that a page names. */
function numbersOf(page: string): readonly number[] {
  const [, list = ''] = readFileSync(page, 'utf8').match(/\*\*Numbers of the protocol\.\*\* ([\d, ]+)/) ?? []
  return list === '' ? [] : list.split(',').map(Number)
}

test('reasons: three files, one table: each number and name in the file of its range, once', () => {
  const ranges = [
    [reasons, 1001, 10_001],
    [signInReasons, 11_001, 12_002],
    [internalReasons, 1, 9],
  ] as const
  for (const [part, first, last] of ranges) {
    for (const { code } of Object.values<Reason>(part))
      expect(code >= first && code <= last ? 'in range' : code).toBe('in range')
  }
  const parts = ranges.flatMap(([part]) => Object.keys(part))
  expect(parts).toEqual(Object.keys(table))
})

test('reasons: the page lists every number once, by its name and text', () => {
  const listed = rows.map(({ code, name, text }) => [name, { code, message: text }])
  expect(listed).toEqual(Object.entries(table))
  expect(new Set(rows.map(({ code }) => code)).size).toBe(rows.length)
  for (const { means } of rows) expect(means).toMatch(/^[A-Z].*\.$/)
})

test('reasons: every code of a number has a page, and those pages name the number', () => {
  const numbers = new Map<string, number[]>()
  for (const { code, links } of rows) {
    // A reason without one of our codes never occurs here.
    expect(links.length > 0 || ['restoreWillOverride', 'resubscribed'].includes(rowName(code))).toBe(true)
    for (const [, text = '', page = ''] of links) {
      expect(page).toBe(text)
      expect(existsSync(pageOf(page))).toBe(true)
      numbers.set(page, [...(numbers.get(page) ?? []), code])
    }
  }
  const ascending = (list: readonly number[]) => [...list].sort((a, b) => a - b)
  for (const file of readdirSync(join(root, 'docs/errors'))) {
    const code = file.replace(/\.md$/, '')
    expect([code, numbersOf(pageOf(code))]).toEqual([code, ascending(numbers.get(code) ?? [])])
  }
})

type ErrorClass = new (reason: Reason) => BaseError & { readonly reason?: Reason }
const isErrorClass = (value: unknown): value is ErrorClass =>
  typeof value === 'function' && value.prototype instanceof BaseError

const rowName = (code: number) => rows.find((row) => row.code === code)?.name ?? ''

test('reasons: every class with a number is among the codes of that number', () => {
  // The clock error takes times instead of a reason.
  const { RelayClockError: _, ...others } = sign
  const classes = Object.values<unknown>(others).filter(isErrorClass)
  expect(classes.length).toBeGreaterThan(20)
  const seen = new Set(rows.flatMap(({ links }) => links.map(([, code]) => code)))
  for (const ErrorClass of classes) {
    const error = new ErrorClass(reasons.userRejected)
    // For a relay error the reason is a string.
    if (typeof error.reason !== 'object') continue
    expect(seen).toContain(error.code)
    expect(Object.values(table)).toContainEqual(error.reason)
  }
})

test('reasons: the table has every reason this client may send, and no inner one', () => {
  const sources = ['packages/sign/src', 'packages/wire/src', 'apps/wallet/src/page'].flatMap((folder) =>
    readdirSync(join(root, folder), { encoding: 'utf8', recursive: true })
      .filter((name) => /\.tsx?$/.test(name) && !/\.(test|fixture|conformance)\./.test(name))
      .map((name) => readFileSync(join(root, folder, name), 'utf8')),
  )
  const used = sources.flatMap((text) => [...text.matchAll(/\breasons\.([a-z]\w+)/g)].map(([, name = '']) => name))
  for (const name of used.filter((candidate) => candidate !== 'ts')) expect(Object.keys(reasons)).toContain(name)
  for (const text of sources) expect(text).not.toMatch(/\binternalReasons\.(?!ts\b)/)
})
