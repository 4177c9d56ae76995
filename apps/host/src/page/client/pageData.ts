import { fetchJson, readField, readOptionalText, readText } from './readJson.ts'

export type PageData = ReturnType<typeof parsePageData>

/** Loads the addresses of the other servers and the visitor's data. Rejects if the host server does not answer as it should. */
export async function loadPageData(ask = fetchJson): Promise<PageData> {
  const [config, session] = await Promise.all([ask('/config.json'), ask('/session')])
  return parsePageData(config, session)
}

/** @throws TypeError */
export function parsePageData(config: unknown, session: unknown) {
  const chains = readField(config, 'chains')
  const framedBy = readField(config, 'framedBy')
  const [relay, registry, link] = ['relay', 'registry', 'link'].map((group) => readField(config, group))
  const reach = readField(relay, 'reach')
  const mayLinkForMs = readField(session, 'mayLinkForMs')
  return {
    relayUrl: readText(relay, 'url'),
    registryUrl: readText(registry, 'url'),
    walletUrl: readText(config, 'walletUrl'),
    linkUrl: readText(link, 'url'),
    /** Whether the link API confirms to wallets that a pairing is this site's own. */
    statesOrigin: readField(link, 'originStatement') === true,
    chains: Array.isArray(chains) ? chains.filter(isChainId) : [],
    /** Origins whose pages may frame this one, which then links in their frames. */
    framedBy: Array.isArray(framedBy) ? framedBy.filter((each) => typeof each === 'string') : [],
    /** Whether wallets from the stores listen on the relay (`network`). Undefined: the relay's address decides. */
    relayReach: (['network', 'own'] as const).find((each) => each === reach),
    /** The visitor's name in the text that a wallet signs. */
    visitorLabel: readText(session, 'label'),
    /** The name of the visitor's account; undefined for an anonymous visitor. */
    accountName: readOptionalText(session, 'name'),
    /** Milliseconds for which linking a wallet still needs no password. Undefined without an account. */
    mayLinkForMs: typeof mayLinkForMs === 'number' ? mayLinkForMs : undefined,
    /** Whether the browser kept the cookie that came with the page. */
    isRemembered: readField(session, 'isNew') === false,
  }
}

function isChainId(value: unknown): value is `${string}:${string}` {
  return typeof value === 'string' && /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/.test(value)
}
