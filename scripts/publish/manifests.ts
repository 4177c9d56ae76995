import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../run.ts'
import { addressFields } from './address.ts'
import { sharedFields, withVersion } from './fields.ts'
import { type Manifest, readManifest, readPackages } from './packages.ts'

/**
 * Writes the shared fields into every package: version, licence, author, addresses, engines. The version is that of
 * `@hawser/wire`, the lowest package; the other fields are the root's. The release workflow first passes the addresses of the
 * repository and of its documentation: `--repository <url> --homepage <url>`.
 */
const { values: flags } = parseArgs({ options: { repository: { type: 'string' }, homepage: { type: 'string' } } })

function write(file: string, value: object): void {
  const text = `${JSON.stringify(value, undefined, 2)}\n`
  // Compares values, not layout: a formatter's layout differs from that of JSON.stringify.
  if (JSON.stringify(JSON.parse(readFileSync(join(root, file), 'utf8'))) !== JSON.stringify(value))
    writeFileSync(join(root, file), text)
}

function replace(file: string, pattern: RegExp, text: string): void {
  const source = readFileSync(join(root, file), 'utf8')
  if (!pattern.test(source)) throw new Error(`${file} has nothing like ${pattern}.`)
  writeFileSync(join(root, file), source.replace(pattern, text))
}

const { version } = readManifest('packages/wire')
const own = { ...readManifest('.'), version }
if (flags.repository !== undefined && flags.homepage !== undefined) {
  Object.assign(own, addressFields(flags.repository, flags.homepage))
  // Errors name the address of their page: the only address that is not in a manifest.
  const base = `const docsBase = '${flags.homepage.replace(/\/$/, '')}/errors/'`
  replace('packages/wire/src/baseError.ts', /const docsBase = '.*'/, base)
}
replace('packages/core/src/registry/client.ts', /(type: 'hawser', version: )'.*'/, `$1'${version}'`)
write('package.json', own)

const names = readPackages().map(({ manifest }) => manifest.name)
for (const { folder, manifest } of readPackages()) {
  write(`${folder}/package.json`, withVersion(sharedFields(manifest, own, folder), names, version, true))
  copyFileSync(join(root, 'LICENSE'), join(root, folder, 'LICENSE'))
}
const lock: { packages: Record<string, Manifest> } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
for (const [folder, entry] of Object.entries(lock.packages)) {
  if (folder.includes('node_modules/')) continue
  const isPublished = folder === '' || folder.startsWith('packages/')
  lock.packages[folder] = withVersion(entry, names, version, isPublished)
  if (!isPublished && existsSync(join(root, folder, 'package.json')))
    write(`${folder}/package.json`, withVersion(readManifest(folder), names, version, false))
}
write('package-lock.json', lock)
for (const name of readdirSync(join(root, 'examples'))) {
  const folder = `examples/${name}`
  if (existsSync(join(root, folder, 'package.json')))
    write(`${folder}/package.json`, withVersion(readManifest(folder), names, version, false))
}
// The files for operators name the images by the version of the packages in them.
const deploy = 'packages/hawser/deploy'
write(`${deploy}/app/package.json`, withVersion(readManifest(`${deploy}/app`), names, version, false))
for (const file of [
  ...['compose.yaml', 'kubernetes/kustomization.yaml', 'kubernetes/relay.yaml', 'kubernetes/registry.yaml'].map(
    (name) => `${deploy}/${name}`,
  ),
  ...['docs/site/run/docker.md', 'docs/site/run/kubernetes.md'],
])
  replace(file, /(hawser-(?:app|relay|registry):|newTag: )\d[\w.-]*/g, `$1${version}`)
// A release gives all packages the same version.
const changesets = '.changeset/config.json'
write(changesets, { ...JSON.parse(readFileSync(join(root, changesets), 'utf8')), fixed: [names.toSorted()] })
console.log(`${names.length} packages of version ${version}`)
