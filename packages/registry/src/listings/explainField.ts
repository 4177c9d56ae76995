import { isChainId, isListingId, isNamespace, listingLimits, parseListing } from '@hawser/wire'
import { parseUrl } from '@hawser/wire/internal'
import { hiddenCharacters } from './lookAlike.ts'
import { type Fault, quote } from './problem.ts'

/** Explains why a text is not a listing id (T-101), or returns undefined. */
export function explainId(text: string): Fault | undefined {
  if (isListingId(text)) return undefined
  return {
    what: `${quote(text)} is not an id.`,
    mend: 'An id has 1 to 64 characters of a-z, 0-9 and "-", and does not begin with "-"; the file is named after it.',
  }
}

/** Explains why a text may not be a wallet's name (T-13), or returns undefined. */
export function explainName(text: string): Fault | undefined {
  const hidden = hiddenCharacters(text)
  if (hidden.length > 0) {
    const what = `${quote(text)} holds ${hidden.join(', ')}, which nobody sees or which turns the text around.`
    return { what, mend: 'Write the name with visible characters only.' }
  }
  const visible = visibleName(text)
  if (visible === undefined) {
    const mend = `A name has 1 to ${listingLimits.nameLength} visible characters.`
    return { what: text === '' ? 'The name is empty.' : `${quote(text)} is not a name.`, mend }
  }
  if (visible === text) return undefined
  const what = `${quote(text)} holds letters of special width or style, or spaces too many.`
  return { what, mend: `Write ${quote(visible)}.` }
}

/** Explains why a text is not a chain, or returns undefined. */
export function explainChain(text: string): Fault | undefined {
  if (isNamespace(text) || isChainId(text)) return undefined
  return {
    what: `${quote(text)} is not a chain.`,
    mend: 'Give a namespace such as "eip155", or a CAIP-2 chain id such as "eip155:1".',
  }
}

/** Explains why a text is not a reverse domain name of EIP-6963, or returns undefined. */
export function explainRdns(text: string): Fault | undefined {
  const isRead = parseListing({ id: 'a', name: 'a', rdns: text }).rdns === text
  if (isRead && /^[a-z0-9-]+\.[a-z0-9.-]*[a-z0-9]$/i.test(text) && !text.includes('..')) return undefined
  return {
    what: `${quote(text)} is not a reverse domain name.`,
    mend: 'Give the rdns that the wallet’s extension announces, such as "example.quay", or null.',
  }
}

/** Explains why a text does not name the source of a fact, or returns undefined. */
export function explainSource(text: string): Fault | undefined {
  const isName = /^[a-z0-9][a-z0-9-]{0,63}$/.test(text)
  if (isName || (text.startsWith('https://') && text.length <= 2048 && parseUrl(text) !== undefined)) return undefined
  return {
    what: `${quote(text)} names no source.`,
    mend: 'Give "owner" when you speak for the wallet, the https address of the page that says so, or a name of listings/README.md.',
  }
}

/** Explains why a text is not the id of an image made by `image add`, or returns undefined. */
export function explainImageId(text: string): Fault | undefined {
  if (/^[0-9a-f]{64}$/.test(text)) return undefined
  return {
    what: `${quote(text)} is not the id of an image.`,
    mend: 'Write null; `hawser registry image add` puts the id there.',
  }
}

function visibleName(text: string): string | undefined {
  try {
    return parseListing({ id: 'a', name: text }).name
  } catch {
    return undefined
  }
}
