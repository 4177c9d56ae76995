import { useLinkedWallets, useLinker } from '@hawser/react'
import { formatLinkedAt } from './formatLinkedAt.ts'

/** The visitor's linked wallets, each with a button that unlinks it. */
export function LinkedWallets({ onUnlinked }: { readonly onUnlinked: () => void }) {
  const { send } = useLinker()
  const { status, wallets, error, unlink } = useLinkedWallets()
  if (status === 'failed' && wallets.length === 0) {
    return (
      <div className="notice" role="alert">
        <p>Your linked wallets could not be loaded.</p>
        <button type="button" className="button" onClick={() => send({ type: 'linkedWalletsWanted' })}>
          Retry
        </button>
      </div>
    )
  }
  if (wallets.length === 0) {
    return <p className="empty">{status === 'ready' ? 'No wallet is linked yet.' : 'Loading…'}</p>
  }
  return (
    <>
      {error !== undefined && (
        <p className="problem" role="alert">
          That did not work. Try again.
        </p>
      )}
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
              onClick={() => {
                unlink(wallet.id)
                onUnlinked()
              }}
            >
              Unlink
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
