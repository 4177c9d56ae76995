import type { Fault } from '../listings/problem.ts'
import { readImageHeader } from './readImageHeader.ts'

// Drawing never uses network or files. In addition, an SVG that requests them, or does more than draw, is refused here
// with a reason.
const refused: readonly { readonly pattern: RegExp; readonly what: string; readonly mend: string }[] = [
  {
    pattern: /<!(?:doctype|entity|element|attlist|notation)/i,
    what: 'The SVG declares a document type or entities.',
    mend: 'Remove the line that begins with "<!DOCTYPE".',
  },
  {
    pattern: /<\?(?!xml\s)/i,
    what: 'The SVG contains a processing instruction, such as a style sheet of another file.',
    mend: 'Remove what stands between "<?" and "?>", save the first line.',
  },
  {
    pattern:
      /<(?:[a-z]\w{0,15}:)?(?:script|handler|listener|foreignobject|iframe|embed|object|audio|video|canvas|include)[\s/>]/i,
    what: 'The SVG contains scripts or parts of web pages.',
    mend: 'Keep only what draws: paths, shapes, gradients, text.',
  },
  {
    pattern: /<(?:[a-z]\w{0,15}:)?(?:image|feimage)[\s/>]/i,
    what: 'The SVG shows another image.',
    mend: 'Draw it with paths, or give the image itself as PNG, JPEG or WebP.',
  },
]

/**
 * Explains why an SVG is refused (T-12), or returns undefined. An SVG may draw, refer to its own parts, and contain a
 * PNG or JPEG.
 * @param maxSide - the most pixels per side of a contained picture
 */
export function explainSvg(bytes: Uint8Array, maxSide: number): Fault | undefined {
  let text: string
  try {
    text = withoutPictures(new TextDecoder('utf-8', { fatal: true }).decode(bytes), maxSide)
  } catch {
    return { what: 'The SVG is not in UTF-8.', mend: 'Save it as UTF-8.' }
  }
  const fault = refused.find(({ pattern }) => pattern.test(text))
  if (fault !== undefined) return { what: fault.what, mend: fault.mend }
  return refersOutside(text) ? outside : undefined
}

/** Removes contained PNG and JPEG pictures from the text: `image add` accepts such pictures as files, too. */
function withoutPictures(text: string, maxSide: number): string {
  return text.replace(/<image\s[^<>]*>/g, (tag) => {
    const [attribute = '', type, content = ''] =
      /\bhref="data:image\/(png|jpeg);base64,([a-z0-9+/]+={0,2})"/i.exec(tag) ?? []
    const header = readImageHeader(Buffer.from(content, 'base64'))
    const isSmall = header?.width !== undefined && Math.max(header.width, header.height ?? maxSide) <= maxSide
    return isSmall && header.type === type ? tag.replace('<image', '<g').replace(attribute, '') : tag
  })
}

const outside = {
  what: 'The SVG refers to something outside itself.',
  mend: 'Keep references to its own parts, which begin with "#", and remove the others.',
}

// `url(` and `href` count anywhere in the text. Each attribute value and style reference must be part of the drawing.
function refersOutside(text: string): boolean {
  if (/@import/i.test(text)) return true
  const isOwn = (value: string) => /^(?:["']|&quot;|&apos;)?\s*#/.test(value.slice(0, 256).trimStart())
  const [, ...urls] = text.split(/url\(/i)
  const [, ...hrefs] = text.split(/href/i)
  const values = hrefs.map((rest) => rest.trimStart()).filter((rest) => rest.startsWith('='))
  return !urls.every(isOwn) || !values.every((value) => isOwn(value.slice(1)))
}
