// Test support. The ending keeps it out of the build.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import {
  type AccountId,
  type ChallengeResponse,
  type LinkedWallet,
  parseChallengeResponse,
  parseLinkedWallet,
} from '@hawser/wire'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, onTestFinished } from 'vitest'
import { createLink, type Link } from './createLink.ts'
import type { LinkLogEvent } from './options/linkLogEvent.ts'
import type { LinkOptions } from './options/linkOptions.ts'
import { unlimited } from './options/unlimited.fixture.ts'
import type { LinkStore } from './records/linkStore.ts'
import { openSqliteLinkStore } from './stores/sqlite/sqliteLinkStore.ts'
import { formatChecksumAddress, hashPersonalMessage } from './verifiers/eip155.ts'

export const origin = 'https://app.example'

type Sent = {
  readonly method?: string
  /** Undefined for a visitor who is not signed in. */
  readonly user?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string | undefined>>
}
export type Answer = {
  readonly status: number
  readonly body: unknown
  readonly text: string
  readonly headers: Headers
}

export type TestHost = {
  readonly link: Link
  readonly store: LinkStore
  readonly file: string
  readonly clock: { now: number }
  readonly failures: unknown[]
  readonly events: LinkLogEvent[]
  send(path: string, sent?: Sent): Promise<Answer>
  challenge(user: string, wallet: TestWallet): Promise<ChallengeResponse>
  prove(user: string, challengeId: string, signature: string): Promise<Answer>
  linkWallet(user: string, wallet: TestWallet): Promise<LinkedWallet>
}

let emptyFile: Promise<Buffer> | undefined

/** The bytes of a file with every table and no row. Copying it takes a sixth of the time of creating one. */
async function createEmptyFile(): Promise<Buffer> {
  const file = join(temporaryFolder(), 'empty.sqlite')
  await (await openSqliteLinkStore({ file })).stop()
  return readFileSync(file)
}

/** Creates a host app in this process: a link API over a real SQLite file, where the header x-test-user is the session. */
export async function createTestHost(
  options: Partial<LinkOptions> & { readonly file?: string } = {},
): Promise<TestHost> {
  const { file: given, ...linkOptions } = options
  const file = given ?? join(temporaryFolder(), 'link.sqlite')
  if (given === undefined && options.store === undefined) {
    emptyFile ??= createEmptyFile()
    writeFileSync(file, await emptyFile)
  }
  const store = options.store ?? (await openSqliteLinkStore({ file }))
  if (options.store === undefined) onTestFinished(() => store.stop())
  const clock = { now: Date.UTC(2026, 10, 21, 12) }
  const failures: unknown[] = []
  const events: LinkLogEvent[] = []
  const link = createLink({
    domain: 'app.example',
    uri: `${origin}/`,
    allowedOrigins: [origin],
    chains: ['eip155:1', 'eip155:137'],
    hostUser: async (request) => {
      const id = request.headers.get('x-test-user')
      return id === null ? undefined : { id, label: `${id}@mail.example` }
    },
    now: () => clock.now,
    rateLimits: unlimited,
    onFailure: (error) => failures.push(error),
    onEvent: (event) => void events.push(event),
    ...linkOptions,
    store,
  })
  const send: TestHost['send'] = async (path, { method = 'GET', user, body, headers = {} } = {}) => {
    const all = { origin, 'content-type': 'application/json', 'x-test-user': user, ...headers }
    const given = new Headers()
    for (const [header, value] of Object.entries(all)) if (value !== undefined) given.set(header, value)
    const request = new Request(`https://app.example${path}`, {
      method,
      headers: given,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const response = await link.fetch(request)
    const text = await response.text()
    return {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      text,
      headers: response.headers,
    }
  }
  const challenge: TestHost['challenge'] = async (user, wallet) => {
    const body = { purpose: 'link', accountId: wallet.accountId, walletName: wallet.name }
    const answer = await send('/challenges', { method: 'POST', user, body })
    expect(answer.status, answer.text).toBe(201)
    return parseChallengeResponse(answer.body)
  }
  const prove: TestHost['prove'] = (user, challengeId, signature) =>
    send('/proofs', { method: 'POST', user, body: { purpose: 'link', challengeId, signature } })
  return {
    link,
    store,
    file,
    clock,
    failures,
    events,
    send,
    challenge,
    prove,
    linkWallet: async (user, wallet) => {
      const { challengeId, message } = await challenge(user, wallet)
      const answer = await prove(user, challengeId, wallet.sign(message))
      expect(answer.status, answer.text).toBe(201)
      return parseLinkedWallet(answer.body)
    },
  }
}

export type TestWallet = {
  readonly name: string
  readonly address: string
  readonly accountId: AccountId
  /** `personal_sign` in the usual spelling: r ‖ s ‖ v, v 27 or 28. */
  sign(message: string): string
}

/** Creates a wallet with a key in memory. The same seed gives the same key. */
export function createTestWallet(seed: number, chainId = 1): TestWallet {
  const secretKey = keccak_256(seed < 256 ? Uint8Array.of(seed) : Uint8Array.of(seed >> 8, seed & 255))
  const publicKey = secp256k1.getPublicKey(secretKey, false)
  const address = formatChecksumAddress(`0x${bytesToHex(keccak_256(publicKey.subarray(1)).subarray(12))}`)
  return {
    name: `Wallet ${seed}`,
    address,
    accountId: `eip155:${chainId}:${address}`,
    sign: (message) => {
      const signature = secp256k1.sign(hashPersonalMessage(message), secretKey, { prehash: false, format: 'recovered' })
      return `0x${bytesToHex(signature.subarray(1))}${(27 + (signature[0] ?? 0)).toString(16)}`
    },
  }
}

/** Returns the other signature that ECDSA accepts for the same text and key: s in the upper half, v flipped. */
export function formatHighSTwin(signature: string): string {
  const s = BigInt(`0x${signature.slice(66, 130)}`)
  const twin = (secp256k1.Point.Fn.ORDER - s).toString(16).padStart(64, '0')
  return `${signature.slice(0, 66)}${twin}${signature.endsWith('1b') ? '1c' : '1b'}`
}
