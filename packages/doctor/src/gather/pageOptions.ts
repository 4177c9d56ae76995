import { asObject, asString, asStrings, field, parseUrl } from '@hawser/wire/internal'

/** The options of a page's linker that can be checked from outside. Addresses are absolute. */
export type PageOptions = {
  readonly relayUrls: readonly string[]
  readonly registryUrl: string | undefined
  readonly registryKeys: readonly string[]
  readonly linkUrl: string | undefined
  readonly relayReach: 'network' | 'own' | readonly string[] | undefined
  readonly handoff: boolean
  readonly projectId: string | undefined
}

/** The source of the options, and what is wrong with it. */
export type OptionsFound = {
  readonly options: PageOptions
  /** The document that the page names, if any. */
  readonly address: string | undefined
  readonly problem: OptionsProblem | undefined
}

export type OptionsProblem =
  | { readonly kind: 'unanswered'; readonly detail: string }
  | { readonly kind: 'not_json' }
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'wrong_fields'; readonly fields: readonly string[] }

const maxUrls = 5
const maxLength = 2_000
const keyPattern = /^[0-9a-f]{64}$/i

export const noOptions: PageOptions = {
  relayUrls: [],
  registryUrl: undefined,
  registryKeys: [],
  linkUrl: undefined,
  relayReach: undefined,
  handoff: false,
  projectId: undefined,
}

/**
 * Reads options as `createLinker` takes them, and ignores all others. `wrong` names the invalid fields.
 * @param base - the address of the page, which relative addresses refer to
 */
export function parsePageOptions(
  value: unknown,
  base: string,
): { readonly options: PageOptions; readonly wrong: readonly string[] } {
  const object = asObject(value) ?? {}
  const wrong: string[] = []
  const read = <Value>(
    name: `${string}.${string}`,
    parse: (given: unknown) => Value | undefined,
  ): Value | undefined => {
    const [group = '', option = ''] = name.split('.')
    const given = field(asObject(field(object, group)) ?? {}, option)
    if (given === undefined || given === null) return undefined
    const parsed = parse(given)
    if (parsed === undefined) wrong.push(name)
    return parsed
  }
  const texts = (given: unknown) => asStrings(typeof given === 'string' ? [given] : given, maxUrls, maxLength)
  for (const group of ['relay', 'registry', 'link']) {
    const given = field(object, group)
    if (given !== undefined && given !== null && asObject(given) === undefined) wrong.push(group)
  }
  const options: PageOptions = {
    relayUrls:
      read('relay.url', (given) => parseAll(texts(given), (text) => parseAddress(text, undefined, 'ws'))) ?? [],
    registryUrl: read('registry.url', (given) => parseAddress(asString(given, maxLength), base, 'http')),
    registryKeys: read('registry.key', (given) => parseAll(texts(given), parseKey)) ?? [],
    linkUrl: read('link.url', (given) => parseAddress(asString(given, maxLength), base, 'http')),
    relayReach: read('relay.reach', parseReach),
    handoff: read('link.handoff', (given) => (typeof given === 'boolean' ? given : undefined)) ?? false,
    projectId: read('relay.projectId', (given) => asString(given, 128)),
  }
  return { options, wrong }
}

/** An address of the given kind, `ws` for `ws:` and `wss:`; undefined if it is not one. */
export function parseAddress(text: string | undefined, base: string | undefined, kind: 'ws' | 'http') {
  const url = parseUrl(text, base)
  if (url === undefined) return undefined
  url.hash = ''
  return url.protocol === `${kind}:` || url.protocol === `${kind}s:` ? url.href : undefined
}

export function parseKey(text: string): string | undefined {
  return keyPattern.test(text) ? text.toLowerCase() : undefined
}

export function parseReach(given: unknown): PageOptions['relayReach'] {
  return given === 'network' || given === 'own' ? given : asStrings(given, 1_000, 128)
}

function parseAll<Value>(
  texts: readonly string[] | undefined,
  parse: (text: string) => Value | undefined,
): readonly Value[] | undefined {
  const parsed = texts?.map(parse).filter((each) => each !== undefined)
  return parsed?.length === texts?.length ? parsed : undefined
}
