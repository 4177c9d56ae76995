import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { parseCode } from './parseCode.ts'

export const root = resolve(import.meta.dirname, '..')

/** The packages and apps whose imports are checked, by folder. */
export const houses: readonly string[] = ['packages', 'apps'].flatMap((parent) =>
  readdirSync(join(root, parent)).map((name) => join(parent, name)),
)

export type Import = { readonly from: string; readonly specifier: string; readonly isTypeOnly: boolean }

/** Whether a file is a test, or only tests use it: such files are next to the source and not part of a package. */
export function isTestFile(file: string): boolean {
  return /\.(test|fixture|conformance)\.tsx?$/.test(file)
}

/** All TypeScript files below a folder, as absolute paths. */
export function sourceFiles(folder: string): string[] {
  return filesBelow(folder).filter((file) => /\.tsx?$/.test(file))
}

const made = new Set(['node_modules', 'dist', 'generated'])

/** All files below a folder, except installed and built ones, as absolute paths. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return made.has(entry.name) ? [] : filesBelow(path)
    return [path]
  })
}

export function parse(file: string): ts.SourceFile {
  return parseCode(file, readFileSync(file, 'utf8'))
}

const importsOf = new Map<string, readonly Import[]>()

/** Every import, re-export, `import()` and `import('…').Type` of a file. Each file is read once. */
export function readImports(file: string): readonly Import[] {
  const known = importsOf.get(file)
  if (known !== undefined) return known
  const imports: Import[] = []
  const add = (node: ts.Node | undefined, isTypeOnly: boolean) => {
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
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true)
    ts.forEachChild(node, visit)
  }
  visit(parse(file))
  importsOf.set(file, imports)
  return imports
}

/** The files each file imports from its own package. */
export function fileGraph(imports: readonly Import[]): ReadonlyMap<string, ReadonlySet<string>> {
  const graph = new Map<string, Set<string>>()
  for (const { from, specifier } of imports) {
    if (!specifier.startsWith('.')) continue
    const targets = graph.get(from) ?? new Set()
    graph.set(from, targets.add(resolve(dirname(from), specifier)))
  }
  return graph
}

/** The rings of a graph: its strongly connected parts of more than one node (Tarjan). */
export function findRings(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const rings: string[][] = []
  const low = (node: string) => lowest.get(node) ?? 0
  const visit = (node: string): void => {
    order.set(node, order.size)
    lowest.set(node, order.get(node) ?? 0)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) {
        visit(next)
        lowest.set(node, Math.min(low(node), low(next)))
      } else if (stack.includes(next)) lowest.set(node, Math.min(low(node), order.get(next) ?? 0))
    }
    if (low(node) !== order.get(node)) return
    const ring = stack.splice(stack.indexOf(node))
    if (ring.length > 1) rings.push(ring)
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return rings
}

export function shortName(file: string): string {
  return relative(root, file)
}
