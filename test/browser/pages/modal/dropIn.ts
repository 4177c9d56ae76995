import '@hawser/modal/styles.css'
import '@hawser/modal/classic.css'
import { WalletConnectModal } from '@hawser/modal'
import QRCodeModal from '@hawser/modal/qrcode-modal'
import { loadPageData } from '../../../../apps/host/src/page/client/pageData.ts'

// The drop-ins, with a URI from the test. The constructor gets `?config={…}`.
const { registryUrl } = await loadPageData()
const params = new URLSearchParams(location.search)
const modal = new WalletConnectModal({ registryUrl, ...JSON.parse(params.get('config') ?? '{}') })
const told: boolean[] = []
modal.subscribeModal(({ open }) => told.push(open))
Object.assign(window, { modal, QRCodeModal, told })
document.getElementById('open')?.addEventListener('click', () => modal.openModal({ uri: params.get('uri') ?? '' }))
