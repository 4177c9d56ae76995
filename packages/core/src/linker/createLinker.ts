import { toFailedState } from '../flow/failed.ts'
import type { FlowFailure } from '../flow/state.ts'
import { ClientUnavailableError, PageOutdatedError } from '../platform/errors.ts'
import { loadPart } from '../platform/loadPart.ts'
import { unfinishedLinkKey } from '../platform/unfinishedLinkKey.ts'
import { fetchSignInStatus } from '../proof/fetchSignInStatus.ts'
import { resolveReach } from '../wallets/reach/relayReach.ts'
import type { FirstCode } from './firstCode.ts'
import { initialState } from './initialState.ts'
import type { LinkerEvent } from './linkerEvent.ts'
import { createMethods } from './methods.ts'
import { isNonModalEvent } from './nonModalEvents.ts'
import { checkCombination } from './options/checkCombination.ts'
import type { LinkerOptions } from './options/linkerOptions.ts'
import { type LinkerSettings, readSettings } from './options/settings.ts'
import type { ClientLinker, EventLinker, LinkerState } from './state.ts'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/**
 * Creates a linker, which sends no request before you call a method such as `open` or `loadLinkedWallets`. Its code is fetched
 * then, or by `preload`: a page whose visitor never links a wallet pays almost nothing.
 * @example
 * const linker = createLinker({
 *   relay: { url: 'wss://relay.example' },
 *   link: { url: '/link' },
 *   chains: ['eip155:1'],
 *   metadata: { name: 'Our app', description: '', icons: [] },
 * })
 * linker.open()
 * @throws InvalidLinkerOptionsError - an option has no effect, or an unknown theme
 */
export function createLinker(options: LinkerOptions): ClientLinker {
  try {
    // Bundlers drop this condition, and the file behind it, from production builds.
    if (process.env.NODE_ENV !== 'production')
      import('../options/warnOfOptions.ts').then(({ warnOfOptions }) => warnOfOptions(options)).catch(() => {})
  } catch {
    // A page without a bundler has no `process`, and no developer reads its console for this warning.
  }
  checkCombination(options)
  const settings = readSettings(options)
  const listeners = new Set<() => void>()
  let state = initialState(settings)
  let waiting: LinkerEvent[] = []
  let running: EventLinker | undefined
  let loading: Promise<void> | undefined
  let firstCode: FirstCode | undefined
  let preparing: Promise<void> | undefined
  let drawing: Promise<unknown> | undefined
  let isStopped = false
  // If the first view has a code of the relay, that code is drawn before the rest is fetched.
  let isCodeFirst =
    state.platform.device === 'desktop' && settings.connector === undefined && resolveReach(settings) === 'network'

  function update(change: Partial<LinkerState>): void {
    state = { ...state, ...change }
    notify()
  }

  function notify(): void {
    for (const listener of [...listeners]) {
      try {
        listener()
      } catch (error) {
        // The error is the listener's. The other listeners are still called, and work continues.
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }

  /** Fetches the code that an opening needs first. */
  function fetchAhead(): Promise<void> {
    if (isCodeFirst && loading === undefined) {
      preparing ??= prepare()
      return preparing
    }
    loading ??= load()
    return loading
  }

  async function prepare(): Promise<void> {
    try {
      const { prepareFirstCode } = await import('./firstCode.ts')
      if (isStopped) return
      firstCode = await prepareFirstCode(settings, {
        openState: () => (running === undefined && state.flow.status === 'choosing' ? state : undefined),
        update,
        drawing: () => drawing,
        load() {
          loading ??= load()
        },
        fail: (message) => loadFailed(new ClientUnavailableError(message)),
      })
      showFirst()
    } catch {
      // The flow makes the code instead, and reports any error.
      isCodeFirst = false
      if (waiting.length > 0) await fetchAhead()
    }
  }

  function showFirst(): void {
    const opening = waiting.find((event) => event.type === 'opened')
    if (opening !== undefined && running === undefined) firstCode?.show(state.purpose, opening.asked)
  }

  async function load(): Promise<void> {
    try {
      const createFlowLinker = await loadPart(async () => (await import('./createFlowLinker.ts')).createFlowLinker)
      if (isStopped) return
      const linker = await createFlowLinker(settings, { takePairing: () => firstCode?.take() })
      if (isStopped) linker.stop()
      else run(linker)
    } catch (error) {
      // The network might be back at the next attempt.
      loading = undefined
      loadFailed(error)
    }
  }

  function run(linker: EventLinker): void {
    const events = waiting
    waiting = []
    // The modal still shows a failure. Its Retry runs the queued events.
    if (state.flow.status === 'failed') linker.send({ type: 'opened', purpose: state.purpose })
    // The events reproduce the state already shown, so listeners do not see the steps between.
    const isShown = state.pairingUri !== undefined && !state.isCodeHeld
    for (const event of events) linker.send(event.type === 'opened' ? { ...event, isShown } : event)
    running = linker
    const follow = () => {
      state = linker.getState()
      notify()
    }
    linker.subscribe(follow)
    follow()
  }

  function loadFailed(error: unknown): void {
    waiting = []
    isCodeFirst = false
    const message = error instanceof Error ? error.message : ''
    const code = error instanceof PageOutdatedError ? error.code : 'client_unavailable'
    const failure: FlowFailure = { kind: 'connectionFailed', code, message }
    const { flow, linkedWallets } = state
    if (flow.status === 'choosing') update({ flow: toFailedState(failure, undefined), ...noCode })
    const { status } = linkedWallets
    update({ linkedWallets: { ...linkedWallets, status: status === 'loading' ? 'failed' : status, error: failure } })
    if (state.keptSessions) update({ keptSessions: { ...state.keptSessions, status: 'failed', errorCode: code } })
  }

  /** Keeps an event while the linker's code loads, and updates the state to show the loading. */
  function wait(event: LinkerEvent): void {
    const { flow, linkedWallets } = state
    const isOpening = flow.status === 'choosing'
    if (event.type === 'closed') {
      waiting = waiting.filter(isNonModalEvent)
      if (flow.status !== 'closed') update({ flow: { status: 'closed' }, ...noCode })
      return
    }
    if (isNonModalEvent(event)) {
      const isListWanted = event.type === 'linkedWalletsWanted'
      if (isListWanted || event.type === 'historyWanted')
        update({ linkedWallets: { ...linkedWallets, ...(isListWanted && { status: 'loading' }), error: undefined } })
      if (event.type === 'sessionsWanted') update({ keptSessions: { status: 'loading', sessions: [], ended: [] } })
      waiting.push(event)
      loading ??= load()
    } else if (isOpening) {
      waiting.push(firstCode?.begin(event) ?? event)
    } else {
      const opens = event.type === 'opened' || (event.type === 'retried' && flow.status === 'failed')
      if (!opens || state.isFramed) return
      const purpose = event.type === 'opened' ? (event.purpose ?? { kind: 'link' }) : state.purpose
      waiting.push({ type: 'opened', purpose, asked: purpose.kind === 'signIn' ? undefined : ask() })
      update({ purpose, flow: { status: 'choosing', pairing: undefined } })
      if (isCodeFirst && loading === undefined) showFirst()
      void fetchAhead()
    }
  }

  /** Asks about the visitor while the drawing code is fetched, because the QR code waits for the answer. */
  function ask(): Promise<Response> | undefined {
    const { linkUrl, fetch = (...args) => globalThis.fetch(...args) } = settings
    if (linkUrl === undefined) return undefined
    const asked = fetchSignInStatus({ linkUrl, fetch })
    // The `opened` event handles a rejection, if that event is read at all.
    asked.catch(() => {})
    return asked
  }

  function send(event: LinkerEvent): void {
    if (running !== undefined) running.send(event)
    else if (!isStopped) wait(event)
  }

  // Runs after the page's own first task, which can stop the linker or send events to it.
  if (state.platform.device === 'phone' && hasBegunLink(settings)) {
    queueMicrotask(() => {
      if (!isStopped) loading ??= load()
    })
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ...createMethods(send),
    async preload() {
      if (isStopped) return
      await fetchAhead()
      await running?.preload()
    },
    async client() {
      if (!isStopped) {
        loading ??= load()
        await loading
      }
      return running?.client()
    },
    hostWallets: settings.wallets,
    openWallet: (session) => running?.openWallet(session),
    fetchAfter(drawn) {
      drawing = drawn.catch(() => {})
    },
    stop() {
      if (running !== undefined) running.stop()
      else if (!isStopped) wait({ type: 'closed' })
      isStopped = true
      waiting = []
      listeners.clear()
    },
  }
}

const noCode = { pairingUri: undefined, codeSecondsLeft: undefined, isCodeHeld: false } as const

/** Whether an earlier page might have left a link to continue. The fetched code reads its contents. */
function hasBegunLink({ storage }: LinkerSettings): boolean {
  try {
    return Boolean(
      storage?.get(unfinishedLinkKey) ??
        sessionStorage.getItem(unfinishedLinkKey) ??
        localStorage.getItem(unfinishedLinkKey),
    )
  } catch {
    return false
  }
}
