import type { LinkedWallet } from '@hawser/core'
import { chainNameOf } from '../messages/chainName.ts'
import type { LinkedWalletsMessages } from '../messages/linkedWallets/en.ts'
import { Address } from './Address.tsx'
import { DateTime } from './DateTime.tsx'
import { describeWallet, nameOf } from './nameOf.ts'

type WalletFactsProps = {
  readonly wallet: LinkedWallet
  readonly texts: LinkedWalletsMessages
  readonly titleId: string
  readonly onLinkAgain: () => void
}

/** The facts about a linked wallet: its names, account, network and times, and whether the link still counts. */
export function WalletFacts({ wallet, texts, titleId, onLinkAgain }: WalletFactsProps) {
  const { accountId, walletName, label, isPrimary, linkedAt, lastUsedAt, status = 'active' } = wallet
  const { language } = texts
  return (
    <div className="hawser-linked-facts">
      <h3 id={titleId}>
        <bdi>{nameOf(wallet, texts)}</bdi>
        {isPrimary && <span className="hawser-linked-badge">{texts.primary}</span>}
        {lastUsedAt !== undefined && (
          <span className="hawser-linked-badge" data-kind="quiet">
            {texts.eventSignedIn}
          </span>
        )}
        {status !== 'active' && (
          <span className="hawser-linked-badge" data-kind="warning">
            {texts.needsProof}
          </span>
        )}
      </h3>
      <p className="hawser-linked-quiet">
        {label !== undefined && walletName !== undefined && (
          <>
            <bdi>{walletName}</bdi>
            {' · '}
          </>
        )}
        {chainNameOf(accountId)}
      </p>
      <p className="hawser-linked-quiet">
        <Address wallet={wallet} texts={texts} />
      </p>
      <p className="hawser-linked-quiet">
        <DateTime isAgo at={linkedAt} text={texts.linkedAt} language={language} />
        {lastUsedAt !== undefined && (
          <>
            {' · '}
            <DateTime isAgo at={lastUsedAt} text={texts.usedAt} language={language} />
          </>
        )}
      </p>
      {status !== 'active' && (
        <div className="hawser-linked-warning">
          <p>{status === 'stale' ? texts.stale : texts.reProve}</p>
          <button
            type="button"
            className="hawser-linked-button"
            aria-label={`${texts.linkAgain}: ${describeWallet(wallet, texts)}`}
            onClick={(event) => {
              // Safari does not focus a clicked button, and the dialog returns the focus to the element that had it.
              event.currentTarget.focus()
              onLinkAgain()
            }}
          >
            {texts.linkAgain}
          </button>
        </div>
      )}
    </div>
  )
}
