import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesUnder, root } from './titles.ts'

/** Every `code = '…'` of an error class, with the file that declares it. */
function declaredCodes(): readonly { code: string; file: string }[] {
  return ['packages', 'apps']
    .flatMap((folder) =>
      filesUnder(folder, /\/src\/(?:\w+\/)*(?:errors|baseError|signInErrors|parseCaip|formatPairingUri)\.ts$/),
    )
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/\bcode = '([^']+)'/g)].map(([, code = '']) => ({
        code,
        file,
      })),
    )
}

const codes = declaredCodes()
const pages = readdirSync(join(root, 'docs/errors')).map((name) => name.replace(/\.md$/, ''))

test('errors: every class has a page and every page a class', () => {
  expect(codes.length).toBeGreaterThan(20)
  expect([...pages].sort()).toEqual([...new Set(codes.map(({ code }) => code))].sort())
})

// Two packages may refuse for the same reason in the same words: one page covers both.
test('errors: within a package a code belongs to one class', () => {
  const named = codes.map(({ code, file }) => `${code} in ${file}`)
  expect(named.filter((name, index) => named.indexOf(name) !== index)).toEqual([])
})

test.each(pages)('errors: the page of %s says what is seen, why, what to do and what throws it', (code) => {
  const text = readFileSync(join(root, 'docs/errors', `${code}.md`), 'utf8')
  for (const part of ['**What you see.**', '**Why.**', '**What to do.**', '**Thrown by.**'])
    expect(text).toContain(part)
  expect(text).toContain(`\`${code}\``)
  expect(code).toMatch(/^[a-z]+(_[a-z0-9]+)*$/)
})
