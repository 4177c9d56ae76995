import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isNight } from '@hawser/test-kit/night'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { expect, test } from 'vitest'
import { packAll } from '../../scripts/publish/packAll.ts'
import { readPackages } from '../../scripts/publish/packages.ts'
import { tarballOf } from '../../scripts/publish/stagePackages.ts'

const packages = readPackages()

/** The addresses of our tarballs, by package. */
function tarballs(): Readonly<Record<string, string>> {
  const folder = packAll()
  return Object.fromEntries(
    packages.map(({ manifest }) => [manifest.name, `file:${join(folder, tarballOf(manifest))}`]),
  )
}

// Each page has these packages already, and installs ours beside them.
const neighbours = [
  ['React 18', { react: '18.3.1', 'react-dom': '18.3.1' }, ['@hawser/core', '@hawser/react', '@hawser/sign']],
  [
    'React 19 and wagmi 3',
    { react: '^19.3.1', 'react-dom': '^19.3.1', wagmi: '^3.7.7', viem: '^2.57.1', '@tanstack/react-query': '^5.108.4' },
    ['@hawser/core', '@hawser/react', '@hawser/wagmi', '@hawser/sign'],
  ],
] as const

test('our peer ranges accept React 18 and 19', () => {
  const ranges = packages.flatMap(({ manifest }) => {
    const peers: unknown = Reflect.get(manifest, 'peerDependencies')
    return typeof peers === 'object' && peers !== null && 'react' in peers ? [peers.react] : []
  })
  expect(ranges.length).toBeGreaterThan(0)
  for (const range of ranges) expect(range).toMatch(/\^18\.\d.*\^19/)
})

// At night only, because npm installs each project from its registry.
if (isNight)
  test.each(neighbours)(
    'npm installs our packages beside %s, and Node imports them',
    (_name, theirs, ours) => {
      const folder = temporaryFolder()
      const files = tarballs()
      const own = Object.fromEntries(ours.map((name) => [name, files[name]]))
      const manifest = { name: 'neighbour', private: true, type: 'module', dependencies: { ...theirs, ...own } }
      // Our packages are not on npm: those that others need come from their tarballs too.
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, overrides: files }))
      const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund']
      execFileSync('npm', ['install', '--strict-peer-deps', ...options], { cwd: folder, stdio: 'pipe' })
      const program = ours.map((name) => `await import('${name}')`).join(';')
      execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder, stdio: 'pipe' })
      const react = execFileSync(process.execPath, ['--print', 'require("react").version'], {
        cwd: folder,
        encoding: 'utf8',
      })
      expect(react.trim().split('.')[0]).toBe(/\d+/.exec(theirs.react)?.[0])
    },
    300_000,
  )
