// Test support: a link store in a separate process. The ending keeps it out of the build.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { programFile } from '@hawser/test-kit/program'
import type { AccountId } from '@hawser/wire'
import type { LinkChallenge } from '../records/challenge.ts'
import { handoffOf, handoffProof } from '../records/handoff.fixture.ts'
import type { Handoff } from '../records/handoff.ts'
import type { ProvenWallet } from '../records/linkedWalletRow.ts'
import type { LinkStore } from '../records/linkStore.ts'
import { openPostgresLinkStore } from './postgres/postgresLinkStore.ts'
import { openSqliteLinkStore } from './sqlite/sqliteLinkStore.ts'

type Order =
  | { readonly type: 'link'; readonly hostUserId: string; readonly addresses: readonly string[] }
  | { readonly type: 'consume'; readonly id: string; readonly times: number }
  | { readonly type: 'challenge'; readonly ids: readonly string[]; readonly openLimit: number }
  | { readonly type: 'write' | 'finish'; readonly hostUserId: string; readonly from: number }

/** A message of the child. `confirmed` is the index of a stored link or handoff. */
type Heard = { readonly confirmed: number } | { readonly answers: readonly boolean[] } | { readonly ready: true }

export type StoreChild = {
  /** Links all addresses at once. Resolves to one flag for each: true if it was linked. */
  link(hostUserId: string, addresses: readonly string[]): Promise<readonly boolean[]>
  /** Consumes the challenge this many times at once. Resolves to one flag for each call: true if it got the challenge. */
  consume(id: string, times: number): Promise<readonly boolean[]>
  /** Puts all these challenges of one host user at once. Resolves to one flag for each: true if it was kept. */
  challenge(ids: readonly string[], openLimit: number): Promise<readonly boolean[]>
  /** Links one address after another until killed, and reports each once it is confirmed. */
  write(hostUserId: string, from: number, onConfirmed: (index: number) => void): void
  /** Finishes one handoff after another until killed, and reports each once it is confirmed. */
  finish(hostUserId: string, from: number, onConfirmed: (index: number) => void): void
  /** Sends SIGKILL and resolves when the process is gone. */
  kill(): Promise<void>
}

/** Opens the store in a file, or at a PostgreSQL address. */
export function openAnyStore(target: string): Promise<LinkStore> {
  return target.startsWith('postgresql:')
    ? openPostgresLinkStore({ url: target })
    : openSqliteLinkStore({ file: target })
}

/** Starts a process with the store of `target` open. It ends with this process. */
export async function startStoreChild(target: string): Promise<StoreChild> {
  const settings = [programFile(import.meta.url)]
  const child = spawn(process.execPath, [...settings, 'store-child', target], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  // If the runner is killed, the channel closes, and the child ends with it.
  const ask = async (order?: Order): Promise<Heard> => {
    const answer = nextMessage(child)
    if (order !== undefined) child.send(order)
    return await answer
  }
  const answersTo = async (order: Order) => {
    const heard = await ask(order)
    return 'answers' in heard ? heard.answers : []
  }
  const goOn = (order: Order, onConfirmed: (index: number) => void) => {
    child.on('message', (heard: Heard) => {
      if ('confirmed' in heard) onConfirmed(heard.confirmed)
    })
    child.send(order)
  }
  await ask()
  return {
    link: (hostUserId, addresses) => answersTo({ type: 'link', hostUserId, addresses }),
    consume: (id, times) => answersTo({ type: 'consume', id, times }),
    challenge: (ids, openLimit) => answersTo({ type: 'challenge', ids, openLimit }),
    write: (hostUserId, from, onConfirmed) => goOn({ type: 'write', hostUserId, from }, onConfirmed),
    finish: (hostUserId, from, onConfirmed) => goOn({ type: 'finish', hostUserId, from }, onConfirmed),
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function nextMessage(child: ChildProcess): Promise<Heard> {
  const stop = new AbortController()
  try {
    return await Promise.race([
      once(child, 'message', { signal: stop.signal }).then(([heard]: Heard[]) => heard ?? { answers: [] }),
      once(child, 'exit', { signal: stop.signal }).then(([code]) => {
        throw new Error(`The process of the store ended with ${code}.`)
      }),
    ])
  } finally {
    stop.abort()
  }
}

const accountId: AccountId = 'eip155:1:0xe5A12547fe4E872D192E3eCecb76F2Ce1aeA4946'
const at = 1_795_246_101_455

function walletOf(hostUserId: string, address: string, challengeId: string): ProvenWallet {
  const proof = { method: 'eip191', chainId: 'eip155:1', block: undefined, challengeId } as const
  const rest = { namespace: 'eip155', address, accountId, walletName: undefined, linkedAt: at, proof }
  return { id: `${hostUserId}-${address}`, hostUserId, ...rest }
}

/** Puts a challenge, consumes it and links its wallet: every write of a link. */
export async function linkOnce(store: LinkStore, hostUserId: string, index: number): Promise<void> {
  const challenge = challengeOf(hostUserId, `${hostUserId}-${index}`)
  await store.putChallenge(challenge, { openLimit: 1_000_000, now: at, whenFull: 'refuse' })
  if ((await store.consumeChallenge(challenge)) === undefined) throw new Error('The challenge is gone.')
  const wallet = await store.putLinkedWallet(walletOf(hostUserId, `0x${index}`, challenge.id))
  if (wallet === undefined) throw new Error('The address is held by another.')
}

/**
 * Puts a handoff at its digits and finishes it: every write of a handoff. Each has a separate session, so that all can be found
 * later.
 */
export async function finishOnce(store: LinkStore, hostUserId: string, index: number): Promise<void> {
  const id = `${hostUserId}-${index}`
  const wallet = walletOf(hostUserId, `0x${index}`, id)
  const proven: Handoff = handoffOf(id, {
    hostUserId,
    sessionKey: id,
    version: 2,
    stage: {
      state: 'proven',
      expiresAt: at + 1,
      proof: handoffProof,
      digitsSalt: 's',
      digitsHash: 'h',
      attemptsLeft: 3,
    },
  })
  await store.putHandoff({ ...proven, version: 1, stage: { state: 'opened', expiresAt: at + 1 } })
  if (!(await store.changeHandoff(proven))) throw new Error('The handoff is gone.')
  const stage = { state: 'linked', expiresAt: at + 1, walletId: wallet.id, undoes: id } as const
  const put = await store.finishHandoff({ handoff: proven, wallet, linked: () => ({ ...proven, version: 3, stage }) })
  if (put === 'taken' || put === 'changed') throw new Error(`The handoff was ${put}.`)
}

export function challengeOf(hostUserId: string, id: string): LinkChallenge {
  return { id, hostUserId, purpose: 'link', accountId, walletName: undefined, message: 'text', expiresAt: at + 1 }
}

async function obey(store: LinkStore, order: Order, tell: (heard: Heard) => void): Promise<void> {
  if (order.type === 'link') {
    const { hostUserId, addresses } = order
    const puts = addresses.map((address) => store.putLinkedWallet(walletOf(hostUserId, address, 'challenge')))
    tell({ answers: (await Promise.all(puts)).map((wallet) => wallet !== undefined) })
  } else if (order.type === 'consume') {
    const challenge = challengeOf('alice', order.id)
    const calls = Array.from({ length: order.times }, () => store.consumeChallenge(challenge))
    tell({ answers: (await Promise.all(calls)).map((taken) => taken !== undefined) })
  } else if (order.type === 'challenge') {
    const bounds = { openLimit: order.openLimit, now: at, whenFull: 'refuse' } as const
    const puts = order.ids.map((id) => store.putChallenge(challengeOf('alice', id), bounds))
    tell({ answers: (await Promise.all(puts)).map(({ kept }) => kept) })
  } else {
    for (let index = order.from; ; index += 1) {
      await (order.type === 'write' ? linkOnce : finishOnce)(store, order.hostUserId, index)
      tell({ confirmed: index })
      // Lets the parent receive the message, and send a kill, before the next write.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}

const [, , mode, target = ''] = process.argv
if (mode === 'store-child' && process.send !== undefined) {
  const tell = (heard: Heard) => void process.send?.(heard)
  const store = await openAnyStore(target)
  process.on('disconnect', () => process.exit())
  process.on('message', (order: Order) => void obey(store, order, tell))
  tell({ ready: true })
}
