import { LinkButton, LinkerProvider } from '@hawser/react'
import '@hawser/react/styles.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { useConnection, useDisconnect, useSignMessage, WagmiProvider } from 'wagmi'
import { config, linker } from './config'

function Wallet() {
  const { address } = useConnection()
  const { mutate: sign, data: signature } = useSignMessage()
  const { mutate: disconnect } = useDisconnect()
  if (address === undefined) return <LinkButton />
  return (
    <>
      <p>Connected: {address}</p>
      <button type="button" onClick={() => sign({ message: 'Hello' })}>
        Sign a message
      </button>
      <button type="button" onClick={() => disconnect({})}>
        Disconnect
      </button>
      {signature && <p>Signature: {signature}</p>}
    </>
  )
}

createRoot(document.getElementById('root')!).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={new QueryClient()}>
      <LinkerProvider linker={linker}>
        <h1>My app</h1>
        <Wallet />
      </LinkerProvider>
    </QueryClientProvider>
  </WagmiProvider>,
)
