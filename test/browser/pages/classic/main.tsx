import '@hawser/react/classic.css'
import '@hawser/react/styles.css'
import { createLinker } from '@hawser/core'
import { LinkButton, LinkerProvider } from '@hawser/react'
import { createRoot } from 'react-dom/client'
import { loadPageData } from '../../../../apps/host/src/page/client/pageData.ts'

// The classic variant over the real stack. The stylesheets are in the wrong order on purpose: their order must not matter.
const { relayUrl, linkUrl, chains } = await loadPageData()
const linker = createLinker({
  relay: {
    url: relayUrl,
    // Shows the views of the specification: every wallet of these tests uses this relay.
    reach: 'network',
  },
  link: { url: linkUrl },
  chains,
  metadata: { name: 'Classic page', description: 'A page with the classic variant', url: location.origin, icons: [] },
  modal: { variant: 'classic', classicRegistryUrl: '/wallets.json' },
})
const container = document.getElementById('root')
if (container !== null) {
  createRoot(container).render(
    <LinkerProvider linker={linker}>
      <LinkButton />
    </LinkerProvider>,
  )
}
