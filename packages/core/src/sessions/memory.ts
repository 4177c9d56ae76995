import { cleanWalletName, isListingId, isTopic, type Topic } from '@hawser/wire'
import { asInteger, asObject, asString, field } from '@hawser/wire/internal'
import type { KeyValue } from '../platform/keyValue.ts'
import type { Via } from '../wallets/routes.ts'

/**
 * The wallet that a session was made with, and how the visitor reached that wallet. Name and links are looked up, never
 * stored (T-14).
 */
export type SessionWallet = { readonly topic: Topic; readonly id: string; readonly via: Via }

/** A session that ended without an action here. `at` is the time at which this was noticed, in epoch milliseconds. */
export type EndedSession = {
  readonly topic: Topic
  /** The wallet's own name. Undefined if the wallet gave none. */
  readonly walletName: string | undefined
  readonly cause: 'wallet' | 'expiry'
  readonly at: number
}

/** The memory of sessions, in addition to the protocol's records. The key is the topic: no record applies to two sessions. */
export type SessionMemory = {
  walletOf(topic: Topic): SessionWallet | undefined
  wallets(): readonly SessionWallet[]
  bind(wallet: SessionWallet): void
  forget(topic: Topic): void
  /** Forgets the wallets of all other sessions. */
  keepOnly(topics: readonly Topic[]): void
  ended(): readonly EndedSession[]
  addEnded(session: EndedSession): void
  forgetEnded(): void
}

/** The documented storage key of the session memory. */
export const sessionMemoryKey = 'hawser.sessions'

const maxLength = 16_384
const maxWallets = 50
const maxEnded = 8
const vias: readonly unknown[] = ['mobile', 'desktop', 'web', 'qrcode', 'extension'] satisfies readonly Via[]

type Content = { readonly wallets: readonly SessionWallet[]; readonly ended: readonly EndedSession[] }
const nothing: Content = { wallets: [], ended: [] }

/**
 * Opens the memory. Every call reads and writes the storage, because another tab may have changed it. Without storage,
 * the memory lasts as long as the page.
 */
export function createSessionMemory(storage: KeyValue | undefined): SessionMemory {
  /** The content, if the storage does not keep it: absent, full, or forbidden by the visitor. */
  let own: Content | undefined

  function read(): Content {
    if (own !== undefined || storage === undefined) return own ?? nothing
    const text = storage.get(sessionMemoryKey)
    if (text === undefined) return nothing
    const content = text.length > maxLength ? undefined : parseContent(text)
    // Other scripts write to this storage too (T-14).
    if (content === undefined) storage.remove(sessionMemoryKey)
    return content ?? nothing
  }

  function write(content: Content): void {
    const isEmpty = content.wallets.length + content.ended.length === 0
    const text = isEmpty ? undefined : JSON.stringify(content)
    if (text === undefined) storage?.remove(sessionMemoryKey)
    else storage?.set(sessionMemoryKey, text)
    own = storage?.get(sessionMemoryKey) === text ? undefined : content
  }

  function keep(isKept: (wallet: SessionWallet) => boolean): void {
    const { wallets, ended } = read()
    const kept = wallets.filter(isKept)
    if (kept.length < wallets.length) write({ wallets: kept, ended })
  }

  return {
    walletOf: (topic) => read().wallets.find((wallet) => wallet.topic === topic),
    wallets: () => read().wallets,
    bind({ topic, id, via }) {
      const { wallets, ended } = read()
      const others = wallets.filter((wallet) => wallet.topic !== topic)
      write({ wallets: [...others, { topic, id, via }].slice(-maxWallets), ended })
    },
    forget: (topic) => keep((wallet) => wallet.topic !== topic),
    keepOnly: (topics) => keep(({ topic }) => topics.includes(topic)),
    ended: () => read().ended,
    addEnded(session) {
      const { wallets, ended } = read()
      const others = ended.filter(({ topic }) => topic !== session.topic)
      write({ wallets, ended: [...others, session].slice(-maxEnded) })
    },
    forgetEnded() {
      const { wallets, ended } = read()
      if (ended.length > 0) write({ wallets, ended: [] })
    },
  }
}

function parseContent(text: string): Content | undefined {
  try {
    const value = asObject(JSON.parse(text))
    const wallets = parseAll(value && field(value, 'wallets'), parseWallet, maxWallets)
    const ended = parseAll(value && field(value, 'ended'), parseEnded, maxEnded)
    return wallets && ended && { wallets, ended }
  } catch {
    return undefined
  }
}

function parseAll<T>(value: unknown, parse: (item: unknown) => T | undefined, most: number): readonly T[] | undefined {
  if (!Array.isArray(value) || value.length > most) return undefined
  const found = value.flatMap((item) => parse(item) ?? [])
  return found.length === value.length ? found : undefined
}

function parseWallet(value: unknown): SessionWallet | undefined {
  const wallet = asObject(value)
  const topic = wallet && field(wallet, 'topic')
  const id = wallet && field(wallet, 'id')
  const via = wallet && field(wallet, 'via')
  return isTopic(topic) && isListingId(id) && isVia(via) ? { topic, id, via } : undefined
}

function parseEnded(value: unknown): EndedSession | undefined {
  const session = asObject(value)
  if (session === undefined) return undefined
  const topic = field(session, 'topic')
  const cause = field(session, 'cause')
  const at = asInteger(field(session, 'at'), 0, Number.MAX_SAFE_INTEGER)
  if (!isTopic(topic) || (cause !== 'wallet' && cause !== 'expiry') || at === undefined) return undefined
  return { topic, walletName: cleanWalletName(asString(field(session, 'walletName'), 256) ?? ''), cause, at }
}

function isVia(value: unknown): value is Via {
  return vias.includes(value)
}
