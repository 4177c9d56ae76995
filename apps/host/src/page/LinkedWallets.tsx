import { useLinkedWallets } from '@hawser/react'
import { formatLinkedAt } from './formatLinkedAt.ts'

/** The visitor's linked wallets, each with a button that unlinks it. */
export function LinkedWallets() {
  const { status, wallets, unlink, retry } = useLinkedWallets()
  if (status === 'failed') {
    return (
      <div className="notice" role="alert">
        <p>Your linked wallets could not be loaded.</p>
        <button type="button" className="button" onClick={retry}>
          Retry
        </button>
      </div>
    )
  }
  if (status !== 'ready') return <p className="empty">Loading…</p>
  if (wallets.length === 0) {
    return (
      <div className="empty">
        <p>No wallet is linked yet.</p>
      </div>
    )
  }
  return (
    <ul className="wallets">
      {wallets.map((wallet) => (
        <li key={wallet.id} className="wallet">
          <div className="wallet-text">
            <h3>{wallet.walletName ?? 'Wallet'}</h3>
            <code>{wallet.accountId}</code>
            <p>
              Linked <time dateTime={new Date(wallet.linkedAt).toISOString()}>{formatLinkedAt(wallet.linkedAt)}</time>
            </p>
          </div>
          <button
            type="button"
            className="button"
            aria-label={`Unlink ${wallet.walletName ?? 'wallet'} ${wallet.accountId}`}
            onClick={() => unlink(wallet.id)}
          >
            Unlink
          </button>
        </li>
      ))}
    </ul>
  )
}
