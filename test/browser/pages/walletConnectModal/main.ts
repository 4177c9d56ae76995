import { WalletConnectModal } from '@walletconnect/modal'

// The reference modal as its documentation mounts it. The constructor gets `?config={…}`.
const config = JSON.parse(new URLSearchParams(location.search).get('config') ?? '{}')
const modal = new WalletConnectModal({ projectId: '0'.repeat(32), chains: ['eip155:1'], ...config })
const uri = `wc:${'ab'.repeat(32)}@2?relay-protocol=irn&symKey=${'cd'.repeat(32)}`
document.getElementById('open')?.addEventListener('click', () => modal.openModal({ uri, chains: ['eip155:1'] }))
