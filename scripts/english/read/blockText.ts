/** The fields of textlint's nodes that we read. */
export type MarkdownNode = {
  readonly type: string
  readonly range: readonly [number, number]
  readonly url?: string
  readonly children?: readonly MarkdownNode[]
  readonly parent?: MarkdownNode
}

type BlockText = {
  readonly text: string
  /** Returns the place in the page of a character of the text. */
  readonly offsetOf: (index: number) => number
}

/** A heading within its paragraph, such as "**What to do.**": bold, at the start, and short. */
function isRunIn(node: MarkdownNode, block: MarkdownNode, page: string): boolean {
  const text = page.slice(...node.range)
  return node.type === 'Strong' && block.children?.[0] === node && text.split(' ').length <= 7 && /[.:?]\W*$/.test(text)
}

/** A link whose label is the title of a test cites that test. */
const isTestTitle = ({ type, url = '' }: MarkdownNode) =>
  type === 'Link' && /\.(?:test|spec|conformance)\.tsx?$/.test(url)

/**
 * The words of a block without markup, addresses and run-in heading. Inline code counts as one word, a name, and so does a
 * cited test.
 */
export function blockText(block: MarkdownNode, page: string): BlockText {
  const parts: { readonly start: number; readonly offset: number }[] = []
  let text = ''
  const add = (words: string, offset: number) => {
    parts.push({ start: text.length, offset })
    text += words
  }
  const visit = (node: MarkdownNode): void => {
    const [start, end] = node.range
    if (node.type === 'Str') add(page.slice(start, end), start)
    else if (node.type === 'Code' || node.type === 'Image' || isTestTitle(node)) add('X', start)
    else if (node.type === 'Html' || node.type === 'Break') add(' ', start)
    else if (!isRunIn(node, block, page)) for (const child of node.children ?? []) visit(child)
  }
  visit(block)
  return {
    text,
    offsetOf: (index) => {
      const part = parts.findLast(({ start }) => start <= index)
      return part === undefined ? block.range[0] : part.offset + index - part.start
    },
  }
}
