import type { IncomingMessage } from 'node:http'
import { type AddressKey, addressOf } from '@hawser/wire'
import type { Buckets } from './buckets.ts'
import type { RelayLimits } from './limits.ts'
import { createOriginList } from './originList.ts'

/**
 * Why an upgrade is refused before any costly check. `flood`: the address already has its full share of sockets, plus as many
 * again that wait for their refusal.
 */
export type AdmissionRefusal = 'origin' | 'full' | 'address' | 'flood'

/** A socket that is admitted or being judged. */
export type Entry = {
  readonly address: AddressKey | undefined
  /** Undefined if the socket is admitted so far. */
  readonly refusal: AdmissionRefusal | undefined
  /** Reports that the socket is gone, or was never made. Idempotent. */
  leave(): void
}

/**
 * The relay's checks of a stranger before it reads their token: the stranger's origin and address, and the number of open
 * sockets.
 */
export type Admission = {
  /** Counts an upgrade until it leaves. A refused upgrade counts only for its address. */
  enter(request: IncomingMessage): Promise<Entry>
  /** Judges plain HTTP before its JWT is read. Returns the status to refuse a request with, or undefined to continue. */
  judgeHttp(request: IncomingMessage): Promise<403 | 429 | undefined>
  addressOf(request: IncomingMessage): AddressKey | undefined
}

/**
 * @param options - `trustedProxies` as in `addressOf`, `origins` and `audiences` as in `createOriginList`
 * @throws InvalidRelayOptionError
 */
export function createAdmission(options: {
  readonly limits: RelayLimits
  readonly buckets: Buckets
  readonly origins: readonly string[] | undefined
  readonly audiences?: readonly string[] | undefined
  readonly trustedProxies: number
}): Admission {
  const { limits, buckets, trustedProxies } = options
  const isAllowed = createOriginList(options.origins, options.audiences)
  const byAddress = new Map<AddressKey, number>()
  let count = 0

  const keyOf = (request: IncomingMessage) => {
    const header = request.headers['x-forwarded-for']
    const forwardedFor = Array.isArray(header) ? header.join(',') : header
    return addressOf({ peer: request.socket.remoteAddress, forwardedFor, trustedProxies })
  }
  const add = (address: AddressKey | undefined, change: 1 | -1) => {
    if (address === undefined) return
    const sum = (byAddress.get(address) ?? 0) + change
    if (sum === 0) byAddress.delete(address)
    else byAddress.set(address, sum)
  }
  const judge = async (address: AddressKey | undefined): Promise<AdmissionRefusal | undefined> => {
    if (count > limits.connections) return 'full'
    if (address === undefined) return undefined
    const sockets = byAddress.get(address) ?? 0
    if (sockets > 2 * limits.connectionsPerAddress) return 'flood'
    if (sockets > limits.connectionsPerAddress) return 'address'
    const wait = await buckets.take(`connect ${address}`, limits.connectPace, 1, 0)
    return wait === undefined ? 'address' : undefined
  }

  return {
    async enter(request) {
      const address = keyOf(request)
      add(address, 1)
      // Count before any await: otherwise all upgrades being judged would pass the limit.
      count += 1
      const refusal = isAllowed(request.headers) ? await judge(address) : 'origin'
      const share = refusal === undefined ? 1 : 0
      count -= 1 - share
      let isIn = true
      const leave = () => {
        if (!isIn) return
        isIn = false
        add(address, -1)
        count -= share
      }
      return { address, refusal, leave }
    },
    async judgeHttp(request) {
      if (!isAllowed(request.headers)) return 403
      const address = keyOf(request)
      if (address === undefined) return undefined
      return (await buckets.take(`http ${address}`, limits.httpPace, 1, 0)) === undefined ? 429 : undefined
    },
    addressOf: keyOf,
  }
}
