import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run.ts'
import { absoluteLinks } from './absoluteLinks.ts'
import { pageOf } from './address.ts'
import { type Manifest, type Package, readPackages } from './packages.ts'

/** The name that npm gives to the tarball of a package. */
export function tarballOf({ name, version }: Manifest): string {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
}

/** Packs with npm, which knows which files belong to a package. */
function pack(packages: readonly Package[], target: string): void {
  const options = ['--ignore-scripts', '--offline', '--silent', '--pack-destination', target]
  const workspaces = packages.flatMap(({ manifest }) => ['--workspace', manifest.name])
  execFileSync('npm', ['pack', ...options, ...workspaces], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
}

/**
 * Packs the built packages as npm gets them. A package page has no repository around it, so links of a README that lead out of
 * the package become absolute. The manifest leaves out everything that is for developers of this repository alone.
 * @returns the published packages, each after the packages that it needs
 */
export function stagePackages(target: string): readonly Package[] {
  const packages = readPackages()
  mkdirSync(target, { recursive: true })
  const work = mkdtempSync(join(target, 'work-'))
  try {
    pack(packages, work)
    for (const each of packages) {
      const [tarball, folder] = [tarballOf(each.manifest), join(work, each.folder)]
      mkdirSync(folder, { recursive: true })
      execFileSync('tar', ['-xzf', join(work, tarball), '-C', folder])
      rewrite(join(folder, 'package'), each)
      execFileSync('tar', ['-czf', join(target, tarball), '-C', folder, 'package'])
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  return packages
}

function rewrite(packed: string, { folder, manifest }: Package): void {
  const { devDependencies, scripts, ...published } = manifest
  const bare = JSON.stringify(published, (key, value) => (key === '@hawser/source' ? undefined : value), 2)
  writeFileSync(join(packed, 'package.json'), `${bare}\n`)
  const { url } = Object(manifest.repository)
  const readme = join(packed, 'README.md')
  const isFolder = (path: string) => existsSync(join(root, path)) && statSync(join(root, path)).isDirectory()
  const absolute = absoluteLinks(readFileSync(readme, 'utf8'), {
    folder,
    isShipped: (path) => existsSync(join(packed, path)),
    pageOf: (path) => pageOf(`${url}`, manifest.version, path, isFolder(path)),
  })
  writeFileSync(readme, withDigests(absolute, packed))
}

/** Adds the digests that the README leaves open: those of the files that a page without a bundler loads. */
function withDigests(readme: string, packed: string): string {
  const file = join(packed, 'dist/integrity.json')
  if (!existsSync(file)) return readme
  const digests: Readonly<Record<string, string>> = JSON.parse(readFileSync(file, 'utf8'))
  return readme.replace(/(="[^"]*?)([\w.-]+)(" integrity=")sha384-…"/g, (whole, start, name: string, end) => {
    const digest = digests[name]
    return digest === undefined ? whole : `${start}${name}${end}${digest}"`
  })
}
