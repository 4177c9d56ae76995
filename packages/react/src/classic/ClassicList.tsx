import type { WalletEntry } from '@hawser/core'
import { useEffect } from 'react'
import { RetryOrReloadButton } from '../modal/frame/RetryOrReloadButton.tsx'
import { ClassicPages } from './ClassicPages.tsx'
import { ClassicRow, ClassicTile } from './ClassicWallet.tsx'
import type { ClassicPage, ClassicProps } from './classicProps.ts'
import { mostRows, pageSize, shownPage } from './shownPage.ts'

const bones = Array.from({ length: pageSize }, (_, index) => index)

/** The wallets, page by page (C11): rows for a short list, a grid for a longer one. Without wallets, says why. */
export function ClassicList(
  props: ClassicProps & {
    readonly labelId: string
    readonly page: ClassicPage
    readonly onPage: (page: ClassicPage) => void
  },
) {
  const { state, linker, messages, texts, labelId, page, onPage } = props
  const { status, search, isLastPage, isUnavailable } = state.explorer
  const { wallets, count, number, pageCount } = shownPage(state, page)
  // A registry sends the list in parts of its own size. The next part is requested before the visitor reaches the last page.
  const isMoreWanted = status === 'ready' && !isLastPage && number >= pageCount - 1
  useEffect(() => {
    if (isMoreWanted) linker.loadMoreWallets()
  }, [isMoreWanted, linker])
  // Only the images of visible wallets are fetched: a list can have hundreds.
  useEffect(() => {
    linker.loadWalletImages(wallets.map(({ listing }) => listing))
  }, [wallets, linker])

  if (count === 0) return <NoWallets {...props} />
  const choose = ({ listing }: WalletEntry) => linker.chooseWallet(listing)
  const isGrid = count > mostRows
  const Wallet = isGrid ? ClassicTile : ClassicRow
  return (
    <div className="hawser-classic-list" aria-busy={status === 'loading'}>
      <ul className={isGrid ? 'hawser-grid' : 'hawser-list'} aria-labelledby={labelId}>
        {wallets.map((entry) => (
          <li key={entry.listing.id}>
            <Wallet entry={entry} messages={messages} onChoose={choose} />
          </li>
        ))}
      </ul>
      {(status === 'failed' || isUnavailable) && (
        <p className="hawser-classic-note">
          <span id={`${labelId}-reason`}>
            {status === 'failed' ? texts.somethingWentWrong : messages.listUnavailable}
          </span>
          {status === 'failed' && (
            <RetryOrReloadButton
              code={state.explorer.errorCode}
              messages={messages}
              kind="plain"
              onRetry={() => linker.loadMoreWallets()}
            />
          )}
        </p>
      )}
      {pageCount > 1 && (
        <ClassicPages
          texts={texts}
          number={number}
          count={pageCount}
          onNumber={(next) => onPage({ search, number: next })}
        />
      )}
    </div>
  )
}

/** Shown in place of the wallets: loading, unavailable, or no wallet found. */
function NoWallets({ state, linker, messages, texts }: ClassicProps) {
  const { status, search } = state.explorer
  if (status === 'loading' || status === 'idle') {
    return (
      <div className="hawser-classic-list" aria-busy="true">
        <div className="hawser-grid" aria-hidden="true">
          {bones.map((bone) => (
            <span key={bone} className="hawser-classic-bone" />
          ))}
        </div>
        <p className="hawser-classic-note">{texts.loading}</p>
      </div>
    )
  }
  return (
    <div className="hawser-classic-list" data-empty>
      <p className="hawser-empty">
        {status === 'failed'
          ? texts.somethingWentWrong
          : search === ''
            ? texts.noSupportedWallets
            : texts.noWalletsFound}
      </p>
      {status === 'failed' && (
        <RetryOrReloadButton
          code={state.explorer.errorCode ?? state.wallets.errorCode}
          messages={messages}
          onRetry={() => linker.loadMoreWallets()}
        />
      )}
    </div>
  )
}
