import { useLinkedWallets, useLinker } from '@hawser/react'
import { LoadState } from './LoadState.tsx'
import { usePage } from './pageContext.ts'
import { WalletRow } from './WalletRow.tsx'

/** The visitor's linked wallets, each with what can be done with it. */
export function LinkedWallets({ onUnlinked }: { readonly onUnlinked: () => void }) {
  const { texts } = usePage()
  const { send } = useLinker()
  const { status, wallets, error, unlink } = useLinkedWallets()
  const reload = () => send({ type: 'linkedWalletsWanted' })
  if (wallets.length === 0) {
    if (status !== 'ready')
      return <LoadState isFailed={status === 'failed'} failure={texts.walletsFailed} onRetry={reload} />
    return (
      <div className="empty">
        <p className="empty-title">{texts.noWallets}</p>
        <p>{texts.noWalletsHint}</p>
      </div>
    )
  }
  return (
    <>
      {error !== undefined && (
        <p className="problem" role="alert">
          {texts.failed}
        </p>
      )}
      <ul className="rows">
        {wallets.map((wallet) => (
          <WalletRow
            key={wallet.id}
            wallet={wallet}
            onChanged={reload}
            onUnlink={() => {
              unlink(wallet.id)
              onUnlinked()
            }}
          />
        ))}
      </ul>
    </>
  )
}
