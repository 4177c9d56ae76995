import { type AddEthereumChainParameter, type Chain, numberToHex } from 'viem'

/** The page's own values for a chain, in place of those in its configuration. */
export type AddedChain = {
  readonly [K in keyof Omit<AddEthereumChainParameter, 'chainId'>]?: AddEthereumChainParameter[K] | undefined
}

/** Formats a chain for a wallet (EIP-3085). */
export function formatAddedChain(chain: Chain, more: AddedChain = {}): AddEthereumChainParameter {
  const explorers = Object.values(chain.blockExplorers ?? {}).map(({ url }) => url)
  const blockExplorerUrls = more.blockExplorerUrls ?? (explorers.length > 0 ? explorers : undefined)
  const { iconUrls } = more
  return {
    chainId: numberToHex(chain.id),
    chainName: more.chainName ?? chain.name,
    nativeCurrency: more.nativeCurrency ?? chain.nativeCurrency,
    rpcUrls: more.rpcUrls?.length ? more.rpcUrls : chain.rpcUrls.default.http,
    ...(blockExplorerUrls && { blockExplorerUrls }),
    ...(iconUrls && { iconUrls }),
  }
}
