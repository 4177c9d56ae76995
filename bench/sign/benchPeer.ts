import { setTimeout as rest } from 'node:timers/promises'
import { serve } from '../../test/interop/peerProcess.ts'

/** A dapp as the bench drives it, on any client. */
export type BenchDapp = {
  propose(): Promise<{ readonly uri: string; readonly settled: Promise<{ readonly topic: string }> }>
  request(topic: string): Promise<unknown>
  disconnect(topic: string): Promise<unknown>
}

/** A wallet that answers every request at once. */
export type BenchWallet = {
  /** Opens a link; resolves to a function that approves its proposal. */
  open(uri: string): Promise<() => Promise<unknown>>
}

export const address = '0x1111111111111111111111111111111111111111'
export const chainId = 'eip155:1'
export const asked = { eip155: { chains: [chainId], methods: ['personal_sign'], events: ['chainChanged'] } } as const
export const granted = { eip155: { ...asked.eip155, accounts: [`${chainId}:${address}`] } } as const
export const request = { method: 'personal_sign', params: ['0x68656c6c6f', address] } as const
export const metadata = { name: 'Bench', description: '', url: 'https://app.example', icons: [] }

// Shorter than any person needs to read a proposal.
const readingMs = 100

/** The time of one clock for all processes of the machine (CLOCK_MONOTONIC), in milliseconds. */
const nowMs = () => Number(process.hrtime.bigint()) / 1e6

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

export function serveWallet(wallet: BenchWallet): void {
  serve({
    async approve({ uri }: { uri: string }) {
      const approve = await wallet.open(uri)
      // No user approves in the instant of the proposal, so both wallets get time to become idle first.
      await rest(readingMs)
      const at = nowMs()
      await approve()
      return at
    },
  })
}
