import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { relativeLinks } from '../../scripts/publish/absoluteLinks.ts'
import { packAll } from '../../scripts/publish/packAll.ts'
import { root } from '../docs/titles.ts'
import { createPackedProject, type Manifest, type PackedProject, packages } from './packedProject.ts'

// The contents of the tarballs, as npm installs them.
let project: PackedProject
beforeAll(() => {
  project = createPackedProject({ tarballs: packAll(), names: packages })
})

describe.each(packages)('the tarball of %s', (name) => {
  const filesOf = (ending: RegExp) => {
    const found = readdirSync(project.pathOf(name), { recursive: true, encoding: 'utf8' }).filter((file) =>
      ending.test(file),
    )
    return found.map((file) => join(project.pathOf(name), file))
  }
  const shown = (file: string) => relative(project.pathOf(name), file)

  test('has modules and their types', () => {
    expect(filesOf(/\.js$/).length).toBeGreaterThan(0)
    expect(filesOf(/\.d\.ts$/).length).toBeGreaterThan(0)
  })

  test('has its README and its licence, and no test', () => {
    for (const file of ['README.md', 'LICENSE'])
      expect(readFileSync(join(project.pathOf(name), file), 'utf8').length).toBeGreaterThan(500)
    expect(readFileSync(join(project.pathOf(name), 'LICENSE'), 'utf8')).toBe(
      readFileSync(join(root, 'LICENSE'), 'utf8'),
    )
    const files = filesOf(/\.(?:test|spec|fixture|conformance)\.|(?:^|\/)(?:\.env|tsconfig.*)$/).map(shown)
    // A template is an app with its own settings.
    expect(files.filter((file) => !file.startsWith('dist/templates/'))).toEqual([])
  })

  test('its manifest says nothing of this repository alone, and its README links to existing pages', () => {
    const text = readFileSync(join(project.pathOf(name), 'package.json'), 'utf8')
    expect(text).not.toMatch(/@hawser\/source|"devDependencies"|"scripts"/)
    const readme = readFileSync(join(project.pathOf(name), 'README.md'), 'utf8')
    expect(relativeLinks(readme).filter((path) => !existsSync(join(project.pathOf(name), path)))).toEqual([])
  })

  test('every source that a map names is shipped, or is inside the map', () => {
    const missing = filesOf(/\.map$/).flatMap((file) => {
      const map: { sources: string[]; sourcesContent?: (string | null)[] } = JSON.parse(readFileSync(file, 'utf8'))
      return map.sources
        .filter((source, index) => !map.sourcesContent?.[index] && !existsSync(join(dirname(file), source)))
        .map((source) => `${shown(file)}: ${source}`)
    })
    expect(missing).toEqual([])
  })

  test('no map names a source outside of the package, nor a folder of the build machine', () => {
    const outside = filesOf(/\.map$/).flatMap((file) => {
      const map: { sources: string[]; sourceRoot?: string } = JSON.parse(readFileSync(file, 'utf8'))
      const sources = map.sources.map((source) => join(dirname(file), map.sourceRoot ?? '', source))
      const isAbsolute = map.sources.some((source) => /^(?:\/|file:|[a-z]:\\)/i.test(source))
      return isAbsolute || sources.some((source) => shown(source).startsWith('..')) ? [shown(file)] : []
    })
    expect(outside).toEqual([])
  })

  test('has every map that a file names', () => {
    const named = filesOf(/\.(?:js|css)$/).flatMap((file) => {
      const [, map] = /[#@] sourceMappingURL=(?!data:)(\S+)/.exec(readFileSync(file, 'utf8').slice(-300)) ?? []
      return map === undefined || existsSync(join(dirname(file), map)) ? [] : [`${shown(file)}: ${map}`]
    })
    expect(named).toEqual([])
  })

  test('the imports of types and modules are shipped, or installed with the package', () => {
    const manifest = project.manifestOf(name)
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {}, optionalDependencies = {} } = manifest
    const isOptional = (each: string) => peerDependenciesMeta[each]?.optional === true || each in optionalDependencies
    const sure = [...Object.keys(dependencies), ...Object.keys(peerDependencies)].filter((each) => !isOptional(each))
    const installed = new Set([manifest.name, ...sure, ...builtinModules])
    const isMissing = (file: string, target: string) => {
      if (target.startsWith('node:')) return false
      if (!target.startsWith('.')) return !installed.has(packageOf(target))
      const path = join(dirname(file), target)
      return ![path, path.replace(/\.(?:tsx?|js)$/, '.d.ts')].some(existsSync)
    }
    const missing = [...filesOf(/\.d\.ts$/), ...loadedAtOnce(project.pathOf(name), manifest)].flatMap((file) => {
      const targets = importsOf(file).filter((target) => isMissing(file, target))
      return targets.map((target) => `${shown(file)}: ${target}`)
    })
    expect(missing).toEqual([])
  })

  test('main, types and every subpath name existing files', () => {
    const targets: string[] = []
    const collect = (value: unknown) => {
      if (typeof value === 'string' && value.startsWith('./')) targets.push(value)
      // Only this repository uses the condition.
      else if (typeof value === 'object' && value !== null)
        for (const [key, inner] of Object.entries(value)) if (key !== '@hawser/source') collect(inner)
    }
    const { exports, bin, ...rest } = project.manifestOf(name)
    collect([exports, bin, rest])
    expect(targets.length).toBeGreaterThan(3)
    expect(targets.filter((target) => !existsSync(join(project.pathOf(name), target)))).toEqual([])
  })
})

test('F26b every package tells older resolvers its main, its types and the types of its subpaths', () => {
  for (const name of packages) {
    const manifest: unknown = project.manifestOf(name)
    expect(manifest).toMatchObject({ main: './dist/index.js', types: './dist/index.d.ts' })
  }
})

test('the drivers of databases are optional peers, or optional with a command’s default', () => {
  expect(project.manifestOf('link')).toMatchObject({
    peerDependenciesMeta: { libsql: { optional: true }, pg: { optional: true } },
  })
  expect(project.manifestOf('relay')).toMatchObject({
    peerDependenciesMeta: { '@redis/client': { optional: true } },
    optionalDependencies: { libsql: expect.any(String) },
  })
})

test('plain HTML: the script of the modal matches integrity.json', () => {
  const dist = join(project.pathOf('modal'), 'dist')
  const digest = createHash('sha384')
    .update(readFileSync(join(dist, 'hawser-modal.js')))
    .digest('base64')
  expect(readFileSync(join(dist, 'integrity.json'), 'utf8')).toContain(`sha384-${digest}`)
  // The repository's README is older than the build: the package's README has the hash of the file it ships.
  const readme = readFileSync(join(project.pathOf('modal'), 'README.md'), 'utf8')
  expect(readme).toContain(`hawser-modal.js" integrity="sha384-${digest}"`)
  expect(readme).not.toContain('sha384-…')
})

/**
 * Returns the modules that run when a package is imported or its command starts, without those that load later by `import()`.
 */
function loadedAtOnce(folder: string, { exports, bin = {} }: Manifest): readonly string[] {
  const named = Object.values(exports).map((target) => (typeof target === 'string' ? target : target.default))
  const entries = [...named, ...Object.values(bin)].filter((target) => target?.endsWith('.js') === true)
  const found = new Set(entries.map((target) => join(folder, target ?? '')))
  for (const file of found) {
    const own = importsOf(file).filter((target) => target.startsWith('.'))
    for (const target of own) found.add(join(dirname(file), target))
  }
  return [...found].filter(existsSync)
}

/** Returns the imports of a file by statements; in a declaration file also those by `import('…')`. */
function importsOf(file: string): readonly string[] {
  const code = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  const statements = /^\s*(?:import|export)\b[^'"`;()]*?from\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]/gm
  const types = file.endsWith('.d.ts') ? [...code.matchAll(/\bimport\(["']([^"']+)["']\)/g)] : []
  return [...code.matchAll(statements), ...types].map(([, from, bare]) => from ?? bare ?? '')
}

function packageOf(target: string): string {
  return target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/')
}
