import ts from 'typescript'
import { lineOf, type TextInCode, textOf } from './textsInCode.ts'

const testFunctions = new Set(['test', 'it', 'describe'])

/** `test`, `test.skipIf(…)`, `describe.each(…)`, `test.each`…``: a callee that begins with the name. */
function isTestFunction(callee: ts.Node): boolean {
  if (ts.isIdentifier(callee)) return testFunctions.has(callee.text)
  if (ts.isTaggedTemplateExpression(callee)) return isTestFunction(callee.tag)
  return (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) && isTestFunction(callee.expression)
}

/** The titles of the tests and groups of tests in a file; a filled-in value is the one word `X`. */
export function testTitles(source: ts.SourceFile): readonly TextInCode[] {
  const found: TextInCode[] = []
  const visit = (node: ts.Node): void => {
    const [title] = ts.isCallExpression(node) && isTestFunction(node.expression) ? node.arguments : []
    const text = title === undefined ? undefined : textOf(title)
    if (title !== undefined && text !== undefined) found.push({ line: lineOf(source, title.getStart(source)), text })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
