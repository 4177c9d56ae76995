import { createLinker } from '@hawser/core'
import { LinkButton, LinkerProvider } from '@hawser/react'

const linker = createLinker({
  relay: { url: 'wss://relay.example.com' },
  link: {
    url: '/link',
    // The browser has a session of the wallet's account now.
    onSignedIn: () => location.reload(),
  },
  chains: ['eip155:1'],
  metadata: { name: 'Example', description: 'An example', url: 'https://example.com', icons: [] },
})

export const SignIn = () => (
  <LinkerProvider linker={linker}>
    <LinkButton purpose={{ kind: 'signIn' }}>Sign in with a wallet</LinkButton>
  </LinkerProvider>
)
