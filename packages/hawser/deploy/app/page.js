// The addresses come from the server's environment: one image serves every site.
const { relay, registry, link } = await (await fetch('/hawser.json')).json()
const modal = globalThis.Hawser.createModal({
  ...{ relay, registry, link },
  chains: ['eip155:1'],
  metadata: { name: 'My app', description: '', icons: [] },
})
document.querySelector('#link').addEventListener('click', () => modal.open())
modal.subscribe(() => {
  const { flow } = modal.getState()
  if (flow.status === 'linked') document.querySelector('#linked').textContent = `Linked: ${flow.wallet.accountId}`
})
