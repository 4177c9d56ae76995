import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { describe, expect, test } from 'vitest'
import { sharedFields, withVersion } from '../../scripts/publish/fields.ts'
import { packAll } from '../../scripts/publish/packAll.ts'
import { readManifest, readPackages } from '../../scripts/publish/packages.ts'
import { explainResolution } from '../../scripts/publish/resolve.ts'
import { tarballOf } from '../../scripts/publish/stagePackages.ts'
import { root } from '../docs/titles.ts'

const packages = readPackages()
const own = readManifest('.')
const names = packages.map(({ manifest }) => manifest.name)

describe.each(packages)('$folder', ({ folder, manifest }) => {
  test('its manifest is what `npm run manifests` writes', () => {
    expect(JSON.stringify(manifest, undefined, 2)).toBe(
      JSON.stringify(withVersion(sharedFields(manifest, own, folder), names, own.version, true), undefined, 2),
    )
    expect(own.version).toBe(readManifest('packages/wire').version)
  })

  test('says what it is, and has keywords', () => {
    expect(manifest).toMatchObject({ description: expect.stringMatching(/.{20}/), sideEffects: expect.anything() })
    expect(Array.isArray(manifest.keywords) && manifest.keywords.length > 3).toBe(true)
  })
})

test('gives a registry the version of the packages', () => {
  const client = readFileSync(join(root, 'packages/core/src/registry/client.ts'), 'utf8')
  expect(client).toContain(`type: 'hawser', version: '${own.version}'`)
})

test('each package comes after the ones of ours that it needs', () => {
  for (const [index, { manifest }] of packages.entries())
    for (const name of Object.keys(manifest.dependencies ?? {}))
      if (names.includes(name)) expect(names.slice(0, index)).toContain(name)
})

test('the versions of all change together with Changesets, which leaves CHANGELOG.md alone', () => {
  const config = JSON.parse(readFileSync(join(root, '.changeset/config.json'), 'utf8'))
  expect(config).toMatchObject({ access: 'public', baseBranch: 'main', changelog: false, commit: false })
  expect(config.fixed[0].toSorted()).toEqual(names.toSorted())
  const changes = readdirSync(join(root, '.changeset')).filter((name) => /^(?!README).*\.md$/.test(name))
  for (const name of changes) {
    const named = /^---\n([\s\S]*?)---\n/.exec(readFileSync(join(root, '.changeset', name), 'utf8'))?.[1] ?? ''
    const lines = named.trim().split('\n')
    expect(lines.filter((line) => !names.some((each) => line.startsWith(`"${each}": `)))).toEqual([])
  }
})

// `npm run check:package` checks each tarball with publint and attw. This test shows that attw finds a fault.
test('attw: finds an entry whose types are missing', { timeout: 600_000 }, async () => {
  const folder = temporaryFolder()
  const sign = packages.find(({ manifest }) => manifest.name === '@hawser/sign')
  const name = sign === undefined ? '' : tarballOf(sign.manifest)
  execFileSync('tar', ['-xzf', join(packAll(), name), '-C', folder])
  execFileSync('tar', ['-czf', join(folder, name), '--exclude', 'package/dist/origin.d.ts', '-C', folder, 'package'])
  expect((await explainResolution(join(folder, name))).join()).toContain('./origin')
})
