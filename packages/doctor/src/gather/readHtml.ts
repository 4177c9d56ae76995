/** The relevant parts of a page's HTML. */
export type PageMarks = {
  /** `href` of `<link rel="hawser-options">`, unchanged. */
  readonly optionsHref: string | undefined
  /** Policies of `<meta http-equiv="Content-Security-Policy">`. */
  readonly policies: readonly string[]
}

type Tag = { readonly name: string; readonly attributes: ReadonlyMap<string, string> }

/** More of these tags, and longer ones, are not read: no real page has them. */
const maxTags = 200
const maxTagLength = 16_000
const tagName = /^<([a-z]+)[\s/>]/i
/** The words of a tag, one after the other. Unclosed quotes end with the tag, so no part is read twice. */
const wordPattern = /=|"[^"]*"?|'[^']*'?|[^\s"'=<>`]+/g

/** Reads the link to the page's options, and the page's policies. */
export function readHtml(html: string): PageMarks {
  const tags = readTags(html)
  const options = tags.find(
    ({ name, attributes }) => name === 'link' && wordsOf(attributes.get('rel')).includes('hawser-options'),
  )
  const policies = tags.flatMap(({ name, attributes }) =>
    name === 'meta' && attributes.get('http-equiv')?.toLowerCase() === 'content-security-policy'
      ? [attributes.get('content') ?? '']
      : [],
  )
  return { optionsHref: options?.attributes.get('href'), policies }
}

/** All `link` and `meta` tags except those in comments and in elements that contain only text. Looks at each character once. */
function readTags(html: string): readonly Tag[] {
  // ASCII only: the lower case of other letters can change their length, and so their positions.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const tags: Tag[] = []
  let at = lower.indexOf('<')
  while (at !== -1 && tags.length < maxTags) {
    const [, name = ''] = tagName.exec(lower.slice(at, at + 12)) ?? []
    let end = at
    if (lower.startsWith('<!--', at)) end = lower.indexOf('-->', at + 4)
    else if (name === 'script' || name === 'style' || name === 'template') end = lower.indexOf(`</${name}`, at)
    else if (name === 'link' || name === 'meta') {
      end = lower.indexOf('>', at)
      const text = html.slice(at + name.length + 1, end === -1 ? at : Math.min(end, at + maxTagLength))
      tags.push({ name, attributes: readAttributes(text) })
    }
    // An unclosed element hides the rest.
    at = end === -1 ? -1 : lower.indexOf('<', end + 1)
  }
  return tags
}

function readAttributes(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  let name: string | undefined
  let isValue = false
  for (const [word] of text.matchAll(wordPattern)) {
    if (word === '=') isValue = name !== undefined
    else if (!isValue) name = word.toLowerCase()
    else {
      // The first of two equal names counts, as in browsers.
      if (name !== undefined && !found.has(name)) found.set(name, decodeEntities(unquote(word)).trim())
      name = undefined
      isValue = false
    }
  }
  return found
}

function unquote(word: string): string {
  const [quote = ''] = /^["']/.exec(word) ?? []
  return quote === '' ? word : word.slice(1, word.length > 1 && word.endsWith(quote) ? -1 : undefined)
}

const wordsOf = (text: string | undefined) => text?.toLowerCase().split(/\s+/) ?? []

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&quot;': '"', '&#39;': "'", '&#x27;': "'" }

function decodeEntities(text: string): string {
  return text.replace(/&(?:amp|quot|#39|#x27);/gi, (entity) => entities[entity.toLowerCase()] ?? entity)
}
