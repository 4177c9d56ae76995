import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root, titlesIn } from './titles.ts'

// SECURITY.md promises only behaviour that a test checks: every sentence of these sections names an existing test.
const text = readFileSync(join(root, 'SECURITY.md'), 'utf8')
const link = /\[([^\]]+)\]\(([^)\s]+\.(?:test|spec|conformance)\.tsx?)\)/g
const named = [...text.matchAll(link)].map(([, title = '', path = '']) => [path, title] as const)

const sectionOf = (heading: string) => {
  const from = text.indexOf(`## ${heading}`)
  expect(from, heading).toBeGreaterThan(0)
  const to = text.indexOf('\n## ', from)
  return text.slice(text.indexOf('\n', from), to < 0 ? undefined : to)
}

/** Returns the words of a title, without its filled-in values. */
const wordsOf = (title: string) => title.replace(/\$\{[^}]*\}|\\/g, '')

test.each(named.filter(([, title]) => !title.endsWith('.test.ts')))(
  'SECURITY.md: %s has the test "%s"',
  (path, title) => {
    expect(existsSync(join(root, path)), path).toBe(true)
    const titles = titlesIn(readFileSync(join(root, path), 'utf8')).map(wordsOf)
    expect(titles.filter((each) => each.includes(title))).not.toEqual([])
  },
)

test('SECURITY.md: a test shows each thing that an actor cannot do', () => {
  const rows = sectionOf('What Hawser promises, and which test shows it')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| actor'))
    .map((line) => line.slice(2, -2).split(' | '))
  expect(rows.length).toBeGreaterThan(9)
  for (const row of rows) {
    expect(row).toHaveLength(4)
    expect([row[0], [...(row[3] ?? '').matchAll(link)].length > 0]).toEqual([row[0], true])
  }
})

describe.each([
  'What the relay sees',
  'Rules the code keeps',
  'What is installed',
  'What an acknowledged publish means',
])('SECURITY.md: %s', (heading) => {
  test('every sentence with a promise names its test', () => {
    const lines = sectionOf(heading).split('\n').filter(Boolean)
    const sentences = lines
      .map((line) => line.replace(link, '⟦test⟧'))
      .flatMap((line) => line.replace(/^- /, '').split(/(?<=[.)])\s+(?=[A-Z])/))
    expect(sentences.length).toBeGreaterThan(1)
    const bare = sentences.filter((sentence) => !sentence.includes('⟦test⟧'))
    // The only sentence that promises nothing.
    expect(bare.filter((sentence) => !sentence.startsWith('With the memory mailbox'))).toEqual([])
  })
})
