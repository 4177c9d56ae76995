import { parseUrl } from '@hawser/wire/internal'
import { checkHostWallets } from './checkHostWallets.ts'
import { explainUnknownNames, findNearestName, formatValue, isObject } from './wording.ts'

// Reports common mistakes in the options of a linker, in a sentence each. Loaded in development only.

/** Every option of `createLinker`. The options of a group are under its name. A test compares this list with the types. */
export const linkerOptionNames = {
  '': [
    'relay',
    'registry',
    'link',
    'session',
    'metadata',
    'chains',
    'connector',
    'wallets',
    'walletBrowser',
    'modal',
    'world',
    'onFailure',
  ],
  relay: ['url', 'projectId', 'reach'],
  registry: ['url', 'key'],
  link: ['url', 'oneTap', 'originStatement', 'handoff', 'onSignedIn', 'onSignInNeeded'],
  session: ['methods', 'events', 'requiredNamespaces', 'keep'],
  world: [
    'storage',
    'platform',
    'now',
    'randomBytes',
    'fetch',
    'createWebSocket',
    'openLink',
    'isPressed',
    'copyText',
    'watchVisibility',
    'isFramed',
    'extensionScope',
    'setTimer',
  ],
} as const
const groupNames = ['relay', 'registry', 'link', 'session', 'world'] as const

/** Every option under `modal`. */
export const modalOptionNames = [
  'desktopWallets',
  'mobileWallets',
  'walletImages',
  'explorerRecommendedWalletIds',
  'explorerExcludedWalletIds',
  'enableExplorer',
  'termsOfServiceUrl',
  'privacyPolicyUrl',
  'themeMode',
  'theme',
  'themeVariables',
  'variant',
  'classicRegistryUrl',
  'allowFraming',
] as const

/** Names that other libraries use for the same options, or that belong elsewhere. */
const elsewhere: Readonly<Record<string, string>> = {
  domain: '`domain` is an option of `createLink` on the server; wallets show the host of `metadata.url`',
  uri: '`uri` is an option of `createLink` on the server',
  networks: "the networks are named by `chains`, for example `['eip155:1']`",
  chainId: "the networks are named by `chains`, for example `['eip155:1']`",
  themeMode: '`themeMode` belongs under `modal`',
  theme: '`theme` belongs under `modal`',
  themeVariables: '`themeVariables` belongs under `modal`',
  relayUrl: 'write `relay: { url }`',
  projectId: 'write `relay: { url, projectId }`',
  registryUrl: 'write `registry: { url }`',
  linkUrl: 'write `link: { url }`',
  locale: '`locale` is a prop of `LinkerProvider`, or an option of `createModal`',
  messages: '`messages` is a prop of `LinkerProvider`, or an option of `createModal`',
}

const functionNames = [
  'link.onSignedIn',
  'link.onSignInNeeded',
  'onFailure',
  'world.now',
  'world.randomBytes',
  'world.fetch',
  'world.createWebSocket',
  'world.openLink',
  'world.isPressed',
  'world.copyText',
  'world.watchVisibility',
  'world.isFramed',
  'world.setTimer',
]
const booleanNames = ['link.oneTap', 'link.originStatement', 'link.handoff', 'session.keep']
const modalBooleanNames = ['enableExplorer'] as const
const chainPattern = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/

/** The parts of the page's address that the check uses. Undefined on a server. */
type PageAddress = Pick<Location, 'href' | 'host'>

/**
 * Returns the faults in the options of `createLinker`, each as a sentence that says what to write. Empty if the options are
 * right.
 * @param given - as a caller without types passes them
 * @param page - the page's own address, if there is a page
 */
export function checkLinkerOptions(given: unknown, page: PageAddress | undefined): readonly string[] {
  if (!isObject(given))
    return [`The options are ${formatValue(given)}: give an object with \`relay\`, \`metadata\` and \`chains\`.`]
  const isOwnConnector = given.connector !== undefined
  return [
    ...explainUnknownNames(given, linkerOptionNames[''], '', elsewhere),
    ...groupNames.flatMap((name) => groupProblems(name, given[name])),
    // The host app's own connector reaches wallets without a relay.
    ...(isOwnConnector ? [] : relayProblems(given.relay)),
    ...(isOwnConnector ? [] : metadataProblems(given.metadata, page)),
    ...chainProblems(given.chains, isOwnConnector),
    ...addressProblems('registry.url', optionAt(given, 'registry.url'), page),
    ...addressProblems('link.url', optionAt(given, 'link.url'), page),
    ...keyProblems(optionAt(given, 'registry.key')),
    ...typeProblems(given),
    ...checkHostWallets(given.wallets, given.chains),
    ...walletBrowserProblems(given.walletBrowser),
    ...modalProblems(given.modal),
  ]
}

function groupProblems(name: (typeof groupNames)[number], group: unknown): readonly string[] {
  if (group === undefined) return []
  return isObject(group) && !Array.isArray(group)
    ? explainUnknownNames(group, linkerOptionNames[name], `${name}.`, elsewhere)
    : [
        `\`${name}\` is ${formatValue(group)}: it is an object, for example \`${name}: { ${linkerOptionNames[name][0]} }\`.`,
      ]
}

/** Returns an option by its path, such as `link.url`. */
function optionAt(given: Readonly<Record<string, unknown>>, path: string): unknown {
  const [group = '', name] = path.split('.')
  const value = given[group]
  if (name === undefined) return value
  return isObject(value) ? value[name] : undefined
}

function relayProblems(relay: unknown): readonly string[] {
  if (relay === undefined) return ["`relay` is missing: write `relay: { url: 'wss://relay.example.com' }`."]
  if (!isObject(relay)) return []
  const value = relay.url
  const urls = Array.isArray(value) ? value : [value]
  if (urls.length === 0)
    return ['`relay.url` is empty: give the address of a relay, for example `wss://relay.example.com`.']
  return urls.flatMap((url) => {
    if (url === undefined)
      return ['`relay.url` is missing: give the address of a relay, for example `wss://relay.example.com`.']
    const protocol = typeof url === 'string' ? protocolOf(url) : undefined
    if (protocol === 'wss:' || protocol === 'ws:') return []
    if (protocol === 'https:' || protocol === 'http:')
      return [
        `\`relay.url\` is ${formatValue(url)}: a relay is a WebSocket, write \`${String(url).replace(/^http/, 'ws')}\`.`,
      ]
    return [
      `\`relay.url\` is ${formatValue(url)}: write the whole address with \`wss://\`, for example \`wss://relay.example.com\`.`,
    ]
  })
}

function metadataProblems(value: unknown, page: PageAddress | undefined): readonly string[] {
  if (!isObject(value))
    return [`\`metadata\` is ${formatValue(value)}: give \`name\`, \`description\` and \`icons\`, which wallets show.`]
  const { name, description, url, icons } = value
  return [
    ...explainUnknownNames(value, ['name', 'description', 'url', 'icons', 'redirect'], 'metadata.'),
    ...(typeof name === 'string' && name.trim() !== ''
      ? []
      : [`\`metadata.name\` is ${formatValue(name)}: write the name that wallets are to show.`]),
    ...(typeof description === 'string'
      ? []
      : [`\`metadata.description\` is ${formatValue(description)}: write a sentence, or an empty text.`]),
    ...(Array.isArray(icons) && icons.every((icon) => typeof icon === 'string')
      ? []
      : [`\`metadata.icons\` is ${formatValue(icons)}: give a list of addresses of pictures, which may be empty.`]),
    ...originProblems(url, page),
  ]
}

function originProblems(url: unknown, page: PageAddress | undefined): readonly string[] {
  if (url === undefined) return []
  const host = parseUrl(url)?.host
  if (host === undefined)
    return [`\`metadata.url\` is ${formatValue(url)}: write the page's address with \`https://\`, or leave it out.`]
  if (page === undefined || page.host === '' || page.host === host) return []
  return [
    `\`metadata.url\` says ${formatValue(host)}, and this page is at ${formatValue(page.host)}: wallets warn of a mismatch, so leave it out or write the page's own address.`,
  ]
}

function chainProblems(value: unknown, mayBeEmpty: boolean): readonly string[] {
  if (!Array.isArray(value)) return [`\`chains\` is ${formatValue(value)}: give a list, for example \`['eip155:1']\`.`]
  if (value.length === 0 && !mayBeEmpty)
    return ["`chains` is empty: name at least one network, for example `['eip155:1']`."]
  return value.flatMap((chain, index) => {
    if (typeof chain === 'string' && chainPattern.test(chain)) return []
    const number = Number(chain)
    const hint =
      Number.isSafeInteger(number) && number > 0
        ? `write \`'eip155:${number}'\``
        : "write the namespace and the network, for example `'eip155:1'`"
    return [`\`chains[${index}]\` is ${formatValue(chain)}: ${hint}.`]
  })
}

function addressProblems(name: string, value: unknown, page: PageAddress | undefined): readonly string[] {
  if (value === undefined) return []
  // A path is relative to the page. On a server any path is accepted.
  const base = page?.href ?? 'https://page.invalid'
  const isGood = typeof value === 'string' && value !== '' && /^https?:$/.test(parseUrl(value, base)?.protocol ?? '')
  if (!isGood)
    return [
      `\`${name}\` is ${formatValue(value)}: write an address with \`https://\`, or a path that begins with \`/\`.`,
    ]
  return /^(https?:\/\/|\/|\.{1,2}\/)/.test(value)
    ? []
    : [`\`${name}\` is ${formatValue(value)}, which counts from the current page: begin it with \`/\` or \`https://\`.`]
}

function keyProblems(value: unknown): readonly string[] {
  if (value === undefined) return []
  const keys = Array.isArray(value) ? value : [value]
  return keys.length > 0 && keys.every((key) => typeof key === 'string' && /^[0-9a-f]{64}$/i.test(key))
    ? []
    : [`\`registry.key\` is ${formatValue(value)}: give the public key of the registry, 64 hex digits.`]
}

function typeProblems(given: Readonly<Record<string, unknown>>): readonly string[] {
  const ofType = (name: string, type: string, is: (value: unknown) => boolean) => {
    const value = optionAt(given, name)
    return value === undefined || is(value) ? [] : [`\`${name}\` is ${formatValue(value)}: it is ${type}.`]
  }
  return [
    ...booleanNames.flatMap((name) => ofType(name, '`true` or `false`', (value) => typeof value === 'boolean')),
    ...functionNames.flatMap((name) => ofType(name, 'a function', (value) => typeof value === 'function')),
    ...ofType('relay.projectId', 'a text', (value) => typeof value === 'string'),
    ...ofType('session.events', 'a list of names', Array.isArray),
    ...ofType('session.methods', 'a list of names, or lists by namespace', isObject),
    ...ofType('modal', 'an object', isObject),
    ...ofType('walletBrowser', 'an object, or `false`', (value) => value === false || isObject(value)),
    ...ofType('relay.reach', "'network', 'own' or a list of listing ids", isReach),
    ...ofType('world.storage', 'an object with `get` and `set`', isObject),
  ]
}

function isReach(value: unknown): boolean {
  return value === 'network' || value === 'own' || (Array.isArray(value) && value.every((id) => typeof id === 'string'))
}

function walletBrowserProblems(value: unknown): readonly string[] {
  if (!isObject(value)) return []
  const { url, allowsUntested } = value
  return [
    ...explainUnknownNames(value, ['url', 'allowsUntested'], 'walletBrowser.'),
    ...(['string', 'function', 'undefined'].includes(typeof url)
      ? []
      : [`\`walletBrowser.url\` is ${formatValue(url)}: it is an address, or a function that gives one.`]),
    ...(['boolean', 'undefined'].includes(typeof allowsUntested)
      ? []
      : [`\`walletBrowser.allowsUntested\` is ${formatValue(allowsUntested)}: it is \`true\` or \`false\`.`]),
  ]
}

/** The options under `modal` that accept one of a few values. */
const modalChoices = {
  themeMode: ['light', 'dark', 'auto'],
  theme: ['paper', 'ink', 'contrast'],
  variant: ['standard', 'classic'],
} as const

function modalProblems(value: unknown): readonly string[] {
  if (!isObject(value)) return []
  const { allowFraming } = value
  return [
    ...explainUnknownNames(value, modalOptionNames, 'modal.'),
    ...framingProblems(allowFraming),
    ...modalBooleanNames
      .filter((name) => value[name] !== undefined && typeof value[name] !== 'boolean')
      .map((name) => `\`modal.${name}\` is ${formatValue(value[name])}: it is \`true\` or \`false\`.`),
    ...Object.entries(modalChoices).flatMap(([name, choices]) => choiceProblems(`modal.${name}`, value[name], choices)),
  ]
}

function choiceProblems(name: string, value: unknown, choices: readonly string[]): readonly string[] {
  if (value === undefined || (typeof value === 'string' && choices.includes(value))) return []
  const near = typeof value === 'string' ? findNearestName(value, choices) : undefined
  const quoted = choices.map((choice) => `'${choice}'`)
  const hint = near === undefined ? '' : ` Did you mean '${near}'?`
  return [`\`${name}\` is ${formatValue(value)}: it is ${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}.${hint}`]
}

function framingProblems(value: unknown): readonly string[] {
  if (value === undefined || typeof value === 'boolean') return []
  const origins: readonly unknown[] = Array.isArray(value) ? value : [value]
  return origins
    .filter((each) => !Array.isArray(value) || typeof each !== 'string' || originOf(each) !== each)
    .map((each) => {
      const origin = typeof each === 'string' ? originOf(each) : undefined
      const hint = origin === undefined ? '`true`, `false` or a list of origins' : `a list, write \`['${origin}']\``
      return `\`modal.allowFraming\` has ${formatValue(each)}: it is ${hint}.`
    })
}

function originOf(url: string): string | undefined {
  const origin = parseUrl(url)?.origin
  return origin === 'null' ? undefined : origin
}

function protocolOf(url: string): string | undefined {
  return parseUrl(url)?.protocol
}
