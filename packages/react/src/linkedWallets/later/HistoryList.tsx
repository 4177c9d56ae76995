import type { FailureCode, LinkHistoryState, WalletEvent } from '@hawser/core'
import { chainNameOf } from '../../messages/chainName.ts'
import type { LinkedWalletsMessages } from '../../messages/linkedWallets/en.ts'
import { shortAccount } from '../../messages/shortAccount.ts'
import { DateTime } from '../DateTime.tsx'
import { ListPlaceholder } from '../ListPlaceholder.tsx'
import type { LinkedWalletsTexts } from '../useLinkedWalletsMessages.ts'

/** The events of the visitor's wallets, newest first, and a button to load more. */
export function HistoryList(props: {
  /** Undefined until the history was requested. */
  readonly history: LinkHistoryState | undefined
  /** The error code if the chunk that reads the history could not be fetched. */
  readonly errorCode: FailureCode | undefined
  readonly texts: LinkedWalletsTexts | undefined
  readonly onRetry: () => void
  readonly onOlder: () => void
}) {
  const { history, errorCode, texts, onRetry, onOlder } = props
  const { events = [], before, status } = history ?? {}
  const isFailed = status === 'failed' || (history === undefined && errorCode !== undefined)
  if (texts === undefined || (events.length === 0 && status !== 'ready'))
    return (
      <ListPlaceholder
        texts={texts}
        failure={!isFailed ? undefined : errorCode === 'page_outdated' ? texts?.pageOutdated : texts?.historyFailed}
        code={errorCode}
        onRetry={onRetry}
      />
    )
  if (events.length === 0) return <p className="hawser-linked-notice">{texts.historyEmpty}</p>
  return (
    <>
      <ol className="hawser-linked-events" aria-busy={status === 'loading'}>
        {events.map(({ number, type, at, accountId, walletName }) => (
          <li key={number}>
            <p>
              <strong>
                {texts[eventTexts[type]]}: <bdi>{walletName ?? texts.unnamed}</bdi>
              </strong>
            </p>
            <p className="hawser-linked-quiet">
              <DateTime at={at} language={texts.language} /> · {chainNameOf(accountId)} ·{' '}
              <code dir="ltr" title={accountId}>
                {shortAccount(accountId)}
              </code>
            </p>
          </li>
        ))}
      </ol>
      {(before !== undefined || isFailed) && (
        <div className="hawser-linked-foot">
          <button
            type="button"
            className="hawser-linked-button"
            aria-disabled={status === 'loading'}
            onClick={() => {
              if (status !== 'loading') (before === undefined ? onRetry : onOlder)()
            }}
          >
            {before === undefined ? texts.retry : texts.older}
          </button>
          {isFailed && <p role="alert">{texts.historyFailed}</p>}
        </div>
      )}
    </>
  )
}

const eventTexts = {
  linked: 'eventLinked',
  refreshed: 'eventRefreshed',
  renamed: 'eventRenamed',
  'made-primary': 'eventSetPrimary',
  unlinked: 'eventUnlinked',
  released: 'eventReleased',
  'became-stale': 'eventStale',
  'must-re-prove': 'eventReProve',
  'signed-in': 'eventSignedIn',
} as const satisfies Readonly<Record<WalletEvent['type'], keyof LinkedWalletsMessages>>
