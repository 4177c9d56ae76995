import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildScript } from './build.ts'

test('T-03 script tag: two builds give the same bytes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hawser-script-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [one, two] = [join(folder, 'one'), join(folder, 'two')]
  await buildScript(one)
  await buildScript(two)
  const names = readdirSync(one, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(one, join(parentPath, name)))
  expect(names).toEqual(expect.arrayContaining(['hawser-modal.js', 'styles.css', 'integrity.json']))
  expect(names.filter((name) => name.startsWith('hawser-modal/')).length).toBeGreaterThan(20)
  for (const name of names) expect(readFileSync(join(two, name)).equals(readFileSync(join(one, name)))).toBe(true)
})
