import { useLinkedWallets } from '@hawser/react'
import { useEffect } from 'react'

export function Wallets() {
  const { status, wallets, error, actions, reload, rename, setPrimary, unlink, unlinkBySignature, dismiss } =
    useLinkedWallets()
  if (status === 'failed')
    return (
      <button type="button" onClick={reload}>
        Not loaded ({error?.code}). Retry
      </button>
    )
  if (status !== 'ready') return <p>Loading…</p>
  return wallets.map((wallet) => {
    const { id, accountId, label, walletName, isPrimary, status: link } = wallet
    const action = actions[id]
    const failure = action?.status === 'failed' ? action.error.code : undefined
    return (
      <fieldset key={id} disabled={action?.status === 'running'}>
        <legend>
          {label ?? walletName ?? accountId}
          {isPrimary && ' (primary)'}
        </legend>
        {link !== 'active' && <p>Link this wallet again.</p>}
        <button type="button" onClick={() => rename(id, 'Savings')}>
          Call it Savings
        </button>
        <button type="button" onClick={() => rename(id, undefined)}>
          Its own name
        </button>
        {!isPrimary && (
          <button type="button" onClick={() => setPrimary(id)}>
            Make primary
          </button>
        )}
        <button type="button" onClick={() => unlink(id)}>
          Unlink
        </button>
        {failure === 'proof_required' && (
          <button type="button" onClick={() => unlinkBySignature(wallet)}>
            Sign to unlink
          </button>
        )}
        {failure !== undefined && (
          <button type="button" onClick={() => dismiss(id)}>
            {action?.kind} was refused ({failure})
          </button>
        )}
      </fieldset>
    )
  })
}

export function History() {
  const { history, readHistory, readOlder } = useLinkedWallets()
  useEffect(readHistory, [readHistory])
  return (
    <>
      <ol>
        {history?.events.map(({ number, type, at, accountId }) => (
          <li key={number}>
            {type}: {accountId}, {new Date(at).toISOString()}
          </li>
        ))}
      </ol>
      {history?.before !== undefined && (
        <button type="button" onClick={readOlder}>
          Older
        </button>
      )}
    </>
  )
}
