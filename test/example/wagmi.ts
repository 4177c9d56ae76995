import { createLinker } from '@hawser/core'
import { hawser } from '@hawser/wagmi'
import { createConfig, http } from '@wagmi/core'
import { mainnet, polygon } from 'viem/chains'

const methods = ['personal_sign', 'eth_sendTransaction', 'wallet_switchEthereumChain', 'wallet_addEthereumChain']
export const linker = createLinker({
  relay: { url: 'ws://localhost:4402' },
  metadata: { name: 'My app', description: '', url: 'http://localhost:3000', icons: [] },
  chains: ['eip155:1', 'eip155:137'],
  session: { methods, events: ['accountsChanged', 'chainChanged'] },
})

export const config = createConfig({
  chains: [mainnet, polygon],
  connectors: [hawser({ linker })],
  transports: { [mainnet.id]: http('https://rpc.example/1'), [polygon.id]: http('https://rpc.example/137') },
  multiInjectedProviderDiscovery: false,
})
