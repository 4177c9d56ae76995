import {
  BaseError,
  type HandoffEnd,
  type HandoffStart,
  type HandoffStatus,
  handoffPaths,
  type LinkedWallet,
  parseHandoffStart,
  parseLinkedWallet,
  readHandoffEnd,
} from '@hawser/wire'
import type { FailureCode, HandoffCode } from '../failureCode.ts'
import { LinkRefusedError } from '../flow/errors.ts'
import { createLinkCall, type LinkClientOptions } from '../proof/linkClient.ts'
import { followHandoff } from './followHandoff.ts'
import { type HandoffScreenState, readHandoffStatus } from './handoffScreenState.ts'

export type HandoffScreenOptions = LinkClientOptions & {
  /** The namespaces of the requested account. Empty means every namespace that the host app links. */
  readonly namespaces: readonly string[]
  readonly now: () => number
  readonly watchVisibility: (listener: (isVisible: boolean) => void) => () => void
  readonly set: (state: HandoffScreenState) => void
  readonly onLinked: (wallet: LinkedWallet) => void
  /** Called when the link was undone. */
  readonly onUndone: (walletId: string) => void
}

/** A handoff on the screen that starts it, which has the visitor's session. */
export type HandoffScreen = {
  /** Shows a code, and ends an earlier handoff. */
  start(): void
  /** Links the phone's wallet with the digits as the visitor typed them. */
  finish(digits: string): void
  /** Undoes the link that was made a moment ago. */
  undo(): void
  /** Ends the handoff when the visitor goes elsewhere, so that nothing continues out of sight. */
  leave(): void
}

// The lifetime that the server gives a code (link/handoff/transition.ts), used to calculate the difference between the two
// clocks.
const lifetimeMs = 5 * 60_000
// A code is renewed this long before it expires. A phone that opened the code at the last moment has this time to find its
// wallet.
const leadSeconds = 120
const retryMs = 5_000

/**
 * Creates the screen's side of a handoff (docs/decisions/0054). No request is sent before `start`.
 * @example
 * const screen = createHandoffScreen({ linkUrl: '/api/link', namespaces: ['eip155'], now: Date.now, fetch, set: draw, … })
 * screen.start()
 */
export function createHandoffScreen(options: HandoffScreenOptions): HandoffScreen {
  const { linkUrl, now, setTimer, watchVisibility } = options
  const call = createLinkCall(options)
  let shown: HandoffScreenState = { step: 'offered' }
  let current:
    | { readonly started: HandoffStart; readonly skewMs: number; status: HandoffStatus | undefined }
    | undefined
  let following = new AbortController()
  let isVisible = true
  let isRenewing = false
  let renewAfter = 0
  let cancelTick = () => {}
  let unwatch = () => {}
  const { signal: endless } = new AbortController()

  function show(next: HandoffScreenState): void {
    shown = next
    options.set(next)
  }

  function isOpen(): boolean {
    return ['code', 'onPhone', 'noWallet', 'digits'].includes(shown.step)
  }

  function secondsLeft(): number {
    if (current === undefined) return 0
    const { started, status, skewMs } = current
    return Math.max(0, Math.ceil(((status ?? started).expiresAt - skewMs - now()) / 1_000))
  }

  /** Returns the seconds until the code on screen is renewed. */
  function secondsToNext(): number {
    return Math.max(0, secondsLeft() - leadSeconds)
  }

  /** Updates the countdown and checks what is due. The clock decides; timers only wake this function. */
  function tick(): void {
    cancelTick()
    if (!isOpen()) return
    const left = secondsLeft()
    const told = shown.step === 'code' ? secondsToNext() : left
    if ('secondsLeft' in shown && shown.secondsLeft !== told) show({ ...shown, secondsLeft: told })
    const isDue = left <= leadSeconds && now() >= renewAfter
    if (shown.step === 'code' && isDue && isVisible && !isRenewing) void begin()
    // A handoff on a hidden page is not kept alive. The server reports the end of the other handoffs; without the server, the
    // clock ends them.
    else if (shown.step !== 'code' && left === 0) end('time')
    if (isOpen()) cancelTick = setTimer(tick, 1_000)
  }

  function stopFollowing(): void {
    following.abort()
    following = new AbortController()
    cancelTick()
  }

  function end(code: HandoffCode): void {
    stopFollowing()
    current = undefined
    show({ step: 'failed', code })
  }

  function tell(status: HandoffStatus): void {
    if (current === undefined) return
    // An unscanned code that has expired on the server too is renewed, as if by the clock.
    const isUnused = status.state === 'expired' && shown.step === 'code'
    current.status = status
    if (status.wallet !== undefined) {
      finished(status.wallet)
      return
    }
    if (isUnused) {
      if (isVisible) void begin()
      return
    }
    const { address } = current.started
    const times = { secondsLeft: secondsLeft(), secondsToNext: secondsToNext() }
    const next = readHandoffStatus(status, { address, ...times, shown })
    if (next.step === 'failed') end(next.code)
    else {
      show(next)
      tick()
    }
  }

  function finished(wallet: LinkedWallet): void {
    if (shown.step === 'linked') return
    stopFollowing()
    if (current?.status !== undefined) current.status = { ...current.status, wallet }
    show({ step: 'linked', canUndo: true })
    options.onLinked(wallet)
  }

  function follow(started: HandoffStart): void {
    const { signal } = following
    const url = `${linkUrl.replace(/\/{1,8}$/, '')}${handoffPaths.screen}/${started.id}`
    followHandoff({ ...options, url, signal, onStatus: tell }).catch((error) => signal.aborted || end(codeOf(error)))
  }

  /** Requests a code and shows it. A code on screen stays there until the new one exists. */
  async function begin(): Promise<void> {
    isRenewing = true
    renewAfter = now() + retryMs
    const { signal } = following
    try {
      const started = await askForCode(signal)
      if (signal.aborted) return cancelOnServer(started.id)
      const isSame = current?.started.id === started.id
      // The phone's status arrived before this answer.
      if (isSame && shown.step !== 'code') return
      if (!isSame) stopFollowing()
      current = { started, skewMs: started.expiresAt - now() - lifetimeMs, status: undefined }
      show({ step: 'code', address: started.address, secondsLeft: secondsToNext() })
      if (!isSame) follow(started)
      tick()
    } catch (error) {
      const isKept = isPassing(error) ? secondsLeft() > 0 : codeOf(error) === 'handoff_elsewhere'
      // The code on screen is still valid, or a phone continues with it and the status reports that.
      if (!signal.aborted && !(isKept && current !== undefined)) end(codeOf(error))
    } finally {
      isRenewing = false
    }
  }

  /**
   * Requests a code of the same handoff, so that a phone that has opened the code on screen continues. If that handoff is over,
   * requests a new one.
   */
  async function askForCode(signal: AbortSignal): Promise<HandoffStart> {
    const path = handoffPaths.screen
    try {
      if (current !== undefined)
        return await call('POST', `${path}/${current.started.id}/renew`, signal, parseHandoffStart, {})
    } catch (error) {
      if (signal.aborted || !['handoff_over', 'handoff_unknown'].includes(codeOf(error))) throw error
    }
    const body = options.namespaces.length === 0 ? {} : { namespaces: options.namespaces }
    return call('POST', path, signal, parseHandoffStart, body)
  }

  function cancelOnServer(id: string): void {
    // The handoff expires on its own if this request does not arrive.
    call('DELETE', `${handoffPaths.screen}/${id}`, endless, () => {}).catch(() => {})
  }

  async function send(digits: string): Promise<void> {
    if (shown.step !== 'digits' || shown.isChecking || current === undefined) return
    const { signal } = following
    show({ ...shown, isChecking: true, problem: undefined })
    try {
      const path = `${handoffPaths.screen}/${current.started.id}/finish`
      // Not aborted when the status shows the link first: the host app can send a new session with this answer.
      const wallet = await call('POST', path, endless, parseLinkedWallet, { digits })
      if (!signal.aborted) finished(wallet)
    } catch (error) {
      const code = codeOf(error)
      if (signal.aborted || shown.step !== 'digits') return
      // Wrong digits are counted. The last attempt ends the handoff, and the status reports the count. After all other errors
      // the same digits remain valid.
      if (code === 'wallet_already_linked' || code.startsWith('handoff_')) end(reasonOf(error) ?? code)
      else show({ ...shown, isChecking: false, problem: code })
    }
  }

  async function takeBack(): Promise<void> {
    const walletId = current?.status?.wallet?.id
    if (shown.step !== 'linked' || !shown.canUndo || current === undefined) return
    const { signal } = following
    show({ step: 'linked', canUndo: false })
    try {
      const path = `${handoffPaths.screen}/${current.started.id}/undo`
      await call('POST', path, endless, () => {}, {})
      if (!signal.aborted) show({ step: 'undone' })
      if (walletId !== undefined) options.onUndone(walletId)
    } catch (error) {
      // After a refusal it is too late, or the wallet was linked before. The visitor can use the list of wallets.
      if (isPassing(error) && !signal.aborted) show({ step: 'linked', canUndo: true })
    }
  }

  return {
    start() {
      if (isOpen() && current !== undefined) cancelOnServer(current.started.id)
      stopFollowing()
      current = undefined
      unwatch()
      unwatch = watchVisibility((isNow) => {
        isVisible = isNow
        if (isNow) tick()
      })
      show({ step: 'starting' })
      void begin()
    },
    finish: (digits) => void send(digits),
    undo: () => void takeBack(),
    leave() {
      unwatch()
      if (isOpen() && current !== undefined) cancelOnServer(current.started.id)
      stopFollowing()
      current = undefined
      shown = { step: 'offered' }
    },
  }
}

/** Whether the same request can succeed later. */
function isPassing(error: unknown): boolean {
  return !(error instanceof LinkRefusedError) || error.status === 429 || error.status >= 500
}

function codeOf(error: unknown): FailureCode {
  if (error instanceof LinkRefusedError) return error.refusal.code
  return error instanceof BaseError ? (error.code as FailureCode) : 'link_unavailable'
}

function reasonOf(error: unknown): HandoffEnd | undefined {
  return error instanceof LinkRefusedError ? readHandoffEnd(error.refusal.reason) : undefined
}
