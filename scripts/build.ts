import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { templates } from '../packages/create-hawser/src/templates.ts'
import { readPackages } from './publish/packages.ts'
import { compiler, compilerFlags, runNode } from './run.ts'
import { filesBelow, isTestFile, root } from './sourceGraph.ts'

/**
 * Builds every published package with stale parts: `tsc -b` writes modules and types, Vite the packages with a vite.config.ts.
 * A package that lost or gained a file is rebuilt from scratch, so that `dist` contains nothing whose source is gone.
 */
const packages = readPackages().map(({ folder }) => basename(folder))
/** The packages that Vite builds, each with the packages whose sources go into its files. */
const bundled: Readonly<Record<string, readonly string[]>> = {
  wire: ['wire'],
  sign: ['sign'],
  core: ['core'],
  react: ['react'],
  modal: ['modal', 'react', 'core', 'sign', 'wire'],
  // Contains the page of a handoff.
  link: ['link', 'apps/handoff', 'core', 'wire'],
}
const viteConfigs = ['vite.config.ts', 'vite.script.config.ts']

const folderOf = (name: string) => join(root, name.includes('/') ? name : `packages/${name}`)

function sourcesOf(name: string): string[] {
  return filesBelow(join(folderOf(name), 'src')).filter((file) => !isTestFile(file))
}

/** Hashes the inputs of a package: only the names of its files if tsc alone builds it, their contents too if Vite does. */
function hashSources(name: string): string {
  const hash = createHash('sha256')
  const inBundle = bundled[name]
  for (const file of (inBundle ?? [name]).flatMap(sourcesOf).sort()) {
    hash.update(`${relative(root, file)}\0`)
    if (inBundle !== undefined) hash.update(readFileSync(file)).update('\0')
  }
  for (const file of templateFiles(name)) hash.update(`${relative(root, file)}\0`).update(readFileSync(file))
  for (const config of ['package.json', ...viteConfigs, 'scriptTagFiles.ts'].map((each) => join(folderOf(name), each)))
    if (existsSync(config)) hash.update(readFileSync(config))
  if (inBundle !== undefined) hash.update(readFileSync(join(root, 'scripts/chunks.ts')))
  return hash.digest('hex')
}

/** The files that `npm create hawser` copies. They are the examples themselves, so that the tests cover both. */
function templateFiles(name: string): readonly string[] {
  const left = /\/(?:package-lock\.json|next-env\.d\.ts|links\.sqlite.*|\.(?:hawser|next)\/.*)$/
  const files = templates.flatMap(({ example }) => filesBelow(join(root, 'examples', example)))
  return name === 'create-hawser' ? files.filter((file) => !left.test(file)) : []
}

function copyTemplates(): void {
  for (const file of templateFiles('create-hawser')) {
    const [example = '', ...path] = relative(join(root, 'examples'), file).split(sep)
    const template = templates.find((each) => each.example === example)?.name ?? ''
    const target = join(root, 'packages/create-hawser/dist/templates', template, ...path)
    mkdirSync(dirname(target), { recursive: true })
    copyFileSync(file, target)
  }
}

/** Copies the files that modules read at run time, such as the Redis scripts: tsc leaves them out. */
function copyAssets(name: string): void {
  for (const file of sourcesOf(name).filter((each) => /\.(lua|txt)$/.test(each))) {
    const target = join(folderOf(name), 'dist', relative(join(folderOf(name), 'src'), file))
    mkdirSync(dirname(target), { recursive: true })
    copyFileSync(file, target)
  }
}

const stampOf = (name: string) => join(folderOf(name), 'dist/.sources')
const hashes = new Map(packages.map((name) => [name, hashSources(name)]))
const stale = packages.filter(
  (name) => !existsSync(stampOf(name)) || readFileSync(stampOf(name), 'utf8') !== hashes.get(name),
)
for (const name of stale) rmSync(join(folderOf(name), 'dist'), { recursive: true, force: true })

let status = runNode(compiler, [...compilerFlags, ...packages.map(folderOf)])
// The order matters: the script tag is made from the built files of the other packages.
for (const name of Object.keys(bundled).filter((each) => stale.includes(each)))
  for (const config of viteConfigs)
    if (status === 0 && existsSync(join(folderOf(name), config)))
      status = runNode('vite/bin/vite.js', ['build', '--config', config, '--logLevel', 'warn'], {}, folderOf(name))
if (status === 0) {
  for (const name of packages) copyAssets(name)
  copyTemplates()
  for (const name of stale) writeFileSync(stampOf(name), hashes.get(name) ?? '')
  console.log(stale.length === 0 ? 'packages: nothing to build anew' : `packages: built ${stale.join(', ')}`)
}
process.exitCode = status ?? 1
