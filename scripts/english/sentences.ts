const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** The sentences of a block, each with its place in it. Line ends inside of a block end no sentence. */
export function sentencesOf(block: string): readonly { readonly text: string; readonly index: number }[] {
  const found: { text: string; index: number }[] = []
  for (const { segment, index } of segmenter.segment(block.replaceAll('\n', ' '))) {
    const before = found.at(-1)
    // Not an end: an abbreviation, and the number of an item.
    if (before !== undefined && /(?:\b(?:e\.g|i\.e|vs|cf)|^\s*\d+)\.\s*$/i.test(before.text)) before.text += segment
    else found.push({ text: segment, index })
  }
  return found.filter(({ text }) => text.trim() !== '')
}
