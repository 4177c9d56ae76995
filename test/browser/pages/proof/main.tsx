import '@hawser/react/styles.css'
import '@hawser/react/classic.css'
import { createLinker } from '@hawser/core'
import { LinkButton, LinkerProvider } from '@hawser/react'
import { createRoot } from 'react-dom/client'
import { loadPageData } from '../../../../apps/host/src/page/client/pageData.ts'
import { locales } from '../../../../packages/react/src/messages/matchLocale.ts'

// The smallest page with the modal. `?modal={…}` gives the linker's modal options, `?locale=` the language, and `?registryKey=`
// a key to pin.
const params = new URLSearchParams(location.search)
const locale = locales.find((each) => each === params.get('locale'))
const registryKey = params.get('registryKey')
const { relayUrl, registryUrl, walletUrl, linkUrl, chains } = await loadPageData()
const demoWallets = [{ id: 'hawser-demo-wallet', name: 'Hawser Demo Wallet', links: { universal: walletUrl } }]
const makeLinker = () =>
  createLinker({
    relay: {
      url: relayUrl,
      // Shows the views of the specification: every wallet of these tests uses this relay.
      reach: 'network',
    },
    registry: { url: registryUrl, ...(registryKey !== null && { key: registryKey }) },
    link: { url: linkUrl },
    chains,
    metadata: { name: 'Proof page', description: '', url: location.origin, icons: [] },
    modal: {
      desktopWallets: demoWallets,
      mobileWallets: demoWallets,
      ...JSON.parse(params.get('modal') ?? '{}'),
    },
  })
const linker = makeLinker()
Reflect.set(window, 'linker', linker)
Reflect.set(window, 'makeLinker', makeLinker)

// Adds another stylesheet of the page: before ours with `?css=before`, or else after ours.
const place = params.get('css')
if (place !== null) {
  const sheet = document.createElement('link')
  sheet.rel = 'stylesheet'
  sheet.href = '/page.css'
  if (place === 'before') document.head.prepend(sheet)
  else document.head.append(sheet)
  await new Promise((resolve) => sheet.addEventListener('load', resolve))
}

const container = document.getElementById('root')
if (container !== null) {
  createRoot(container).render(
    <LinkerProvider linker={linker} {...(locale !== undefined && { locale })}>
      <LinkButton />
    </LinkerProvider>,
  )
}
