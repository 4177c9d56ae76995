import { type AddEthereumChainParameter, type Chain, numberToHex } from 'viem'

/** The page's own facts about a chain, in place of its configuration's. */
export type AddedChain = {
  readonly [K in keyof Omit<AddEthereumChainParameter, 'chainId'>]?: AddEthereumChainParameter[K] | undefined
}

/** A chain in the form that a wallet takes (EIP-3085). */
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
