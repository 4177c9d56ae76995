import {
  type AccountId,
  BaseError,
  formatHandoffToken,
  type HandoffGrant,
  type HandoffPhoneStatus,
  linkPaths,
  parseChallengeResponse,
  parseHandoffGrant,
  parseHandoffHop,
  parseHandoffPhoneStatus,
  parseHandoffToken,
} from '@hawser/wire'
import { loadPageConnector } from '../connectors/page/loadPageConnector.ts'
import type { FailureCode, HandoffCode } from '../failureCode.ts'
import { LinkRefusedError } from '../flow/errors.ts'
import type { FetchWorld } from '../platform/fetchJson.ts'
import type { Platform } from '../platform/platform.ts'
import type { PageWallet } from '../wallets/discovery/pageWallets.ts'
import { browserListings } from './browserListings.snapshot.ts'
import { type BrowserWallet, listBrowserWallets } from './browserWallets.ts'
import { createHandoffCall } from './handoffCall.ts'
import { createHandoffDiscovery } from './handoffDiscovery.ts'

/** The state that the page of a handoff shows. */
export type HandoffState =
  /** The handoff is not claimed yet. `links`: the links into wallets of this phone, once requested. */
  | {
      readonly step: 'start'
      readonly wallets: readonly Pick<PageWallet, 'rdns' | 'name' | 'icon'>[]
      readonly isLooking: boolean
      readonly links: HandoffLinks | undefined
    }
  /**
   * The handoff is claimed. The visitor sees the account it links to, and confirms that they started it. `failure`: the
   * previous error, after which the visitor can try again.
   */
  | {
      readonly step: 'ask'
      readonly label: string
      readonly domain: string
      readonly walletName: string
      /** The namespaces that the wallet and the host app share. The visitor chooses one if there are several. */
      readonly namespaces: readonly string[]
      readonly failure: FailureCode | undefined
    }
  | { readonly step: 'waiting'; readonly for: 'server' | 'connect' | 'sign' }
  | { readonly step: 'digits'; readonly digits: string; readonly expiresAt: number }
  | { readonly step: 'linked' }
  /** `code` is an error code with a page in `docs/errors`, or a reason such as `declined`. */
  | { readonly step: 'ended'; readonly code: HandoffCode }

export type HandoffLinks = { readonly address: string; readonly wallets: readonly BrowserWallet[] }

export type HandoffOptions = FetchWorld & {
  /** The address of the link API, absolute or relative to the page. */
  readonly linkUrl: string
  /** The address of the page, with its token. */
  readonly address: string
  /** The event target on which wallets announce themselves: the window. */
  readonly scope: EventTarget
  /** Keeps the state over a reload: `sessionStorage`. Its content never leaves the tab. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined
  readonly platform: Pick<Platform, 'isIos' | 'isAndroid'>
  readonly now: () => number
  readonly onChange: (state: HandoffState) => void
}

/** The phone's side of a handoff. */
export type Handoff = {
  state(): HandoffState
  /** Looks for wallets, without claiming the handoff. */
  start(): Promise<void>
  /** Puts a new secret into links that open wallets. The scanned secret is worthless from then on. */
  requestLinks(): Promise<void>
  /** Claims the handoff for the wallet of this page that the visitor tapped. */
  choose(rdns: string): Promise<void>
  /** Connects and requests the signature, after the visitor confirmed that they started the handoff. */
  approve(namespace: string): Promise<void>
  decline(): Promise<void>
  stop(): void
}

type Kept = {
  readonly id: string
  readonly secret?: string
  /** Whether the secret comes from a hop. Earlier codes are then dead, and no later code follows. */
  readonly isHopped?: boolean
  readonly rdns?: string
  readonly grant?: HandoffGrant
}

const storageKey = 'hawser-handoff'
const pollMs = 2_000
// The lifetime of a grant, and of the digits after it (link/handoff/transition.ts).
const longestMs = 7 * 60_000
const slackMs = 30_000

/**
 * Creates the phone's side of a handoff (docs/decisions/0054), without a user interface. The link API's page draws it, and a
 * host app can draw it too.
 * @example
 * const handoff = createHandoff({ linkUrl: '/api/link', address: location.href, scope: window, storage: sessionStorage, … })
 * await handoff.start()
 */
export function createHandoff(options: HandoffOptions): Handoff {
  const { scope, storage, setTimer, platform, now, onChange } = options
  const stopped = new AbortController()
  const token = parseHandoffToken(options.address)
  let kept = readKept(storage, token)
  let links: HandoffLinks | undefined
  let makingLinks: Promise<void> | undefined
  let state: HandoffState = { step: 'waiting', for: 'server' }
  let cancelPoll = () => {}
  const openedAt = now()
  let isTold = false
  const page = createHandoffDiscovery({ scope, setTimer, onChange: foundMore })
  const call = createHandoffCall({ ...options, id: kept?.id ?? '' }, stopped.signal)

  function show(next: HandoffState): void {
    if (stopped.signal.aborted) return
    state = next
    onChange(next)
  }

  function keep(next: Kept): void {
    kept = next
    // Some browsers refuse the storage. A reload then starts over.
    attempt(() => storage?.setItem(storageKey, JSON.stringify(next)))
  }

  function foundMore(): void {
    if (state.step === 'start') showStart()
    if (state.step === 'start') tellWithout(state)
    // After a reload the wallet can appear later than the request.
    if (state.step === 'ask') ask(state.failure)
  }

  function showStart(): void {
    show({ step: 'start', wallets: page.all(), isLooking: page.isLooking(), links })
  }

  /**
   * Reports that this page has no wallet. A page that makes links reports nothing, because it navigates elsewhere. The answer
   * is not awaited.
   */
  function tellWithout({ wallets, isLooking }: Extract<HandoffState, { step: 'start' }>): void {
    if (isTold || isLooking || wallets.length > 0 || makingLinks !== undefined || kept?.secret === undefined) return
    isTold = true
    call('/no-wallet', () => undefined, { body: { secret: kept.secret } }).catch(() => undefined)
  }

  function forget(): void {
    attempt(() => storage?.removeItem(storageKey))
  }

  function end(code: HandoffCode): void {
    // A stopped page keeps its state for the page after it.
    if (stopped.signal.aborted) return
    forget()
    cancelPoll()
    show({ step: 'ended', code })
    // No answer of the wallet or the server continues an ended handoff.
    stopped.abort()
  }

  function fail(error: unknown): void {
    const code = codeOf(error)
    // After all other errors the grant is still valid. The visitor can try again, or choose another account in the wallet.
    if (kept?.grant === undefined || code.startsWith('handoff_')) end(code)
    else ask(code)
  }

  function ask(failure?: FailureCode): void {
    const { grant, rdns = '' } = kept ?? {}
    if (grant === undefined) {
      end('handoff_unknown')
      return
    }
    const wallet = page.all().find((each) => Object.values(each.rdnsOf).includes(rdns))
    const wanted = [...new Set(grant.chains.map((chain) => chain.split(':', 1)[0] ?? ''))]
    const namespaces = wanted.filter((each) => wallet?.rdnsOf[each] !== undefined)
    const { label, domain } = grant
    show({ step: 'ask', label, domain, walletName: wallet?.name ?? '', namespaces, failure })
  }

  function follow(status: HandoffPhoneStatus): void {
    const { digits, expiresAt } = status
    if (status.state === 'linked') {
      forget()
      show({ step: 'linked' })
    } else if (status.state === 'opened') {
      ask()
    } else if (status.state !== 'proven' || digits === undefined) {
      end(status.reason ?? 'handoff_over')
    } else {
      if (state.step !== 'digits') show({ step: 'digits', digits, expiresAt })
      // The clock decides, even after a sleep in which no timer ran. The server reports the outcome.
      cancelPoll = setTimer(poll, pollMs)
    }
  }

  async function poll(): Promise<void> {
    const grant = kept?.grant?.grant
    if (grant === undefined) return
    const isLate = now() > (state.step === 'digits' ? state.expiresAt : openedAt + longestMs) + slackMs
    await call('', parseHandoffPhoneStatus, { grant }).then(follow, (error: unknown) => {
      if (error instanceof LinkRefusedError && error.status !== 429 && error.status < 500) end(codeOf(error))
      else if (isLate) end('time')
      else if (!stopped.signal.aborted) cancelPoll = setTimer(poll, pollMs)
    })
  }

  async function claim(rdns: string): Promise<void> {
    // The server takes a second claim for another phone's.
    if (state.step !== 'start') return
    show({ step: 'waiting', for: 'server' })
    // The links end the scanned secret.
    await makingLinks
    if (kept?.secret === undefined) return end('handoff_unknown')
    const grant = await call('/claim', parseHandoffGrant, { body: { secret: kept.secret } })
    keep({ id: kept.id, rdns, grant })
    ask()
  }

  async function sign(namespace: string): Promise<void> {
    if (state.step !== 'ask') return
    const { grant, rdns = '' } = kept ?? {}
    if (grant === undefined) return end('handoff_unknown')
    show({ step: 'waiting', for: 'connect' })
    const chains = grant.chains.filter((chain) => chain.startsWith(`${namespace}:`))
    const way = page.wayOf(rdns, namespace)
    const connector = await loadPageConnector(
      { purpose: { kind: 'link' }, discovery: () => page, chains, setTimer, now },
      way,
    )
    const { accountId, walletName } = await connector.connect({ signal: stopped.signal })
    const { challengeId, message, expiresAt } = await challenge(accountId, walletName)
    show({ step: 'waiting', for: 'sign' })
    const signature = await connector.signMessage({ accountId, message, expiresAt, signal: stopped.signal })
    show({ step: 'waiting', for: 'server' })
    const body = { purpose: 'link', challengeId, signature }
    follow(await call(linkPaths.proofs, parseHandoffPhoneStatus, { grant: grant.grant, body }).catch(lookAfter))

    function challenge(account: AccountId, name: string) {
      const asked = { purpose: 'link', accountId: account, walletName: name }
      return call(linkPaths.challenges, parseChallengeResponse, { grant: grant?.grant ?? '', body: asked })
    }

    /** Asks the server for the result of the proof: the answer can get lost, because phones suspend pages in the background. */
    async function lookAfter(error: unknown): Promise<HandoffPhoneStatus> {
      if (error instanceof LinkRefusedError) throw error
      const status = await call('', parseHandoffPhoneStatus, { grant: grant?.grant ?? '' })
      if (status.state === 'opened') throw error
      return status
    }
  }

  async function makeLinks(): Promise<void> {
    const { id, secret } = kept ?? {}
    if (id === undefined || secret === undefined) return
    try {
      const next = await call('/hop', parseHandoffHop, { body: { secret } })
      keep({ id, secret: next.secret, isHopped: true })
      const address = `${options.address.split(/[?#]/, 1)[0]}#${formatHandoffToken({ id, secret: next.secret })}`
      const appName = new URL(address).host
      const { namespaces, allowsUntested, wallets: own } = next
      const known = browserListings.filter(({ id: each }) => own.every((listing) => listing.id !== each))
      const walletPage = { address, appName, namespaces, allowsUntested }
      links = { address, wallets: listBrowserWallets([...own, ...known], platform, walletPage) }
      foundMore()
    } catch (error) {
      end(codeOf(error))
    }
  }

  return {
    state: () => state,
    async start() {
      page.start()
      if (kept === undefined) return end('handoff_unknown')
      if (kept.grant === undefined) return showStart()
      // A reload after the claim continues at the same step.
      await poll()
    },
    requestLinks() {
      // The server takes a second request with the scanned secret for another phone's.
      makingLinks ??= makeLinks()
      return makingLinks
    },
    choose: (rdns) => claim(rdns).catch(fail),
    approve: (namespace) => sign(namespace).catch(fail),
    async decline() {
      const grant = kept?.grant?.grant
      forget()
      // Nothing is signed, even if this request does not arrive.
      if (grant !== undefined) await call('/decline', () => undefined, { grant, body: {} }).catch(() => undefined)
      end('declined')
    },
    stop() {
      stopped.abort()
      cancelPoll()
      page.stop()
    },
  }
}

/**
 * Reads this tab's state of the handoff: the token of the address, or the state kept over a reload. A new token starts a new
 * handoff, or renews the code of the same one. The token counts, unless this tab already used an earlier token of that handoff.
 */
function readKept(storage: HandoffOptions['storage'], token: ReturnType<typeof parseHandoffToken>): Kept | undefined {
  const found = attempt(() => JSON.parse(storage?.getItem(storageKey) ?? 'null') as Kept | null) ?? undefined
  if (token === undefined) return found
  if (found?.id === token.id && (found.grant !== undefined || found.isHopped)) return found
  attempt(() => storage?.setItem(storageKey, JSON.stringify(token)))
  return token
}

function codeOf(error: unknown): FailureCode {
  if (error instanceof LinkRefusedError) return error.refusal.code
  return error instanceof BaseError ? (error.code as FailureCode) : 'link_unavailable'
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
