import '@hawser/modal/styles.css'
import { EthereumProvider } from '@walletconnect/ethereum-provider'
import { loadPageData } from '../../../../apps/host/src/page/client/pageData.ts'

// The official client with its own modal switched on. The bundler replaces that modal with ours.
const { relayUrl, registryUrl } = await loadPageData()
const provider = await EthereumProvider.init({
  projectId: '0'.repeat(32),
  optionalChains: [1],
  rpcMap: { 1: `${location.origin}/rpc` },
  showQrModal: true,
  relayUrl,
  disableProviderPing: true,
  metadata: { name: 'Official client', description: 'A test', url: location.origin, icons: [] },
  // The official client passes our options on unchanged.
  qrModalOptions: Object.assign({ themeVariables: { '--wcm-accent-color': '#7a3cff' } }, { registryUrl }),
})
Object.assign(window, { provider })

const output = document.getElementById('said')
document.getElementById('open')?.addEventListener('click', async () => {
  const said = await provider.enable().then(
    (accounts) => `accounts ${accounts.join()}`,
    (error) => `error ${error.message}`,
  )
  if (output !== null) output.textContent = said
})
