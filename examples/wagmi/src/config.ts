import { createLinker } from '@hawser/core'
import { hawser } from '@hawser/wagmi'
import { mainnet } from 'viem/chains'
import { createConfig, http } from 'wagmi'

const methods = ['personal_sign', 'eth_sendTransaction', 'wallet_switchEthereumChain', 'wallet_addEthereumChain']

export const linker = createLinker({
  relay: { url: 'ws://localhost:4402' },
  registry: { url: 'http://localhost:4403' },
  link: { url: '/link' },
  // The wallet stays connected after the link, for wagmi's hooks.
  session: { methods, events: ['accountsChanged', 'chainChanged'], keep: true },
  chains: ['eip155:1'],
  metadata: { name: 'My app', description: '', icons: [] },
})

export const config = createConfig({
  chains: [mainnet],
  connectors: [hawser({ linker })],
  transports: { [mainnet.id]: http() },
  multiInjectedProviderDiscovery: false,
})
