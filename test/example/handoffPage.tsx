import { useHandoff } from '@hawser/react/handoff'

/** The page at `handoff.pageUrl`: a phone opens it, and nobody is signed in there. */
export function HandoffPage() {
  const { state, requestLinks, choose, approve, decline } = useHandoff({ linkUrl: '/api/link' })
  switch (state.step) {
    case 'start':
      if (state.wallets.length > 0)
        return state.wallets.map(({ rdns, name }) => (
          <button type="button" key={rdns} onClick={() => choose(rdns)}>
            Continue with {name}
          </button>
        ))
      // Phones open apps from a tap on a link only.
      return state.links === undefined ? (
        <button type="button" onClick={requestLinks}>
          Open in a wallet on this phone
        </button>
      ) : (
        state.links.wallets.map(({ id, name, href }) => (
          <a key={id} href={href} rel="noreferrer">
            {name}
          </a>
        ))
      )
    case 'ask':
      return (
        <>
          <p>
            Did you start this yourself, just now, on your own other screen? It links {state.walletName} to{' '}
            {state.label} on {state.domain}. {state.failure}
          </p>
          <button type="button" onClick={decline}>
            No, stop
          </button>
          {state.namespaces.map((namespace) => (
            <button type="button" key={namespace} onClick={() => approve(namespace)}>
              Yes, link {namespace}
            </button>
          ))}
        </>
      )
    case 'digits':
      return <output>Type {state.digits} on your other screen</output>
    case 'waiting':
      return <p>{state.for === 'server' ? 'One moment…' : 'Look into your wallet'}</p>
    case 'linked':
      return <p>Linked. You may close this page.</p>
    case 'ended':
      return <p>Nothing was linked ({state.code}).</p>
  }
}
