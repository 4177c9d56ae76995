import type { DappClient, Session } from '@hawser/sign'
import { type AccountId, accountsOf, type ChainId, cleanWalletName, type Listing, type Topic } from '@hawser/wire'
import type { FailureCode } from '../failureCode.ts'
import { ClientUnavailableError, codeOf } from '../platform/errors.ts'
import type { KeyValue } from '../platform/keyValue.ts'
import { loadPart } from '../platform/loadPart.ts'
import type { Platform } from '../platform/platform.ts'
import type { RegistryClient, RegistryClientOptions } from '../registry/client.ts'
import type { RegistryImages } from '../registry/images.ts'
import { formatDeepLink, type LinkToOpen } from '../wallets/deepLink.ts'
import { listingsSnapshot } from '../wallets/listings.snapshot.ts'
import { listManualWallets, type ModalOptions } from '../wallets/modalOptions.ts'
import { findReturnLink, hostOf, isSameWallet } from '../wallets/returnLink.ts'
import type { Choice } from '../wallets/routes.ts'
import { createSessionMemory, type EndedSession } from './memory.ts'
import type { SessionChange } from './pairingHistory.ts'

/** A kept session, as shown to the visitor. The wallet's description of itself is its own claim. */
export type KeptSession = {
  readonly topic: Topic
  /** The wallet's own name. Undefined if the wallet gives none. */
  readonly walletName: string | undefined
  /**
   * An image from the registry, from the host app's options, or inside the wallet's message: no other server is asked
   * for an image.
   */
  readonly imageUrl: string | undefined
  /** The host of the web address that the wallet claims, as browsers read it. */
  readonly host: string | undefined
  /** Whether this page has opened the wallet itself, and the wallet's listing has the same host. */
  readonly isHostVerified: boolean
  readonly accounts: readonly AccountId[]
  readonly chains: readonly ChainId[]
  readonly methods: readonly string[]
  /** Epoch milliseconds. */
  readonly expiresAt: number
  /** Whether the session existed before the page was loaded. */
  readonly isRestored: boolean
}

/** The kept sessions, the newest first. No request is sent before `loadSessions`. */
export type KeptSessionsState = {
  readonly status: 'loading' | 'ready' | 'failed'
  readonly sessions: readonly KeptSession[]
  /**
   * Sessions that ended or expired without the visitor, until `dismissEndedSessions`. Includes those of earlier visits.
   */
  readonly ended: readonly EndedSession[]
  /** Why `status` is `failed`: the code of the error. */
  readonly errorCode?: FailureCode
}

/** A page's actions on its sessions. */
export type SessionsEvent =
  /** Reads the sessions, and follows them from then on. */
  | { readonly type: 'sessionsWanted' }
  | { readonly type: 'sessionRevoked'; readonly topic: Topic }
  | { readonly type: 'allSessionsRevoked' }
  /** The visitor has read the sessions in `ended`. */
  | { readonly type: 'endedSessionsRead' }

/** Follows sessions that outlive their link: shows them, ends them, and brings their wallets to the front. */
export type KeptSessions = {
  handle(event: SessionsEvent): void
  /** Receives a report of the protocol client about a session. */
  changed(change: SessionChange): void
  /** A session was made in this page. `choice` is the wallet that the visitor chose for the session, if any. */
  settled(session: Session, choice: Choice | undefined): void
  /**
   * Brings the wallet of a session to the front, if the wallet was opened on this phone and allows it. Does nothing
   * unless the visitor has just pressed something: a page's own request sends no visitor away (T-16).
   */
  open(session: Session): void
  stop(): void
}

export type KeptSessionsOptions = Omit<RegistryClientOptions, 'registryUrl'> & {
  readonly client: () => Promise<Pick<DappClient, 'ready' | 'sessions' | 'disconnect'> | undefined>
  readonly storage: KeyValue
  /** Whether sessions outlive the page. If not, nothing is stored about them. */
  readonly keepSession: boolean
  readonly registryUrl?: string | undefined
  readonly modal: ModalOptions
  readonly platform: Platform
  readonly now: () => number
  /** Whether universal links have opened wallets on this device after their own schemes had failed. */
  readonly prefersUniversal: () => boolean
  readonly openLink: (link: LinkToOpen) => void
  readonly isPressed: () => boolean
  readonly set: (state: KeptSessionsState) => void
}

const noLinks = { native: undefined, universal: undefined }

/** Creates the kept sessions. A separate chunk: only a page that keeps its sessions needs it. */
export function createKeptSessions(options: KeptSessionsOptions): KeptSessions {
  const { modal, platform, now } = options
  const memory = createSessionMemory(options.keepSession ? options.storage : undefined)
  const stopped = new AbortController()
  const own = new Set<Topic>()
  const listings = new Map<string, Listing>()
  for (const listing of [...listingsSnapshot, ...ownListings(modal)]) listings.set(listing.id, listing)
  let client: Awaited<ReturnType<KeptSessionsOptions['client']>>
  let opening: Promise<void> | undefined
  let isWanted = false
  let registry: RegistryClient | undefined
  let images: RegistryImages | undefined
  let wantsImages = false

  async function open(): Promise<void> {
    const opened = await options.client()
    if (opened === undefined) throw new ClientUnavailableError('There is no client.')
    await opened.ready()
    client = opened
    memory.keepOnly(opened.sessions().map(({ topic }) => topic))
  }

  function load(): void {
    isWanted = true
    if (client === undefined) publish('loading')
    opening ??= open()
    opening.then(
      () => {
        publish()
        void lookUp(memory.wallets().map(({ id }) => id)).then((isMore) => isMore && publish())
      },
      (error) => {
        opening = undefined
        publish('failed', codeOf(error))
      },
    )
  }

  function publish(status: KeptSessionsState['status'] = 'ready', errorCode?: FailureCode): void {
    if (!isWanted || stopped.signal.aborted) return
    const sessions = [...(client?.sessions() ?? [])].reverse().map(toKeptSession)
    options.set({ status, sessions, ended: memory.ended(), ...(errorCode && { errorCode }) })
  }

  function toKeptSession({ topic, peer, namespaces, expiresAt }: Session): KeptSession {
    const { name, url, icons } = peer.metadata
    const wallet = memory.walletOf(topic)
    const chosen = wallet && listings.get(wallet.id)
    const listing = chosen && isSameWallet(peer.metadata, chosen) ? chosen : undefined
    const host = hostOf(url)
    const accounts = accountsOf(namespaces)
    const granted = Object.values(namespaces)
    return {
      topic,
      walletName: cleanWalletName(name),
      imageUrl: (listing && imageOf(listing)) ?? icons.find((icon) => icon.startsWith('data:image/')),
      host,
      isHostVerified: host !== undefined && wallet?.via !== 'qrcode' && host === hostOf(listing?.homepage ?? ''),
      accounts,
      chains: [...new Set(accounts.map(chainOf))],
      methods: [...new Set(granted.flatMap(({ methods }) => methods))],
      expiresAt,
      isRestored: !own.has(topic),
    }
  }

  function imageOf({ id, imageId }: Listing): string | undefined {
    const { registryUrl } = options
    if (Object.hasOwn(modal.walletImages ?? {}, id)) return modal.walletImages?.[id]
    if (imageId === undefined || registryUrl === undefined) return undefined
    // If the code cannot be fetched, initials are shown.
    if (!wantsImages) openImages(registryUrl).catch(() => {})
    const url = registry?.imageUrlOf(imageId)
    if (url === undefined) return undefined
    images?.want([url])
    return images?.shownUrl(url)
  }

  async function openImages(registryUrl: string): Promise<void> {
    wantsImages = true
    const { createRegistryClient, createRegistryImages } = await loadPart(async () => {
      const { createRegistryClient, createRegistryImages } = await import('../wallets/explorer/explorer.ts')
      return { createRegistryClient, createRegistryImages }
    })
    if (stopped.signal.aborted) return
    registry ??= createRegistryClient({ ...options, registryUrl })
    images = createRegistryImages({ ...options, onChange: publish })
    publish()
  }

  /** Asks the registry for wallets whose listing or image is unknown. Resolves to whether it knows any. */
  async function lookUp(ids: readonly string[]): Promise<boolean> {
    const { registryUrl } = options
    const wanted = [...new Set(ids)].filter((id) => !listings.has(id) || listings.get(id)?.imageId === undefined)
    if (registryUrl === undefined || wanted.length === 0) return false
    try {
      const { createRegistryClient } = await import('../wallets/explorer/explorer.ts')
      const query = { page: 1, entries: wanted.length, search: '', chains: [], includeIds: wanted, excludeIds: [] }
      registry ??= createRegistryClient({ ...options, registryUrl })
      const found = await registry.listings(query, stopped.signal)
      // A wallet keeps the links that the host app has given.
      const isManual = (id: string) => ownListings(modal).some((listing) => listing.id === id)
      for (const listing of found.listings) if (!isManual(listing.id)) listings.set(listing.id, listing)
      return found.listings.length > 0
    } catch {
      // Sessions are then shown without images, and without links that only the registry has.
      return false
    }
  }

  function revoke(topics: readonly Topic[]): void {
    // The session ends here in any case. With an open socket the wallet is informed in this very task, so that the
    // visitor can leave the page at once. A wallet that cannot be informed in time shows the session until its user
    // removes it or it expires.
    for (const topic of topics) client?.disconnect({ topic }).catch(() => {})
  }

  // A link must open within the tap, so links are looked up in advance.
  const openable = memory.wallets().filter(({ id, via }) => via === 'mobile' && !listings.has(id))
  if (platform.device === 'phone') void lookUp(openable.map(({ id }) => id))

  return {
    handle(event) {
      if (event.type === 'sessionsWanted') load()
      if (event.type === 'sessionRevoked') revoke([event.topic])
      if (event.type === 'allSessionsRevoked') revoke((client?.sessions() ?? []).map(({ topic }) => topic))
      if (event.type !== 'endedSessionsRead') return
      memory.forgetEnded()
      publish()
    },
    changed(change) {
      if ('topic' in change) {
        const { topic, stage, lost } = change
        const cause = stage === 'expired' ? 'expiry' : 'wallet'
        const walletName = cleanWalletName(lost?.peer.metadata.name ?? '')
        if (lost !== undefined) memory.addEnded({ topic, walletName, cause, at: now() })
        memory.forget(topic)
      }
      if (client !== undefined) publish()
    },
    settled({ topic }, choice) {
      own.add(topic)
      if (choice !== undefined) {
        listings.set(choice.listing.id, choice.listing)
        memory.bind({ topic, id: choice.listing.id, via: choice.via })
      }
      publish()
    },
    open({ topic, peer, sessionConfig }) {
      const wallet = memory.walletOf(topic)
      if (sessionConfig?.disableDeepLink || platform.device !== 'phone' || wallet?.via !== 'mobile') return
      const links = findReturnLink(peer.metadata, listings.get(wallet.id), [...listings.values()])
      const link =
        links &&
        formatDeepLink({
          listing: { mobile: links, desktop: noLinks },
          via: 'mobile',
          pairingUri: undefined,
          platform,
          preferUniversal: options.prefersUniversal(),
        })
      if (link !== undefined && options.isPressed()) options.openLink(link)
    },
    stop() {
      stopped.abort()
      images?.stop()
    },
  }
}

/** Returns the host app's own wallets. One invalid listing excludes all of them, as in the lists. */
function ownListings(modal: ModalOptions): readonly Listing[] {
  try {
    return listManualWallets(modal, listingsSnapshot)
  } catch {
    return []
  }
}

function chainOf(accountId: AccountId): ChainId {
  const [namespace = '', reference = ''] = accountId.split(':')
  return `${namespace}:${reference}`
}
