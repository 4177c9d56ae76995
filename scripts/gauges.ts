import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import {
  fileGraph,
  filesBelow,
  findRings,
  houses,
  isTestFile,
  parse,
  readImports,
  root,
  shortName,
  sourceFiles,
} from './sourceGraph.ts'

/**
 * Prints the size of the code: files per folder, import rings with types counted, the longest functions, and lines by package.
 * More than twenty files in a folder, or a ring, is a failure. The other figures are only for reading.
 */
const filesAllowed = 20

type Measured = { readonly name: string; readonly size: number }

const byOutput = (list: readonly Measured[]) => [...list].sort((a, b) => b.size - a.size)

function lines(file: string): number {
  return readFileSync(file, 'utf8').split('\n').length - 1
}

/** The number of files in each folder, the fullest first. */
function filesPerFolder(files: readonly string[]): Measured[] {
  const counts = new Map<string, number>()
  for (const file of files.map(shortName)) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  return byOutput([...counts].map(([name, size]) => ({ name, size })))
}

function functionsOf(file: string): Measured[] {
  const source = parse(file)
  const found: Measured[] = []
  const visit = (node: ts.Node, name: string | undefined): void => {
    const line = (position: number) => source.getLineAndCharacterOfPosition(position).line
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const own = node.name?.getText(source) ?? name
      if (own !== undefined)
        found.push({ name: `${shortName(file)} ${own}`, size: line(node.getEnd()) - line(node.getStart(source)) + 1 })
    }
    const named =
      ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) ? node.name.getText(source) : undefined
    ts.forEachChild(node, (child) => visit(child, named))
  }
  visit(source, undefined)
  return found
}

const source = houses.flatMap((house) => filesBelow(join(root, house, 'src')))
const code = source.filter((file) => /\.tsx?$/.test(file) && !isTestFile(file))
const rings = houses.flatMap((house) => {
  const own = sourceFiles(join(root, house, 'src')).filter((file) => !isTestFile(file))
  return findRings(fileGraph(own.flatMap(readImports)))
})
const crowded = filesPerFolder(source.filter((file) => !isTestFile(file)))

console.log('files per folder, the fullest ten:')
for (const { name, size } of crowded.slice(0, 10)) console.log(`  ${size} ${name}`)
console.log(`rings, types counted: ${rings.length}`)
for (const ring of rings) console.log(`  ${ring.length} files: ${ring.map(shortName).join(', ')}`)
console.log('longest functions, in lines:')
for (const { name, size } of byOutput(code.flatMap(functionsOf)).slice(0, 10)) console.log(`  ${size} ${name}`)
console.log('lines by package, source and tests:')
for (const house of houses) {
  const own = sourceFiles(join(root, house, 'src'))
  const sum = (files: readonly string[]) => files.reduce((total, file) => total + lines(file), 0)
  const tests = own.filter(isTestFile)
  console.log(
    `  ${sum(own) - sum(tests)} and ${sum(tests)} ${house}, ${own.length - tests.length} and ${tests.length} files`,
  )
}
const full = crowded.filter(({ size }) => size > filesAllowed)
for (const { name, size } of full) console.error(`${name} has ${size} files, more than ${filesAllowed}.`)
if (full.length > 0 || rings.length > 0) process.exitCode = 1
