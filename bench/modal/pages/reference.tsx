import { WalletConnectModal } from '@walletconnect/modal'
import { SignClient } from '@walletconnect/sign-client'
import { createRoot } from 'react-dom/client'
import { readAddresses } from './readAddresses.ts'

/**
 * The reference as its documentation mounts it: the page creates client and modal, and the click shows the URI of `connect`.
 */
const projectId = '0'.repeat(32)
const modal = new WalletConnectModal({ projectId, chains: ['eip155:1'] })
const client = SignClient.init({
  projectId,
  relayUrl: readAddresses().relayUrl,
  metadata: { name: 'Bench', description: 'A page that links a wallet', url: location.origin, icons: [] },
})

async function open() {
  const { uri } = await (await client).connect({
    optionalNamespaces: { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } },
  })
  if (uri !== undefined) await modal.openModal({ uri, chains: ['eip155:1'] })
}

const container = document.getElementById('root')
if (container !== null) {
  createRoot(container).render(
    <button type="button" onClick={() => void open()}>
      Link a wallet
    </button>,
  )
}
