import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { folders } from './folders.ts'
import {
  fileGraph,
  findRings,
  houses,
  type Import,
  isTestFile,
  readImports,
  root,
  shortName,
  sourceFiles,
} from './sourceGraph.ts'

/**
 * The arrows between packages (docs/decisions/0001): the allowed imports of each. Everything else is refused. Inside a package,
 * files must not import each other in a ring, types included, and the arrows between its folders point one way (folders.ts).
 */
const arrows: Readonly<Record<string, readonly string[]>> = {
  wire: [],
  command: ['wire'],
  sign: ['wire'],
  relay: ['command', 'wire'],
  registry: ['command', 'wire'],
  link: ['command', 'wire'],
  core: ['sign', 'wire'],
  react: ['core'],
  modal: ['react', 'core', 'wire'],
  wagmi: ['core'],
  doctor: ['command', 'core', 'wire'],
  hawser: ['command', 'doctor', 'link', 'registry', 'relay'],
  'create-hawser': [],
  'app-handoff': ['core'],
  'app-host': ['react', 'core', 'link'],
  'app-wallet': ['sign', 'wire'],
  'app-stack': ['command', 'relay', 'registry', 'app-host', 'app-wallet'],
}

function nameOf(house: string): string {
  const manifest: { name: string } = JSON.parse(readFileSync(join(root, house, 'package.json'), 'utf8'))
  return manifest.name.replace('@hawser/', '')
}

function checkArrows(house: string, imports: readonly Import[]): string[] {
  const name = nameOf(house)
  const allowed = arrows[name]
  if (allowed === undefined) return [`${house}: package ${name} has no row in scripts/check-imports.ts`]
  return imports.flatMap(({ from, specifier }) => {
    const where = shortName(from)
    if (specifier.startsWith('.')) {
      if (!specifier.endsWith('.ts') && !specifier.endsWith('.tsx') && !/\.(css|json|lua)$/.test(specifier)) {
        return [`${where}: import "${specifier}" needs its .ts ending`]
      }
      return resolve(dirname(from), specifier).startsWith(join(root, house))
        ? []
        : [`${where}: "${specifier}" leaves its package`]
    }
    if (/^@(walletconnect|reown)\//.test(specifier))
      return [`${where}: official clients are for tests and benches only`]
    if (!specifier.startsWith('@hawser/')) return []
    const target = specifier.split('/')[1] ?? ''
    // Code that tests share has a package of its own, which only tests may import.
    if (target === 'test-kit') return isTestFile(from) ? [] : [`${where}: @hawser/test-kit is for tests only`]
    // The host's page runs in a browser; link is for its server.
    if (target === 'link' && where.startsWith(join('apps', 'host', 'src', 'page')))
      return [`${where}: a page may not import link`]
    // Tests that need other packages are in test/, never here.
    return target === name || allowed.includes(target) ? [] : [`${where}: ${name} may not import ${target}`]
  })
}

/** Finds arrows between the folders of a package that point up, and folders that are not in the table. */
function checkFolders(house: string, graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const order = folders[nameOf(house)]
  if (order === undefined) return [`${house} has no row in scripts/folders.ts`]
  const source = join(root, house, 'src')
  const folderOf = (file: string) =>
    relative(source, file)
      .split(sep)[0]
      ?.replace(/\.(tsx?|css|json)$/, '') ?? ''
  const used = new Set(
    sourceFiles(source)
      .filter((file) => !isTestFile(file))
      .map(folderOf),
  )
  const unknown = [...used].filter((folder) => !order.includes(folder))
  const gone = order.filter((folder) => !used.has(folder))
  const upwards = [...graph].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => order.indexOf(folderOf(to)) < order.indexOf(folderOf(from)))
      .map((to) => `${shortName(from)} imports ${shortName(to)}, which is above it (scripts/folders.ts)`),
  )
  return [
    ...unknown.map((folder) => `${house}/src/${folder} has no place in scripts/folders.ts`),
    ...gone.map((folder) => `scripts/folders.ts: ${house}/src/${folder} is gone`),
    ...upwards,
  ]
}

/** Finds folders below a folder of a package whose files import each other in a ring. */
function checkSubfolders(house: string, graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const source = join(root, house, 'src')
  const parents = new Map<string, Map<string, Set<string>>>()
  for (const [from, targets] of graph) {
    const path = relative(source, from).split(sep)
    for (const target of targets) {
      const other = relative(source, target).split(sep)
      const depth = path.findIndex((part, index) => part !== other[index])
      if (depth < 1 || depth >= path.length - 1 || depth >= other.length - 1) continue
      const parent = path.slice(0, depth).join('/')
      const children = parents.get(parent) ?? new Map<string, Set<string>>()
      const child = path[depth] ?? ''
      children.set(child, (children.get(child) ?? new Set()).add(other[depth] ?? ''))
      parents.set(parent, children)
    }
  }
  return [...parents].flatMap(([parent, children]) =>
    findRings(children).map((ring) => `${house}/src/${parent}: its folders ${ring.join(', ')} import each other`),
  )
}

const problems = houses.flatMap((house) => {
  const imports = sourceFiles(join(root, house, 'src')).flatMap(readImports)
  const graph = fileGraph(imports.filter(({ from }) => !isTestFile(from)))
  return [
    // Test files may use test libraries and Node, but follow the same arrows.
    ...checkArrows(house, imports),
    ...findRings(graph).map((ring) => `import ring: ${ring.map(shortName).join(', ')}`),
    ...checkFolders(house, graph),
    ...checkSubfolders(house, graph),
  ]
})
for (const problem of problems) console.error(problem)
console.log(
  problems.length === 0 ? 'imports: every arrow is allowed, no rings' : `imports: ${problems.length} problems`,
)
if (problems.length > 0) process.exitCode = 1
