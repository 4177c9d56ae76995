import '@hawser/react/styles.css'
import '@hawser/react/sessions.css'
import { createLinker } from '@hawser/core'
import { createProvider } from '@hawser/core/provider'
import { LinkButton, LinkerProvider } from '@hawser/react'
import { Sessions, useSessions } from '@hawser/react/sessions'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { loadPageData } from '../../../../apps/host/src/page/client/pageData.ts'

// A page that keeps its sessions, lists them, and asks each wallet for a signature. `?modal={…}` gives the modal options.
const params = new URLSearchParams(location.search)
const { relayUrl, registryUrl, linkUrl, chains } = await loadPageData()
const linker = createLinker({
  relay: {
    url: relayUrl,
    // Shows the views of the specification: every wallet of these tests uses this relay.
    reach: 'network',
  },
  registry: { url: registryUrl },
  link: { url: linkUrl },
  chains,
  session: { keep: true },
  metadata: { name: 'Sessions page', description: '', url: location.origin, icons: [] },
  modal: JSON.parse(params.get('modal') ?? '{}'),
})
Reflect.set(window, 'linker', linker)

/** A button for each wallet. As in a real page, the provider exists before the visitor presses the button. */
function Signing() {
  const { sessions } = useSessions()
  return (
    <ul>
      {sessions.map(({ topic, walletName, accounts }) => (
        <li key={topic}>
          <SignWith topic={topic} name={walletName ?? ''} address={accounts[0]?.split(':')[2] ?? ''} />
        </li>
      ))}
    </ul>
  )
}

function SignWith({
  topic,
  name,
  address,
}: {
  readonly topic: string
  readonly name: string
  readonly address: string
}) {
  const [signature, setSignature] = useState('')
  const [provider] = useState(() => providerOf(topic))
  const sign = async () => {
    setSignature('')
    const asked = (await provider).request({ method: 'personal_sign', params: ['0x41', address] })
    setSignature(String(await asked.catch((error: Error) => error.message)))
  }
  return (
    <>
      <button type="button" onClick={() => void sign()}>
        Sign with {name}
      </button>
      <output>{signature}</output>
    </>
  )
}

async function providerOf(topic: string) {
  const client = await linker.client()
  const session = client?.sessions().find((each) => each.topic === topic)
  if (client === undefined || session === undefined) throw new Error('There is no such session.')
  return createProvider({
    client,
    session,
    openWallet: linker.openWallet,
    rpcUrls: { 'eip155:1': 'https://rpc.example' },
  })
}

const container = document.getElementById('root')
if (container !== null) {
  createRoot(container).render(
    <LinkerProvider linker={linker}>
      <LinkButton />
      <Signing />
      <Sessions />
    </LinkerProvider>,
  )
}
