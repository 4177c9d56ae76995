/** What of a page's HTML matters here. */
export type PageMarks = {
  /** `href` of `<link rel="hawser-options">`, as it stands. */
  readonly optionsHref: string | undefined
  /** Policies of `<meta http-equiv="Content-Security-Policy">`. */
  readonly policies: readonly string[]
}

/** Longer tags are not read: nothing of ours is so long. */
const tagPattern = /<(link|meta)\s([^<>]{1,8000})>/gi
const attributePattern = /([a-z-]{1,40})\s{0,9}=\s{0,9}(?:"([^"]{0,8000})"|'([^']{0,8000})'|([^\s"'=<>`]{1,2000}))/gi

/** Reads the two kinds of tags in which a page speaks to programs. Comments and scripts are left out. */
export function readHtml(html: string): PageMarks {
  const plain = html.replace(/<!--[\s\S]*?-->|<(script|style|template)\b[\s\S]*?<\/\1\s*>/gi, '')
  const tags = [...plain.matchAll(tagPattern)].map(([, name = '', attributes = '']) => ({
    name: name.toLowerCase(),
    attributes: readAttributes(attributes),
  }))
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

function readAttributes(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', ...values] of text.matchAll(attributePattern)) {
    const value = values.find((each) => each !== undefined) ?? ''
    // The first of two counts, as in browsers.
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), decodeEntities(value).trim())
  }
  return found
}

const wordsOf = (text: string | undefined) => text?.toLowerCase().split(/\s+/) ?? []

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&quot;': '"', '&#39;': "'", '&#x27;': "'" }

function decodeEntities(text: string): string {
  return text.replace(/&(?:amp|quot|#39|#x27);/gi, (entity) => entities[entity.toLowerCase()] ?? entity)
}
