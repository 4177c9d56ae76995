import { isWalletFailure } from '@hawser/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLinkerContext } from '../linker/context.ts'
import { type ClassicMessages, en } from '../messages/classic/en.ts'
import { enOffer } from '../messages/english/enOffer.ts'
import { fill } from '../messages/fill.ts'
import { formatNumber } from '../messages/formatNumber.ts'
import { loadClassicMessages } from '../messages/loadClassicMessages.ts'
import { CurrentView } from '../modal/CurrentView.tsx'
import { Icon } from '../modal/frame/Icon.tsx'
import { Toast } from '../modal/frame/Toast.tsx'
import type { CurrentViewProps } from '../modal/frame/viewProps.ts'
import { LinkModal } from '../modal/LinkModal.tsx'
import { useBrowserWallet } from '../modal/wallet/useBrowserWallet.ts'
import { walletCount } from '../modal/wallet/walletName.ts'
import { ClassicChoice } from './ClassicChoice.tsx'
import type { ClassicPage, ClassicProps, ClassicTab } from './classicProps.ts'
import { offerOf } from './offer.ts'
import { shownPage } from './shownPage.ts'

/** The classic variant of the modal, in the same language as the other texts. */
export function ClassicModal() {
  const { messages } = useLinkerContext()
  const dictionary = useClassicMessages(messages.language ?? en.language)
  const texts = { ...dictionary, ...messages.classic }
  return <LinkModal renderClassic={(props) => <ClassicView {...props} texts={texts} />} />
}

function useClassicMessages(language: string): ClassicMessages {
  const [dictionary, setDictionary] = useState<ClassicMessages>(en)
  useEffect(() => {
    let isWanted = true
    loadClassicMessages(language).then((found) => isWanted && setDictionary(found))
    return () => {
      isWanted = false
    }
  }, [language])
  return dictionary
}

/**
 * The classic variant: a title and a close button above one white card. Its first view has tabs; after the choice of a wallet
 * the card shows the standard views. Tab and page are stored here, so that Back restores them.
 */
function ClassicView({ later, ...given }: CurrentViewProps & { readonly texts: ClassicMessages }) {
  const all = useMemo(() => ({ ...enOffer, ...given.messages }), [given.messages])
  const props = useBrowserWallet({ ...given, messages: all })
  const { state, linker, messages, texts } = props
  const { flow, view, platform } = state
  const [tab, setTab] = useState<ClassicTab>(
    platform.device === 'phone' || view.name === 'WalletExplorer' ? 'wallets' : 'qrcode',
  )
  const [page, setPage] = useState<ClassicPage>({ search: '', number: 1 })
  const titleRef = useRef<HTMLHeadingElement>(null)
  const isChoosing =
    flow.status === 'choosing' || flow.status === 'connecting' || (flow.status === 'failed' && !isWalletFailure(flow))
  // This variant shows its own list where the linker asks for the explorer.
  const isFirst = isChoosing && (view.name === 'ConnectWallet' || view.name === 'WalletExplorer')

  useEffect(() => {
    if (isFirst) titleRef.current?.focus({ preventScroll: true })
  }, [isFirst])
  useEffect(() => {
    // If the focused control has been removed, the focus moves to the title.
    if (isFirst && document.activeElement === document.body) titleRef.current?.focus({ preventScroll: true })
  })

  const toastMessages = {
    ...messages,
    linkCopied: texts.copiedToClipboard,
    failedToCopy: texts.error,
    failedPreloading: texts.error,
    unknownError: texts.error,
  }
  const chosen = { ...props, tab, onTab: setTab, page, onPage: setPage }
  return (
    <div className="hawser-classic" lang={texts.language}>
      <div className="hawser-classic-bar">
        <h2 className="hawser-classic-title" ref={titleRef} tabIndex={-1}>
          {texts.title}
        </h2>
        <button
          type="button"
          className="hawser-classic-close"
          aria-label={messages.close}
          title={messages.close}
          onClick={() => linker.close()}
        >
          <Icon name="close" />
        </button>
      </div>
      <div className="hawser-classic-card">
        {isFirst ? (
          <ClassicChoice {...chosen} />
        ) : (
          <div className="hawser-classic-later" lang={messages.language}>
            <CurrentView {...props} later={later} />
          </div>
        )}
      </div>
      <Toast toast={state.toast} messages={toastMessages} />
      {isFirst && <ClassicStatus {...chosen} />}
    </div>
  )
}

type ClassicStatusProps = ClassicProps & { readonly tab: ClassicTab; readonly page: ClassicPage }

/** Tells a screen reader the list's visible text. The modal announces problems of the pairing. */
function ClassicStatus(props: ClassicStatusProps) {
  return (
    <p className="hawser-hidden" role="status">
      {listStatus(props)}
    </p>
  )
}

function listStatus({ state, messages, texts, tab, page }: ClassicStatusProps): string {
  const { explorer, platform, appSwitch } = state
  const isListHidden = platform.isAndroid && state.ownRelay === undefined && appSwitch !== 'stayed'
  if (tab !== 'wallets' || isListHidden || offerOf(state).kind !== 'list') return ''
  const { count, number, pageCount } = shownPage(state, page)
  if (count === 0) {
    if (explorer.status === 'loading' || explorer.status === 'idle') return texts.loading
    if (explorer.status === 'failed') return texts.somethingWentWrong
    return explorer.search === '' ? texts.noSupportedWallets : texts.noWalletsFound
  }
  const wallets = walletCount(count, messages)
  const values = { page: formatNumber(number, texts.language), count: formatNumber(pageCount, texts.language) }
  return pageCount === 1 ? wallets : `${wallets}. ${fill(texts.pageOf, values)}`
}
