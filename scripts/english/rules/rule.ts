/** A block of text: prose, or a label (a heading, the head of a table), which needs no verb and may begin with "What". */
export type BlockKind = 'prose' | 'cell' | 'label'

/** One sentence of a block, without its markup; inline code is the one word `X`. */
export type Sentence = { readonly text: string; readonly kind: BlockKind }

/** A mistake: its index in the sentence, and the advice to the writer. */
export type Mistake = { readonly index: number; readonly advice: string }

export type Rule = {
  readonly name: string
  readonly check: (sentence: Sentence) => readonly Mistake[]
}
