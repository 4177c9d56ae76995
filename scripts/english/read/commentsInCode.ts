import ts from 'typescript'
import { lineOf, type TextInCode } from './textsInCode.ts'

/** The code with its texts masked, because two slashes in a text begin no comment. */
function withoutTexts(source: ts.SourceFile): string {
  const parts: string[] = []
  let from = 0
  const cover = (start: number, end: number): void => {
    parts.push(source.text.slice(from, start), source.text.slice(start, end).replaceAll(/[^\n]/g, '_'))
    from = end
  }
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) cover(node.pos, node.end)
    else if (ts.isLiteralExpression(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      cover(node.getStart(source), node.end)
    else ts.forEachChild(node, visit)
  }
  visit(source)
  return parts.join('') + source.text.slice(from)
}

/** The lines of a comment without its marks. */
function linesOf(comment: string): readonly string[] {
  return comment
    .replace(/^\/\*+/, '')
    .replace(/\*\/$/, '')
    .split('\n')
    .map((line) => line.trim().replace(/^(?:\*|\/\/+)\s*/, ''))
}

/** A line that begins a new paragraph: a tag, or an item of a list. */
const beginsText = /^(?:@|- |\d+\. )/

/** A directive to a tool, or a tag with its parameter's name. The words to check follow it. */
const order = /^(?:biome-ignore[^:]*: |@(?:param|throws|template|typeParam) \S+(?: -)? |@[\w-]+:? ?)/

const wordsOf = (line: string) =>
  line
    .replace(order, '')
    .replaceAll(/\{@link [^}]*\}/g, 'X')
    .replaceAll(/`[^`]*`/g, 'X')

/** The paragraphs of a comment that begins on a line of the file; blocks of code are left out. */
function paragraphsOf(firstLine: number, lines: readonly string[]): readonly TextInCode[] {
  const found: { readonly line: number; readonly texts: string[] }[] = []
  let current: string[] | undefined
  let isCode = false
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('```')) isCode = !isCode
    if (isCode || line === '' || line.startsWith('```')) current = undefined
    else if (current !== undefined && !beginsText.test(line)) current.push(line)
    else {
      current = [line]
      found.push({ line: firstLine + index, texts: current })
    }
  }
  return found.map(({ line, texts }) => ({ line, text: wordsOf(texts.join(' ')) })).filter(({ text }) => text !== '')
}

/**
 * The paragraphs of the comments in a file, each with its line. Inline code is the one word `X`.
 * @param isRead - whether to read a comment; gets the comment with its marks
 */
export function commentsInCode(
  source: ts.SourceFile,
  isRead: (comment: string) => boolean = () => true,
): readonly TextInCode[] {
  // Consecutive comment lines are one comment, unless the first follows code.
  const comments = withoutTexts(source).matchAll(/\/\/(?<=^[ \t]*\/\/).*(?:\n[ \t]*\/\/.*)*|\/\/.*|\/\*[\s\S]*?\*\//gm)
  return [...comments].flatMap(({ 0: comment, index }) =>
    isRead(comment) ? paragraphsOf(lineOf(source, index), linesOf(comment)) : [],
  )
}

/** The mark that begins a comment, by the end of the file's name. */
const markOf = (file: string) => (file.endsWith('.lua') ? '--' : '#')

/**
 * The paragraphs of the comments in a Lua script or a settings file, in which a comment ends with its line. A line that is
 * indented within its comment is a command.
 */
export function commentsInSettings(file: string, text: string): readonly TextInCode[] {
  const comment = new RegExp(`^(.*?)(?:^|\\s)${markOf(file)} (.*)$`)
  const found: { readonly line: number; readonly lines: string[] }[] = []
  let goesOn = false
  for (const [index, line] of text.split('\n').entries()) {
    const [, before = '', words = ''] = comment.exec(line) ?? []
    const isAlone = before.trim() === ''
    const isCommand = words.startsWith('  ')
    if (words === '' || isCommand) goesOn = false
    else {
      if (goesOn && isAlone) found.at(-1)?.lines.push(words)
      else found.push({ line: index + 1, lines: [words] })
      goesOn = isAlone
    }
  }
  return found.map(({ line, lines }) => ({ line, text: wordsOf(lines.join(' ')) }))
}
