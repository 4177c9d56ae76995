const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** The sentences of a block, each with its place in the block. A line end inside a block does not end a sentence. */
export function sentencesOf(block: string): readonly { readonly text: string; readonly index: number }[] {
  const found: { text: string; index: number }[] = []
  for (const { segment, index } of segmenter.segment(block.replaceAll('\n', ' '))) {
    const before = found.at(-1)
    // An abbreviation, or the number of an item, does not end a sentence.
    if (before !== undefined && /(?:\b(?:e\.g|i\.e|vs|cf)|^\s*\d+)\.\s*$/i.test(before.text)) before.text += segment
    else found.push({ text: segment, index })
  }
  return found.filter(({ text }) => text.trim() !== '')
}
