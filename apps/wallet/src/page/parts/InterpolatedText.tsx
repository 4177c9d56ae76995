import { Fragment, type ReactNode } from 'react'

/** A text whose placeholders in braces are filled with elements. */
export function InterpolatedText({ text, ...values }: { readonly text: string } & Readonly<Record<string, ReactNode>>) {
  return text.split(/(\{\w+\})/).map((part, index) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
    return <Fragment key={index}>{name === undefined ? part : values[name]}</Fragment>
  })
}
