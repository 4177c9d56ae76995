'use client'

import { createLinker } from '@hawser/core'
import { LinkButton, LinkerProvider } from '@hawser/react'

const linker = createLinker({
  relay: { url: 'ws://localhost:4402' },
  registry: { url: 'http://localhost:4403' },
  link: { url: '/api/link' },
  chains: ['eip155:1'],
  metadata: { name: 'My app', description: '', url: 'http://localhost:3000', icons: [] },
})

export function LinkWallet() {
  return (
    <LinkerProvider linker={linker}>
      <LinkButton />
    </LinkerProvider>
  )
}
