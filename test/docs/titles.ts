import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'

export const root = resolve(import.meta.dirname, '../..')

const skipped = new Set(['node_modules', 'dist', 'generated', '.cache', 'screenshots', 'vectors'])

/** Returns every file below a folder of the repository whose path matches, relative to the root. */
export function filesUnder(folder: string, pattern: RegExp): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesUnder(path, pattern)
    return pattern.test(path) ? [path] : []
  })
}

/** Returns the titles of all tests and describe blocks. */
export function testTitles(): readonly string[] {
  return ['packages', 'apps', 'test', 'bench', 'scripts']
    .flatMap((folder) => filesUnder(folder, /\.(?:test|spec)\.tsx?$|\.conformance\.tsx?$/))
    .flatMap((path) => titlesIn(readFileSync(join(root, path), 'utf8')))
}

/** Returns the titles given to test, it and describe, in every form of the call. */
export function titlesIn(source: string): readonly string[] {
  const titles: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const [title] = node.arguments
      if (title !== undefined && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)))
        titles.push(title.getText(file).slice(1, -1))
    }
    ts.forEachChild(node, visit)
  }
  const file = ts.createSourceFile('a.tsx', source, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX)
  visit(file)
  return titles
}

/** Reports whether a callee begins with a test function: `test`, `test.each(…)`, `describe.each(…)`. */
function isTest(callee: ts.Node): boolean {
  if (ts.isIdentifier(callee)) return ['test', 'it', 'describe'].includes(callee.text)
  return (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) && isTest(callee.expression)
}

/**
 * Reports whether a title names an id: `C1` is not `C10`, and `T-10` is not `T-103`. In a run such as `C1 C8` each id counts.
 */
export function names(title: string, id: string): boolean {
  return new RegExp(`(?<![\\w-])${id}(?![\\w-])`).test(title)
}
