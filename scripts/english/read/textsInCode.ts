import ts from 'typescript'

/** A text that people read, from a TypeScript file, and the line it begins on. */
export type TextInCode = { readonly line: number; readonly text: string }

/** A tag, its parameter's name and its links are code; the words after them are text. */
function withoutTags(line: string): string {
  return line
    .replace(/^@(?:param|typeParam|throws|template)\s+(\S+)\s*-?\s*/, '`$1`: ')
    .replace(/^@\w+\s*/, '')
    .replaceAll(/\{@link\s+([^}|]+)[^}]*\}/g, '`$1`')
}

/** The lines of a comment that tools show next to a name. */
function commentLines(comment: string): readonly string[] {
  return comment
    .replace(/^\/\*\*/, '')
    .replace(/\*\/$/, '')
    .split('\n')
    .map((line) => withoutTags(line.replace(/^\s*\* ?/, '').trim()))
}

function docComments(source: ts.SourceFile): readonly TextInCode[] {
  const found = new Map<number, TextInCode>()
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? []) {
      const text = source.text.slice(pos, end)
      if (text.startsWith('/**')) found.set(pos, { line: lineOf(source, pos), text: commentLines(text).join('\n') })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return [...found.values()]
}

export function lineOf(source: ts.SourceFile, position: number): number {
  return source.getLineAndCharacterOfPosition(position).line + 1
}

/** A string, a template or a sum of them; each filled-in value is the one word `X`. */
export function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `X${literal.text}`).join('')
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [textOf(node.left), textOf(node.right)]
    return left === undefined && right === undefined ? undefined : `${left ?? 'X'}${right ?? 'X'}`
  }
  return undefined
}

/** A text of at least three words; names, codes and units are shorter. */
const isSentence = (text: string) => /\p{L}\S*\s+\S+\s+\S+/u.test(text)

function strings(source: ts.SourceFile, isRead: (parent: ts.Node) => boolean): readonly TextInCode[] {
  const found: TextInCode[] = []
  const visit = (node: ts.Node): void => {
    const text = isRead(node.parent) || ts.isConditionalExpression(node.parent ?? source) ? textOf(node) : undefined
    if (text !== undefined && isSentence(text)) found.push({ line: lineOf(source, node.getStart(source)), text })
    else ts.forEachChild(node, visit)
  }
  ts.forEachChild(source, visit)
  return found
}

/** The text of an element; each value, and each element that is empty, is the one word `X`. */
function textOfElement({ children }: ts.JsxElement | ts.JsxFragment): string {
  const parts = children.map((child) =>
    ts.isJsxText(child) ? child.text : ts.isJsxElement(child) ? textOfElement(child) : 'X',
  )
  return parts.join('').replace(/\s+/g, ' ').trim()
}

/** The texts of elements that a page draws without a dictionary. */
function elementTexts(source: ts.SourceFile): readonly TextInCode[] {
  const found: TextInCode[] = []
  const visit = (node: ts.Node): void => {
    const hasText =
      (ts.isJsxElement(node) || ts.isJsxFragment(node)) &&
      node.children.some((child) => ts.isJsxText(child) && /\p{L}/u.test(child.text))
    if (hasText) found.push({ line: lineOf(source, node.getStart(source)), text: textOfElement(node) })
    else ts.forEachChild(node, visit)
  }
  visit(source)
  return found.filter(({ text }) => isSentence(text))
}

/** Whether a text with this parent is an argument of an error. */
const isThrown = (parent: ts.Node) =>
  (ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.SuperKeyword) ||
  (ts.isNewExpression(parent) && /Error$/.test(parent.expression.getText()))

/** Whether a text with this parent is an entry of a dictionary. */
const isEntry = (parent: ts.Node) => ts.isPropertyAssignment(parent) || ts.isArrowFunction(parent)

/** Doc comments, texts of elements and texts of errors; in a dictionary its entries in place of the errors. */
export function textsInCode(source: ts.SourceFile): readonly TextInCode[] {
  const isDictionary = /\/(?:messages|texts)\//.test(source.fileName)
  return [...docComments(source), ...elementTexts(source), ...strings(source, isDictionary ? isEntry : isThrown)]
}

/** The texts as one page of Markdown, and the line of the file that each of its lines comes from. */
export function asPage(texts: readonly TextInCode[]): {
  readonly page: string
  readonly lineOf: (line: number) => number
} {
  const lines: string[] = []
  const from: number[] = []
  for (const { line, text } of texts) {
    for (const [index, part] of [...text.split('\n'), ''].entries()) {
      lines.push(part)
      from.push(line + index)
    }
  }
  return { page: lines.join('\n'), lineOf: (line) => from[line - 1] ?? 1 }
}
