import { createProvider, type Eip1193Provider, type WalletOrigin } from '@hawser/core/provider'
import { extractRpcUrls } from '@wagmi/core'
import type { Chain, Transport } from 'viem'
import type { ConnectionMemory } from './connectionMemory.ts'

type WagmiConfig = {
  readonly chains: readonly Chain[]
  readonly transports?: Record<number, Transport> | undefined
}

/** Opens the provider over wagmi's chains, starting on the last used chain. */
export async function openProvider(
  options: WalletOrigin & { readonly walletTimeoutMs?: number },
  config: WagmiConfig,
  kept: ConnectionMemory,
): Promise<Eip1193Provider> {
  const left = await kept.chain()
  const chains = [...config.chains].sort((a, b) => Number(b.id === left) - Number(a.id === left))
  const { transports } = config
  const rpcUrls = Object.fromEntries(
    chains.flatMap((chain) => {
      const urls = extractRpcUrls({ chain, transports }).filter((each) => /^https?:/.test(each ?? ''))
      // A transport without its own address uses the chain's public one, which comes last.
      const url = urls.find((each) => each !== chain.rpcUrls.default.http[0]) ?? urls[0]
      return url === undefined ? [] : [[`eip155:${chain.id}` as const, url]]
    }),
  )
  return createProvider(
    'linker' in options ? { ...options, rpcUrls, extensionMemory: kept.extension } : { ...options, rpcUrls },
  )
}
