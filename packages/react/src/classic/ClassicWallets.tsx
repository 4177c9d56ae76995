import { useId } from 'react'
import { Problem } from '../modal/choice/ConnectWallet.tsx'
import { Button } from '../modal/frame/Button.tsx'
import { Icon } from '../modal/frame/Icon.tsx'
import { lazyIcons } from '../modal/frame/lazyIcons.ts'
import { ClassicList } from './ClassicList.tsx'
import type { ClassicPage, ClassicProps } from './classicProps.ts'
import { reachableWallets } from './offer.ts'
import { hasSearch } from './shownPage.ts'

type WalletsProps = ClassicProps & { readonly page: ClassicPage; readonly onPage: (page: ClassicPage) => void }

/** The wallets to choose from. On Android the system's picker comes first; the list appears only if no app opened. */
export function ClassicWallets(props: WalletsProps) {
  const { state, linker, texts } = props
  const labelId = useId()
  // The system's picker offers every wallet app that accepts a pairing.
  if (state.platform.isAndroid && state.ownRelay === undefined) {
    return (
      <div className="hawser-classic-wallets">
        <Problem {...props} />
        <div className="hawser-classic-picker">
          <span className="hawser-badge">
            <Icon name={lazyIcons.wallet} />
          </span>
          <p className="hawser-classic-lead">{texts.connectMobileWallet}</p>
          <Button kind="primary" isWide onPress={() => linker.chooseAnyWallet()}>
            {texts.connect}
          </Button>
        </div>
        {state.appSwitch === 'stayed' && <Choose {...props} labelId={labelId} />}
      </div>
    )
  }
  return (
    <div className="hawser-classic-wallets" data-searched={hasSearch(state) || undefined}>
      <Problem {...props} />
      <Choose {...props} labelId={labelId} />
    </div>
  )
}

function Choose({ labelId, ...props }: WalletsProps & { readonly labelId: string }) {
  const { state, linker, texts } = props
  const isSearched = hasSearch(state)
  const { isUnavailable } = state.explorer
  return (
    <>
      {(isSearched || reachableWallets(state).length > 0) && (
        <p className="hawser-classic-lead" id={labelId}>
          {texts.choosePreferredWallet}
        </p>
      )}
      {isSearched && (
        <div className="hawser-search">
          <Icon name={lazyIcons.search} />
          <input
            className="hawser-search-box"
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            aria-label={texts.search}
            placeholder={texts.search}
            readOnly={isUnavailable}
            aria-disabled={isUnavailable}
            aria-describedby={isUnavailable ? `${labelId}-reason` : undefined}
            // Uncontrolled: the linker's state lags behind the typing (R3), which would move the caret.
            defaultValue={state.explorer.search}
            onChange={(event) => linker.searchWallets(event.currentTarget.value)}
          />
        </div>
      )}
      <ClassicList {...props} labelId={labelId} />
    </>
  )
}
