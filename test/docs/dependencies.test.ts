import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { formatSbom } from '../../scripts/supply/formatSbom.ts'
import { installedWith, type TreeLock } from '../../scripts/supply/installed.ts'
import { root } from './titles.ts'

// Each README names the packages installed with its package, the reason for each, and their total size. Each package has a bill
// of materials.
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const lock: TreeLock = JSON.parse(read('package-lock.json'))
const linux = { os: 'linux', cpu: 'x64', libc: 'glibc' } as const
const folders = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)

/** Returns the third-party packages that come with one of ours. */
function namesOf(part: string): ReadonlySet<string> {
  const installed = installedWith(lock, `packages/${part}`, linux)
  return new Set(installed.filter(({ isOurs }) => !isOurs).map(({ name }) => name))
}

type Names = Readonly<Record<string, string>>
type PackageJson = {
  readonly name: string
  readonly version: string
  readonly dependencies?: Names
  readonly optionalDependencies?: Names
  readonly peerDependencies?: Names
}

describe.each(folders)('%s', (folder) => {
  const described: PackageJson = JSON.parse(read(`${folder}/package.json`))
  const { name, version, dependencies, optionalDependencies, peerDependencies } = described
  const others = installedWith(lock, folder, linux).filter(({ isOurs }) => !isOurs)
  const readme = read(`${folder}/README.md`)

  test('its README names each dependency with a reason', () => {
    const table = readme.slice(readme.indexOf('\n| Dependency | Why |\n')).split('\n\n', 1)[0] ?? ''
    const rows = [...table.matchAll(/^\| `([^`]+)`[^|]* \| (.{15,}) \|$/gm)].map(([, dependency]) => dependency)
    expect(rows.toSorted()).toEqual(
      Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }).toSorted(),
    )
  })

  test('T-05: depends on no signature library with known holes', () => {
    const names = others.map(({ name }) => name)
    const avoided = ['elliptic', 'secp256k1', 'tweetnacl', 'bn.js', 'jsonwebtoken', 'crypto-js', 'ethers', 'web3']
    expect(names.filter((each) => avoided.includes(each))).toEqual([])
  })

  test('T-02: its README says how many packages of others come with it, fifteen at most', () => {
    const said = /npm installs (\d+) packages? of others with it on Linux/.exec(readme)?.[1]
    expect(Number(said)).toBe(others.length)
    // The `hawser` command has the dependencies of its parts, and nothing more.
    const parts = folder === 'packages/hawser' ? Object.keys(dependencies ?? {}) : [name]
    const ofParts = new Set(parts.flatMap((part) => [...namesOf(part.replace('@hawser/', ''))]))
    expect(others.map(({ name }) => name).filter((each) => !ofParts.has(each))).toEqual([])
    for (const part of parts) expect(namesOf(part.replace('@hawser/', '')).size).toBeLessThanOrEqual(15)
  })

  test('its bill of materials names each of them with licence and hash', () => {
    const bill = JSON.parse(formatSbom(lock, folder))
    expect([bill.bomFormat, bill.specVersion, bill.metadata.component.purl]).toEqual([
      'CycloneDX',
      '1.6',
      `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ])
    const components: Readonly<Record<string, string>>[] = bill.components
    expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(others.map(({ name }) => name)))
    for (const { purl, licenses, hashes } of components) {
      const ofOurs = purl?.startsWith('pkg:npm/%40hawser/')
      expect([purl, licenses]).toEqual([expect.stringMatching(/^pkg:npm\/.+@\d/), expect.anything()])
      if (!ofOurs) expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }])
    }
    const refs = new Set([bill.metadata.component.purl, ...components.map(({ purl }) => purl)])
    const links: { ref: string; dependsOn: string[] }[] = bill.dependencies
    expect(links.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !refs.has(ref))).toEqual([])
    const direct = links.find(({ ref }) => ref === bill.metadata.component.purl)?.dependsOn ?? []
    expect(direct).toHaveLength(Object.keys({ ...dependencies, ...optionalDependencies }).length)
    expect(formatSbom(lock, folder)).toBe(formatSbom(lock, folder))
  })
})

test('installedWith: the nearest version, rings, and binaries of other machines', () => {
  const entry = (version: string, needs: Names = {}) => ({ version, dependencies: needs })
  const tree: TreeLock = {
    packages: {
      'packages/a': entry('1.0.0', { b: '1', c: '1', absent: '1' }),
      'node_modules/b': { ...entry('1.0.0', { c: '2' }), optionalDependencies: { 'b-linux': '1', 'b-mac': '1' } },
      'node_modules/b/node_modules/c': entry('2.0.0', { b: '1' }),
      'node_modules/c': entry('1.0.0'),
      'node_modules/b-linux': { version: '1.0.0', os: ['linux'] },
      'node_modules/b-mac': { version: '1.0.0', os: ['darwin'] },
    },
  }
  const names = (machine?: typeof linux) =>
    installedWith(tree, 'packages/a', machine).map(({ name, version }) => `${name} ${version}`)
  expect(names(linux).toSorted()).toEqual(['a 1.0.0', 'b 1.0.0', 'b-linux 1.0.0', 'c 1.0.0', 'c 2.0.0'].toSorted())
  expect(names()).toContain('b-mac 1.0.0')
})

describe('the release workflow', () => {
  const workflows = readdirSync(join(root, '.github/workflows')).map((file) => [
    file,
    read(`.github/workflows/${file}`),
  ])

  test.each(workflows)(
    '%s: every action is named by the hash of a commit, without rights by default',
    (_, text = '') => {
      const used = [...text.matchAll(/uses: *(\S+)(.*)/g)]
      expect(used.length).toBeGreaterThan(0)
      for (const [, action, comment] of used) {
        expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
        expect(comment).toMatch(/^ # v\d+\.\d+\.\d+$/)
      }
      expect(text).toMatch(/^permissions: \{\}$/m)
      expect(text).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|pull_request_target|curl |wget /)
      // Workflows read outside values from the environment, and do not write them into a command.
      expect([...text.matchAll(/run:[^\n]*\$\{\{/g)]).toEqual([])
    },
  )

  test('T-01: packages are published with provenance and a bill of materials, after the tests', () => {
    const text = read('.github/workflows/release.yml')
    const order = [
      'npm ci',
      'npm audit signatures',
      'npm test',
      'npm run manifests -- --repository',
      'npm run build',
      'npm run check:package',
      'npm run sbom',
      'npm run stage -- --release',
      '--provenance',
      '.cdx.json',
    ]
    const places = order.map((step) => text.indexOf(step))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(places[0]).toBeGreaterThan(0)
    expect(text).toContain('id-token: write')
    // In the order that `npm run stage` writes: each package after its dependencies.
    expect(text).toContain('done < .cache/publish/order.txt')
  })

  test('every npm script of a workflow is one of the root’s', () => {
    const { scripts }: { scripts: Names } = JSON.parse(read('package.json'))
    const named = workflows.flatMap(([, text = '']) => [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name))
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => name === undefined || scripts[name] === undefined)).toEqual([])
  })

  test('CODEOWNERS: every path exists, and published files have their own owners', () => {
    const rules = read('.github/CODEOWNERS')
      .split('\n')
      .filter((line) => /^[*/]/.test(line))
    const paths = rules.map((rule) => rule.split(/\s/, 1)[0] ?? '')
    expect(paths[0]).toBe('*')
    expect(paths.slice(1).filter((path) => !existsSync(join(root, path)))).toEqual([])
    for (const path of ['/.github/', '/package-lock.json', '/packages/registry/listings/'])
      expect(paths).toContain(path)
  })
})
