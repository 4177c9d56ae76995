import { isAfterSession } from '@hawser/core'
import { useEffect, useRef, useState } from 'react'
import { CurrentView, type LaterViews } from '../modal/CurrentView.tsx'
import { Icon } from '../modal/frame/Icon.tsx'
import { Toast } from '../modal/frame/Toast.tsx'
import { useBrowserWallet } from '../modal/wallet/useBrowserWallet.ts'
import { ClassicChoice } from './ClassicChoice.tsx'
import { ClassicStatus } from './ClassicStatus.tsx'
import type { ClassicPage, ClassicProps, ClassicTab } from './classicProps.ts'

/**
 * The modal as its older kind looked: a title and a way out above one white card. Its first view has tabs; from the choice of
 * a wallet on it shows the standard views. Tab and page are kept here, so that Back finds them as they were left.
 */
export function ClassicView({ later, ...given }: ClassicProps & { readonly later: LaterViews }) {
  const props = useBrowserWallet(given)
  const { state, send, messages, texts } = props
  const { flow, view, platform } = state
  const [tab, setTab] = useState<ClassicTab>(
    platform.device === 'phone' || view.name === 'WalletExplorer' ? 'wallets' : 'qrcode',
  )
  const [page, setPage] = useState<ClassicPage>({ search: '', number: 1 })
  const titleRef = useRef<HTMLHeadingElement>(null)
  const isChoosing =
    flow.status === 'choosing' || flow.status === 'connecting' || (flow.status === 'failed' && !isAfterSession(flow))
  // Whoever asks for the explorer gets the list of this variant.
  const isFirst = isChoosing && (view.name === 'ConnectWallet' || view.name === 'WalletExplorer')

  useEffect(() => {
    if (isFirst) titleRef.current?.focus({ preventScroll: true })
  }, [isFirst])
  useEffect(() => {
    // The control that had the focus may be gone with the state it belonged to: never leave the visitor nowhere.
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
          onClick={() => send({ type: 'closed' })}
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
