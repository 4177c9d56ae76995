import { isNamespace, parseBrowserTemplate } from '@hawser/wire'
import { explainNativeLink, explainWebLink } from './explainLink.ts'
import { type Fault, quote } from './problem.ts'

const place = /\{([^{}]*)\}/g
const mend =
  'Give an address like "https://quay.example/browser?url={urlEncoded}"; listings/README.md names every place it may have.'

/** Explains why a text may not be a link into a wallet's own browser (T-10), or returns undefined. */
export function explainBrowserTemplate(text: string): Fault | undefined {
  const start = /^https?:\/\/[^/?#{}]*/i.exec(text)?.[0]
  // Faults that any link can have, such as a private host, have their own messages.
  const fault = start === undefined ? explainNativeLink(schemeOf(text)) : explainWebLink(`${start}/`)
  if (fault !== undefined) return fault
  if (parseBrowserTemplate(text) !== undefined) return undefined
  const places = [...text.matchAll(place)].map(([found]) => found)
  const what =
    places.length === 0
      ? `${quote(text)} has no place for the address of the page.`
      : `${quote(text)} is not a template: one place for the address behind the host, every other place known and once, written as browsers read it.`
  return { what, mend }
}

/** Explains why a text cannot replace `{chain}` in a link, or returns undefined. */
export function explainParameter(text: string): Fault | undefined {
  if (/^[A-Za-z0-9_-]{1,32}$/.test(text)) return undefined
  return { what: `${quote(text)} is not a parameter.`, mend: 'Give 1 to 32 letters, digits, "_" or "-".' }
}

type Links = {
  readonly ios?: { readonly template: string } | undefined
  readonly android?: { readonly template: string } | undefined
  readonly namespaces: readonly string[]
  readonly parameters?: Readonly<Record<string, string>> | undefined
}

/** Explains why browser links do not fit together, or returns undefined. */
export function explainBrowserLinks({ ios, android, namespaces, parameters }: Links): Fault | undefined {
  const templates = [ios, android].flatMap((link) => link?.template ?? [])
  if (templates.length === 0) return { what: 'It has no link.', mend: 'Give ios or android, or leave browser out.' }
  if (namespaces.length === 0)
    return {
      what: 'No namespace is named.',
      mend: 'Name those that the wallet’s browser gives pages a provider for.',
    }
  const stranger = [...namespaces, ...Object.keys(parameters ?? {})].find((each) => !isNamespace(each))
  if (stranger !== undefined)
    return { what: `${quote(stranger)} is not a namespace.`, mend: 'Give a namespace such as "eip155".' }
  const asksForChain = templates.some((template) => template.includes('{chain}'))
  if (asksForChain === (parameters !== undefined)) return undefined
  return asksForChain
    ? { what: 'Nothing gives the values of {chain}.', mend: 'Give parameters, by namespace.' }
    : { what: 'No link has a place for parameters.', mend: 'Remove parameters.' }
}

function schemeOf(text: string): string {
  return /^[^:]{0,64}:\/\//.exec(text)?.[0] ?? text
}
