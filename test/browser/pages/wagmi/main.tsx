import '@hawser/react/styles.css'
import { createLinker } from '@hawser/core'
import { LinkerProvider } from '@hawser/react'
import { hawser } from '@hawser/wagmi'
import {
  connect,
  createConfig,
  disconnect,
  getConnection,
  http,
  reconnect,
  sendTransaction,
  signMessage,
  signTypedData,
  switchChain,
  waitForTransactionReceipt,
  watchConnection,
} from '@wagmi/core'
import { createRoot } from 'react-dom/client'
import { defineChain, parseEther } from 'viem'
import { foundry } from 'viem/chains'
import { message, other, typedData } from './signed.ts'

// The smallest wagmi page: a button for each action of a visitor, wagmi's connection, and the outcome of the last press.
const { relayUrl, anvilUrl }: { relayUrl: string; anvilUrl: string } = await (await fetch('/config.json')).json()

const chain = (id: number) => defineChain({ ...foundry, id, name: `Chain ${id}` })
const chains = [chain(31_337), chain(31_338), chain(31_339)] as const

const linker = createLinker({
  relay: {
    url: relayUrl,
    // Shows the views of the specification: every wallet of these tests uses this relay.
    reach: 'network',
  },
  metadata: { name: 'wagmi page', description: '', url: location.origin, icons: [] },
  chains: ['eip155:31337', 'eip155:31338', 'eip155:31339'],
  session: {
    methods: [
      'personal_sign',
      'eth_signTypedData_v4',
      'eth_sendTransaction',
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
    ],
    events: ['accountsChanged', 'chainChanged'],
  },
})
const config = createConfig({
  chains,
  connectors: [hawser({ linker })],
  transports: { 31337: http(anvilUrl), 31338: http(anvilUrl), 31339: http(anvilUrl) },
  multiInjectedProviderDiscovery: false,
})
const [connector] = config.connectors
if (connector === undefined) throw new Error('No connector.')

async function switchTo(chainId: number): Promise<number | undefined> {
  await switchChain(config, { chainId })
  return getConnection(config).chainId
}

const actions = {
  Connect: async () => (await connect(config, { connector })).accounts[0],
  Sign: () => signMessage(config, { message }),
  'Sign typed data': () => signTypedData(config, typedData),
  Send: async () => {
    const hash = await sendTransaction(config, { to: other, value: parseEther('1.5') })
    const { status } = await waitForTransactionReceipt(config, { hash, pollingInterval: 50 })
    return `${status} ${hash}`
  },
  'Switch to 31338': () => switchTo(31_338),
  'Switch to 31339': () => switchTo(31_339),
  Disconnect: async () => {
    await disconnect(config)
    return 'disconnected'
  },
}

function say(id: string, text: string): void {
  const output = document.getElementById(id)
  if (output !== null) output.textContent = text
}

function showConnection(): void {
  const { status, address = 'nobody', chainId = 'nowhere' } = getConnection(config)
  say('connection', `${status} ${address} ${chainId}`)
}

for (const [name, act] of Object.entries(actions)) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = name
  button.addEventListener('click', async () => {
    say('said', '')
    const said = await act().then(String, (error: Error) => `${error.name}`)
    say('said', said)
  })
  document.getElementById('actions')?.append(button)
}
watchConnection(config, { onChange: showConnection })
showConnection()
Object.assign(window, { linker })
const root = document.getElementById('root')
if (root !== null) createRoot(root).render(<LinkerProvider linker={linker} locale="en" />)
await reconnect(config)
document.body.dataset.ready = ''
