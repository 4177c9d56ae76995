import type { Fault } from './problem.ts'

// Drawing is done without network and files in any case; what asks for them, or for more than drawing, is told so here.
const refused: readonly { readonly pattern: RegExp; readonly what: string; readonly mend: string }[] = [
  {
    pattern: /<!(?:doctype|entity|element|attlist|notation)/i,
    what: 'The SVG declares a document type or entities.',
    mend: 'Remove the line that begins with "<!DOCTYPE".',
  },
  {
    pattern: /<\?(?!xml\s)/i,
    what: 'The SVG holds a processing instruction, such as a style sheet of another file.',
    mend: 'Remove what stands between "<?" and "?>", save the first line.',
  },
  {
    pattern:
      /<(?:[a-z]\w{0,15}:)?(?:script|handler|listener|foreignobject|iframe|embed|object|audio|video|canvas|include)[\s/>]/i,
    what: 'The SVG holds scripts or parts of web pages.',
    mend: 'Keep only what draws: paths, shapes, gradients, text.',
  },
  {
    pattern: /<(?:[a-z]\w{0,15}:)?(?:image|feimage)[\s/>]/i,
    what: 'The SVG shows another image.',
    mend: 'Draw it with paths, or give the image itself as PNG, JPEG or WebP.',
  },
  {
    pattern: /\bhref\s{0,16}=\s{0,16}(?:"(?!#)|'(?!#))/i,
    what: 'The SVG refers to something outside of itself.',
    mend: 'Keep references that begin with "#".',
  },
  {
    pattern: /url\(\s{0,16}(?:["']|&quot;|&apos;)?\s{0,16}(?!#|["'\s&])|@import/i,
    what: 'A style of the SVG refers to something outside of itself.',
    mend: 'Keep url(#…), and remove the others.',
  },
]

/** Why an SVG may not be drawn (T-12), or undefined: it may draw, and refer to its own parts. */
export function explainSvg(bytes: Uint8Array): Fault | undefined {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return { what: 'The SVG is not written in UTF-8.', mend: 'Save it as UTF-8.' }
  }
  return refused.find(({ pattern }) => pattern.test(text))
}
