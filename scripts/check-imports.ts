import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'

/**
 * The arrows between packages (docs/decisions/0001): who may import whom. Everything else is refused, and inside a package
 * no two files may import each other in a ring once types are erased.
 */
const arrows: Readonly<Record<string, readonly string[]>> = {
  wire: [],
  sign: ['wire'],
  relay: ['wire'],
  registry: ['wire'],
  link: ['wire'],
  core: ['sign', 'wire'],
  react: ['core'],
  modal: ['react', 'core'],
  wagmi: ['core'],
  'app-host': ['react', 'core', 'link'],
  'app-wallet': ['sign', 'wire'],
  'app-stack': ['relay', 'registry', 'app-host', 'app-wallet'],
}

type Import = { readonly from: string; readonly specifier: string; readonly isTypeOnly: boolean }

const root = resolve(import.meta.dirname, '..')

function sourceFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' || entry.name === 'dist' ? [] : sourceFiles(path)
    return /\.tsx?$/.test(entry.name) ? [path] : []
  })
}

function readImports(file: string): Import[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const imports: Import[] = []
  const add = (node: ts.Expression | undefined, isTypeOnly: boolean) => {
    if (node !== undefined && ts.isStringLiteral(node)) imports.push({ from: file, specifier: node.text, isTypeOnly })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const clause = node.importClause
      const named = clause?.namedBindings
      const onlyTypes =
        clause !== undefined &&
        (clause.phaseModifier === ts.SyntaxKind.TypeKeyword ||
          (clause.name === undefined &&
            named !== undefined &&
            ts.isNamedImports(named) &&
            named.elements.length > 0 &&
            named.elements.every((element) => element.isTypeOnly)))
      add(node.moduleSpecifier, onlyTypes)
    }
    if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly)
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0], false)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return imports
}

function checkArrows(folder: string, imports: readonly Import[]): string[] {
  const manifest: { name: string } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  const name = manifest.name.replace('@hawser/', '')
  const allowed = arrows[name]
  if (allowed === undefined) return [`${folder}: package ${name} has no row in scripts/check-imports.ts`]
  return imports.flatMap(({ from, specifier }) => {
    const where = relative(root, from)
    if (specifier.startsWith('.')) {
      if (!specifier.endsWith('.ts') && !specifier.endsWith('.tsx') && !/\.(css|json)$/.test(specifier)) {
        return [`${where}: import "${specifier}" needs its .ts ending`]
      }
      return resolve(dirname(from), specifier).startsWith(join(root, folder))
        ? []
        : [`${where}: "${specifier}" leaves its package`]
    }
    if (/^@(walletconnect|reown)\//.test(specifier))
      return [`${where}: official clients are for tests and benches only`]
    if (!specifier.startsWith('@hawser/')) return []
    const target = specifier.split('/')[1] ?? ''
    // The host's page runs in a browser; link is for its server.
    if (target === 'link' && where.startsWith(join('apps', 'host', 'src', 'page')))
      return [`${where}: a page may not import link`]
    // A package's tests may meet its neighbours in test/, never here.
    return target === name || allowed.includes(target) ? [] : [`${where}: ${name} may not import ${target}`]
  })
}

function findRings(imports: readonly Import[]): string[] {
  const graph = new Map<string, string[]>()
  for (const { from, specifier, isTypeOnly } of imports) {
    if (isTypeOnly || !specifier.startsWith('.')) continue
    graph.set(from, [...(graph.get(from) ?? []), resolve(dirname(from), specifier)])
  }
  const done = new Set<string>()
  const rings: string[] = []
  const walk = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file)
    if (start !== -1) {
      rings.push([...path.slice(start), file].map((item) => relative(root, item)).join(' → '))
      return
    }
    if (done.has(file)) return
    for (const next of graph.get(file) ?? []) walk(next, [...path, file])
    done.add(file)
  }
  for (const file of graph.keys()) walk(file, [])
  return rings
}

const problems = ['packages', 'apps'].flatMap((parent) =>
  readdirSync(join(root, parent)).flatMap((name) => {
    const folder = join(parent, name)
    const imports = sourceFiles(join(root, folder, 'src')).flatMap(readImports)
    // Test files may use test libraries and Node, but keep to the same arrows.
    return [...checkArrows(folder, imports), ...findRings(imports).map((ring) => `import ring: ${ring}`)]
  }),
)
for (const problem of problems) console.error(problem)
console.log(
  problems.length === 0 ? 'imports: every arrow is allowed, no rings' : `imports: ${problems.length} problems`,
)
process.exitCode = problems.length === 0 ? 0 : 1
