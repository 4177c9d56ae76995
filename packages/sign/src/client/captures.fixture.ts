import { readdirSync, readFileSync } from 'node:fs'

type Params = Readonly<Record<string, unknown>> & { readonly data?: Readonly<Record<string, unknown>> }
type Rpc = { readonly id: string; readonly method?: string; readonly params?: Params }

/** The content of an envelope, as the recorder opened it. */
export type Opened = {
  readonly id: number
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: unknown
  readonly error?: { readonly code: number }
}

/** One frame between an official client and a relay, with its envelopes opened. */
export type CapturedFrame = {
  readonly dir: 'dapp->relay' | 'relay->dapp' | 'wallet->relay' | 'relay->wallet'
  readonly rpc: Rpc
  readonly decrypted?: Readonly<Record<string, Opened>>
}

/** A recorded conversation (test/vectors/captures). `symKeysByTopic` also contains private keys, by public key. */
export type Capture = {
  readonly symKeysByTopic: Readonly<Record<string, string>>
  readonly frames: readonly CapturedFrame[]
}

const folder = new URL('../../../../test/vectors/captures/', import.meta.url)

/** The file names of all recordings. */
export const captureNames = readdirSync(folder).filter((name) => name.endsWith('.json'))

export function readCapture(name: string): Capture {
  return JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
}

/** Returns each envelope of a frame with its topic, its text and its recorded content. */
export function envelopesOf({ rpc, decrypted = {} }: CapturedFrame) {
  const params: Params = { ...rpc.params, ...rpc.params?.data }
  return Object.entries(decrypted).flatMap(([name, opened]) => {
    const message = params[name]
    const topic = name === 'sessionSettlementRequest' ? params.sessionTopic : (params.topic ?? params.pairingTopic)
    return typeof message === 'string' ? [{ message, topic: String(topic), opened }] : []
  })
}
