import { setTimeout as rest } from 'node:timers/promises'
import { serve } from '../../test/interop/peerProcess.ts'

/** A dapp as the bench drives it, with any client behind it. */
export type BenchDapp = {
  propose(): Promise<{ readonly uri: string; readonly settled: Promise<{ readonly topic: string }> }>
  request(topic: string): Promise<unknown>
  disconnect(topic: string): Promise<unknown>
}

/** A wallet, which answers every request at once. */
export type BenchWallet = {
  /** Opens a link; gives the way to approve what is proposed there. */
  open(uri: string): Promise<() => Promise<unknown>>
}

export const address = '0x1111111111111111111111111111111111111111'
export const chainId = 'eip155:1'
export const asked = { eip155: { chains: [chainId], methods: ['personal_sign'], events: ['chainChanged'] } } as const
export const granted = { eip155: { ...asked.eip155, accounts: [`${chainId}:${address}`] } } as const
export const request = { method: 'personal_sign', params: ['0x68656c6c6f', address] } as const
export const metadata = { name: 'Bench', description: '', url: 'https://app.example', icons: [] }

// Shorter than any person needs to read what is proposed.
const readingMs = 100

/** One clock for all processes of the machine (CLOCK_MONOTONIC), in milliseconds. */
const nowMs = () => Number(process.hrtime.bigint()) / 1e6

/** Answers the bench's calls for a dapp. */
export function serveDapp(dapp: BenchDapp): void {
  const settlements = new Map<string, Promise<{ topic: string; at: number }>>()
  serve({
    async propose() {
      const { uri, settled } = await dapp.propose()
      settlements.set(
        uri,
        settled.then(({ topic }) => ({ topic, at: nowMs() })),
      )
      return uri
    },
    settled: ({ uri }: { uri: string }) => settlements.get(uri),
    async request({ topic }: { topic: string }) {
      const startedAt = nowMs()
      await dapp.request(topic)
      return nowMs() - startedAt
    },
    disconnect: ({ topic }: { topic: string }) => dapp.disconnect(topic),
  })
}

/** Answers the bench's calls for a wallet. */
export function serveWallet(wallet: BenchWallet): void {
  serve({
    async approve({ uri }: { uri: string }) {
      const approve = await wallet.open(uri)
      // Nobody approves in the instant of the proposal, so both wallets come to rest first.
      await rest(readingMs)
      const at = nowMs()
      await approve()
      return at
    },
  })
}
