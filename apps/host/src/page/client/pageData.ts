import { fetchJson, readField, readText } from './readJson.ts'

/** The facts that the host server gives its page. */
export type PageData = {
  readonly relayUrl: string
  readonly registryUrl: string
  readonly walletUrl: string
  readonly linkUrl: string
  /** Whether the link API confirms to wallets that a pairing is this site's own. */
  readonly statesOrigin: boolean
  readonly chains: readonly `${string}:${string}`[]
  /** Origins in whose frames the page links. */
  readonly framedBy: readonly string[]
  /** Whether wallets of the stores listen on the relay. Undefined: its address decides. */
  readonly relayReach: 'network' | 'own' | undefined
  /** The name of this visitor in the text that a wallet signs. */
  readonly visitorLabel: string
  /** The name of the visitor's account; undefined for an anonymous one. */
  readonly accountName: string | undefined
  /** For how many milliseconds more the account's password need not be given to link a wallet. Undefined without an account. */
  readonly mayLinkForMs: number | undefined
  /** Whether the browser kept the cookie that came with the page. */
  readonly isRemembered: boolean
}

/** Loads the addresses of the other servers and who the visitor is. Rejects when the host server does not answer as it should. */
export async function loadPageData(ask = fetchJson): Promise<PageData> {
  const [config, session] = await Promise.all([ask('/config.json'), ask('/session')])
  return parsePageData(config, session)
}

/** @throws TypeError */
export function parsePageData(config: unknown, session: unknown): PageData {
  const chains = readField(config, 'chains')
  const framedBy = readField(config, 'framedBy')
  const [relay, registry, link] = ['relay', 'registry', 'link'].map((group) => readField(config, group))
  const relayReach = readField(relay, 'reach')
  const name = readField(session, 'name')
  const mayLinkForMs = readField(session, 'mayLinkForMs')
  return {
    relayUrl: readText(relay, 'url'),
    registryUrl: readText(registry, 'url'),
    walletUrl: readText(config, 'walletUrl'),
    linkUrl: readText(link, 'url'),
    statesOrigin: readField(link, 'originStatement') === true,
    chains: Array.isArray(chains) ? chains.filter(isChainId) : [],
    framedBy: Array.isArray(framedBy) ? framedBy.filter((origin) => typeof origin === 'string') : [],
    relayReach: relayReach === 'network' || relayReach === 'own' ? relayReach : undefined,
    visitorLabel: readText(session, 'label'),
    accountName: typeof name === 'string' ? name : undefined,
    mayLinkForMs: typeof mayLinkForMs === 'number' ? mayLinkForMs : undefined,
    isRemembered: readField(session, 'isNew') === false,
  }
}

function isChainId(value: unknown): value is `${string}:${string}` {
  return typeof value === 'string' && /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/.test(value)
}
