import { createPairing, createPairingKey, type PairingKey, type Pairing as UnsentPairing } from '@hawser/sign'
import type { LinkPurpose } from '../flow/purpose.ts'
import type { LinkerEvent } from './linkerEvent.ts'
import type { LinkerSettings } from './options/settings.ts'
import type { LinkerState } from './state.ts'

/** The first code of an opening, which is on screen before the code that runs the flow is loaded. */
export type FirstCode = {
  /** Makes a pairing and shows it: at once, or once `asked` says that the visitor can use it. */
  show(purpose: LinkPurpose, asked: Promise<Response> | undefined): void
  /** Returns the pairing on screen, so that the flow can send its proposal. */
  take(): UnsentPairing | undefined
  /** Prepares an event that waits for the flow. A link is copied at once: browsers allow that only within the press. */
  begin(event: LinkerEvent): LinkerEvent
}

/** The linker around the first code, as long as its flow is not loaded. */
type FirstCodeHost = {
  /** Returns undefined once the flow is loaded, or the modal is closed. */
  readonly openState: () => LinkerState | undefined
  readonly update: (change: Partial<LinkerState>) => void
  /** Settles once the page has the chunk that draws the code. */
  readonly drawing: () => Promise<unknown> | undefined
  /** Fetches the flow. */
  readonly load: () => void
  /** Called when the flow did not load in time. */
  readonly fail: (message: string) => void
}

// The same limits as in the flow: for renewing a code before its end, reporting a silent relay, and waiting for the link API.
const leadMs = 30_000
const silentMs = 7_000
const patienceMs = 500
const unpaintedMs = 100

/**
 * Prepares the first code, so that a press shows it at once.
 * @throws the error of a platform without cryptography
 */
export async function prepareFirstCode(settings: LinkerSettings, host: FirstCodeHost): Promise<FirstCode> {
  const { now = Date.now, setTimer = (callback, delayMs) => void setTimeout(callback, delayMs) } = settings
  const { copyText, randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length)) } = settings
  const { openState, update } = host
  const nextTask = () => new Promise<void>((resolve) => void setTimer(resolve, 0))
  const nextPaint = () =>
    new Promise<void>((resolve) => {
      const { requestAnimationFrame: onFrame }: Partial<typeof globalThis> = globalThis
      onFrame?.(() => setTimer(resolve, 0))
      // A page in the background paints no frames.
      setTimer(resolve, onFrame === undefined ? 0 : unpaintedMs)
    })
  const makeKey = () => createPairingKey(randomBytes)
  let key: PairingKey | undefined = await makeKey()
  let pairing: UnsentPairing | undefined

  const isOn = (shown = pairing) => shown !== undefined && openState()?.pairingUri === shown.pairingUri

  async function show({ kind }: LinkPurpose, asked?: Promise<Response>): Promise<void> {
    if (key === undefined) key = await makeKey()
    const state = openState()
    if (state === undefined || state.pairingUri !== undefined) return
    const methods = settings.oneTap && settings.linkUrl && kind === 'link' ? ['wc_sessionAuthenticate'] : []
    const made = createPairing({ key, now, methods })
    key = undefined
    pairing = made
    const { topic: pairingTopic, pairingUri, expiresAt } = made
    update({
      flow: {
        status: 'choosing',
        pairing: { pairingTopic, pairingUri, expiresAt, relay: 'waiting', replaces: undefined, earlier: undefined },
      },
      pairingUri,
      codeSecondsLeft: Math.ceil((expiresAt - now() - leadMs) / 1000),
      isCodeHeld: asked !== undefined,
    })
    if (asked === undefined || (await mayShow(asked))) {
      if (isOn(made)) update({ isCodeHeld: false })
      // The drawing chunk might still be loading, and nothing else is fetched before the code is painted.
      await nextTask()
      await host.drawing()
      await nextPaint()
    }
    if (!isOn(made)) return
    host.load()
    // These chunks are needed next. Their first use reports a failed load.
    for (const next of [import('../connectors/openWalletClient.ts'), import('./offer/walletOffer.ts')])
      next.catch(() => {})
    setTimer(() => {
      if (isOn(made)) host.fail('The code behind the QR code has not come in time.')
    }, silentMs)
  }

  /** Resolves to true if the link API knows the visitor, or does not answer in time. */
  function mayShow(asked: Promise<Response>): Promise<boolean> {
    return new Promise((resolve) => {
      setTimer(() => resolve(true), patienceMs)
      asked.then(
        ({ status }) => resolve(status !== 401),
        () => resolve(true),
      )
    })
  }

  async function copyNow(text: string): Promise<void> {
    await (copyText === undefined ? navigator.clipboard.writeText(text) : copyText(text))
  }

  return {
    show: (purpose, asked) => void show(purpose, asked).catch(host.load),
    take: () => (isOn() ? pairing : undefined),
    begin(event) {
      if (event.type !== 'linkCopied') return event
      const text = event.link ?? openState()?.pairingUri
      if (text === undefined) return event
      const copied = copyNow(text)
      // The flow tries again after a failure, and reports the result.
      copied.catch(() => {})
      return { ...event, copied }
    },
  }
}
