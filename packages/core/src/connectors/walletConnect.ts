import { createPairing, createPairingKey, type PairingKey } from '@hawser/sign'
import { BaseError, InvalidArgumentError } from '@hawser/wire'
import { loadPart } from '../platform/loadPart.ts'
import type { WalletClient } from './openWalletClient.ts'
import type { PairingConnector } from './pairingConnector.ts'
import type { WalletConnectOptions } from './walletConnectOptions.ts'

const oneTapFailures = ['one_tap_unavailable', 'invalid_cacao']

/**
 * Creates the connector that reaches wallets through pairings over a relay. It sends no request before `propose`, and
 * fetches the protocol client when the first pairing is made. When the wallet grants no account on the requested
 * chains, `approval` rejects with AccountNotGrantedError and the session ends.
 */
export function createWalletConnectConnector(options: WalletConnectOptions): PairingConnector {
  const { now, randomBytes = (length) => crypto.getRandomValues(new Uint8Array(length)) } = options
  let client: Promise<WalletClient> | undefined
  /** Made in advance, so that a code or a link exists within the tap that requests it. */
  let key: PairingKey | undefined
  let preparing: Promise<void> | undefined
  let isStopped = false
  let isPlain = false

  async function fetchClient(): Promise<WalletClient> {
    await options.whenDrawn()
    const openWalletClient = await loadPart(async () => (await import('./openWalletClient.ts')).openWalletClient)
    const opened = openWalletClient(options)
    // A stopped client refuses every request.
    if (isStopped) opened.stop()
    return opened
  }

  function open(): Promise<WalletClient> {
    client ??= fetchClient().catch((error) => {
      // The network may be back at the next attempt.
      client = undefined
      throw error
    })
    return client
  }

  function prepare(): Promise<void> | undefined {
    if (key !== undefined) return undefined
    preparing ??= createPairingKey(randomBytes)
      .then((made) => {
        key = made
      })
      .finally(() => {
        preparing = undefined
      })
    return preparing
  }

  function takeKey(): PairingKey {
    if (key === undefined) throw new InvalidArgumentError('Call prepare() before propose().')
    const taken = key
    key = undefined
    // The next `prepare` reports a failure.
    prepare()?.catch(() => {})
    return taken
  }

  function endSession(topic: string): void {
    options.onSession({ stage: 'deleted', topic })
    // The session ends here in any case. A wallet that cannot be informed shows the session until its user removes it
    // or it expires.
    client?.then((opened) => opened.disconnect(topic)).catch(() => {})
  }

  return {
    renews: true,
    prepare,
    propose() {
      // The challenge is requested while the client still loads.
      const challenge = isPlain ? undefined : options.challenge?.()
      // The proposal waits for the challenge, and reports its failure.
      challenge?.catch(() => {})
      const pairing =
        options.takePairing?.() ??
        createPairing({ key: takeKey(), now, ...(challenge && { methods: ['wc_sessionAuthenticate'] }) })
      const cancelled = new AbortController()
      const proposed = open().then((opened) => opened.propose(pairing, cancelled.signal, challenge))
      const approval = proposed.then(({ approval }) => approval)
      approval.catch((error: unknown) => {
        // The next proposal uses the method that every wallet supports.
        if (error instanceof BaseError && oneTapFailures.includes(error.code)) isPlain = true
      })
      const { topic: pairingTopic, pairingUri, expiresAt } = pairing
      options.onSession({ stage: 'proposed', pairingTopic })
      return {
        pairingTopic,
        pairingUri,
        expiresAt,
        published: proposed.then(({ published }) => published),
        stored: proposed.then(({ stored }) => stored),
        approval,
        cancel: () => cancelled.abort(),
      }
    },
    resume: async (pairingTopic) => (await open()).resume(pairingTopic),
    signMessage: async (params) => (await open()).signMessage(params),
    endSession,
    client: async () => (await open()).client,
    stop() {
      isStopped = true
      // `finish` first sends a disconnect from a moment ago: otherwise its wallet shows the session as live for days.
      client?.then((opened) => opened.finish()).catch(() => {})
    },
  }
}
