import { addressOf, canonicalChainId } from '@hawser/wire'
import { challengeLimits } from '../challenge/challenge.ts'
import { createPurge } from '../challenge/purge.ts'
import { formatSignedLabel } from '../challenge/signedLabel.ts'
import { parseOrigin } from '../http/allowedOrigins.ts'
import { createKeyedHash, type KeyedHash } from '../http/keyedHash.ts'
import type { LinkContext, LogSubject } from '../http/linkContext.ts'
import { peerOf } from '../http/peerAddress.ts'
import { printFailure } from '../http/printFailure.ts'
import { createTakeTurn, createTokenOf } from '../http/rateLimits.ts'
import type { LinkLogEvent } from '../options/linkLogEvent.ts'
import type { CheckedLinkOptions } from '../options/linkOptions.ts'
import { createContractClient } from '../verifiers/contractClient.ts'
import { loadRecoverPublicKey } from '../verifiers/recoverPublicKey.ts'
import { formatReleasedWallet } from '../wallets/releasedWallet.ts'

/** @throws InvalidLinkOptionsError - an entry of `rpc` is invalid */
export function createLinkContext(options: CheckedLinkOptions): LinkContext {
  const { store, rpc, now = Date.now, trustedProxies = 0, onFailure: hear = printFailure } = options
  const onFailure = (error: unknown) =>
    attempt(
      () => hear(error),
      () => undefined,
    )
  // Loads the module in advance, so that the first proof does not wait for it.
  void loadRecoverPublicKey(onFailure)
  const hash = createKeyedHash(options.hashKey ?? crypto.getRandomValues(new Uint8Array(32)))
  const tokenOf = createTokenOf({ limits: options.rateLimits, hash, now })
  return {
    ...options,
    chains: (options.chains ?? ['eip155:1']).map(canonicalChainId),
    challengeLifetimeMs: (options.challengeLifetimeSeconds ?? challengeLimits.lifetimeMs / 1000) * 1000,
    allowed: {
      origins: new Set(options.allowedOrigins.flatMap((origin) => parseOrigin(origin) ?? [])),
      allowsNoOrigin: options.allowsNoOrigin === true,
    },
    labelOf: (hostUser) => formatSignedLabel(hostUser, hash),
    now,
    onFailure,
    randomBytes: options.randomBytes ?? ((length) => crypto.getRandomValues(new Uint8Array(length))),
    reach: createContractClient({ rpc, fetch: options.fetch ?? fetch, now }),
    purge: createPurge({ store, now }),
    tokenOf,
    take: createTakeTurn(store, tokenOf),
    logEvent: (type, about) => attempt(() => options.onEvent?.(formatLogEvent(type, about, hash)), onFailure),
    notifyLinked: (linked) => attempt(() => options.onLinked?.(linked), onFailure),
    notifyReleased: (released, at) => {
      for (const row of released) attempt(() => options.onReleased?.(formatReleasedWallet(row, at)), onFailure)
    },
    addressOf: (request) => {
      const peer = options.clientAddress === undefined ? peerOf(request) : options.clientAddress(request)
      // The address is unknown, and one visitor's limit must not apply to all visitors together.
      if (peer === undefined && trustedProxies === 0) return undefined
      const forwardedFor = request.headers.get('x-forwarded-for') ?? undefined
      return addressOf({ peer, forwardedFor, trustedProxies })
    },
  }
}

/** Calls a callback of the host app. If it throws or rejects, `onError` gets the error and the request continues. */
function attempt(call: () => unknown, onError: (error: unknown) => void): void {
  new Promise((resolve) => resolve(call())).catch(onError)
}

function formatLogEvent(
  type: LinkLogEvent['type'],
  { userId, account, code }: LogSubject,
  hash: KeyedHash,
): LinkLogEvent {
  return {
    type,
    user: userId === undefined ? undefined : hash('user', userId),
    account: account === undefined ? undefined : hash('account', account),
    code,
  }
}
