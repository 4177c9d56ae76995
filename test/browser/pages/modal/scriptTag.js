// The page of somebody without a bundler: `Hawser` is global. The addresses come from the demo host app's server, which
// puts itself, the wallet, the relay and the registry on four ports in a row.
const port = Number(location.port)
const demoWallet = {
  id: 'hawser-demo-wallet',
  name: 'Hawser Demo Wallet',
  links: { universal: `http://localhost:${port + 1}` },
}
const modal = Hawser.createModal({
  relay: { url: `ws://localhost:${port + 2}`, reach: 'network' },
  registry: { url: `http://localhost:${port + 3}` },
  link: { url: '/link' },
  chains: ['eip155:1'],
  metadata: { name: 'Script-tag page', description: '', url: location.origin, icons: [] },
  modal: { desktopWallets: [demoWallet], mobileWallets: [demoWallet] },
})
window.modal = modal
window.bodyWasThere = document.body !== null
document.addEventListener('DOMContentLoaded', () => {
  document.getElementById('link').addEventListener('click', () => modal.open())
  modal.subscribe(() => {
    const { flow } = modal.getState()
    if (flow.status === 'linked') document.getElementById('linked').textContent = flow.wallet.accountId
  })
})
