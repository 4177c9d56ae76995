import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isNight, nightLimit } from '@hawser/test-kit/night'
import { check } from 'recheck'
import ts from 'typescript'
import { expect, test, vi } from 'vitest'
import { filesUnder, root } from '../docs/titles.ts'

const ofText = 'RegExp of a text'
// Composes the rules of RFC 3986 from constants. The result is checked like any other expression.
const madeOfTexts = 'packages/wire/src/proof/signInGrammar.ts'

/**
 * The expressions that a night has proven. To renew the file:
 * `HAWSER_NIGHTLY=1 npx vitest run --project timed test/security/regexes.test.ts -u`.
 */
const provenFile = join(import.meta.dirname, 'provenRegexes.json')

/** The longest text that parseSignInMessage reads. */
const maxSignInLength = 4096

async function regexesMadeByWire(): Promise<readonly string[]> {
  const made: string[] = []
  const { RegExp: original } = globalThis
  globalThis.RegExp = new Proxy(original, {
    construct(target, [pattern, flags]) {
      const regex = new target(pattern, flags)
      made.push(String(regex))
      return regex
    },
  })
  // Another test file can have loaded the module.
  vi.resetModules()
  try {
    await import('../../packages/wire/src/proof/signInGrammar.ts')
  } finally {
    globalThis.RegExp = original
  }
  expect(made.length).toBeGreaterThanOrEqual(3)
  return made
}

/** Reports whether no text makes the expression slow. For a length-limited text, only texts up to that length count. */
async function isQuick(source: string, flags: string, isBounded: boolean): Promise<boolean> {
  // Large expressions are tried instead of proven, always with the same attempts.
  const found = await check(source, flags, { randomSeed: 1, timeout: 600_000 })
  if (found.status !== 'vulnerable') return found.status === 'safe'
  if (!isBounded) return takesNoTime(new RegExp(source, flags), found.attack.string)
  const text = `${found.attack.string.slice(0, maxSignInLength - 1)}\0`
  const regex = new RegExp(source, flags)
  const startedAt = performance.now()
  regex.test(text)
  return performance.now() - startedAt < nightLimit(50)
}

/**
 * Reports whether the text found is harmless. The checker counts elapsed time, which a busy machine distorts; this function
 * counts processor time.
 */
function takesNoTime(regex: RegExp, text: string): boolean {
  const before = process.cpuUsage()
  regex.test(text)
  return process.cpuUsage(before).user < 500_000
}

/** Returns every regular expression of a source: `/…/flags` as written, and the arguments of RegExp(…). */
function regexesIn(source: string): readonly string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text)
    if (
      (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === 'RegExp'
    )
      found.push(ofText)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('a.tsx', source, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX))
  return found
}

test('T-22: no regular expression can be made slow, and none comes from a stranger’s text', async () => {
  const files = ['packages', 'apps']
    .flatMap((folder) => filesUnder(folder, /\/src\/.*\.tsx?$/))
    .filter((path) => !/\.(?:test|fixture|conformance)\.tsx?$/.test(path))
  const places = new Map(
    files.flatMap((path) => regexesIn(readFileSync(join(root, path), 'utf8')).map((regex) => [regex, path] as const)),
  )
  expect(places.size).toBeGreaterThan(50)
  for (const regex of await regexesMadeByWire()) places.set(regex, madeOfTexts)
  const bad: string[] = []
  // The nightly run proves every expression again.
  const proven = new Set<string>(isNight ? [] : JSON.parse(readFileSync(provenFile, 'utf8')))
  for (const [regex, path] of places) {
    if (proven.has(regex)) continue
    const end = regex.lastIndexOf('/')
    if (regex === ofText && path === madeOfTexts) continue
    const isSafe = end > 0 && (await isQuick(regex.slice(1, end), regex.slice(end + 1), path === madeOfTexts))
    if (!isSafe) bad.push(`${path}: ${regex}`)
  }
  expect(bad).toEqual([])
  await expect(`${JSON.stringify([...places.keys()].sort(), undefined, 2)}\n`).toMatchFileSnapshot(provenFile)
}, 900_000)

test('T-22: the check finds slow ones', async () => {
  expect((await check('^(a+)+$', '')).status).toBe('vulnerable')
  expect(regexesIn('const a = new RegExp(b)')).toEqual([ofText])
})
