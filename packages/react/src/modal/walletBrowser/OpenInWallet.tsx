import { findBrowserLink, findInAppBrowser, type LinkToOpen, storeLinkFor } from '@hawser/core'
import { useEffect, useState } from 'react'
import { fill } from '../../messages/fill.ts'
import { loadPhoneMessages } from '../../messages/loadPhoneMessages.ts'
import type { Messages } from '../../messages/modal/en.ts'
import type { PhoneTexts } from '../../messages/phone/en.ts'
import { LinkField } from '../code/LinkField.tsx'
import { Install } from '../connecting/Install.tsx'
import { firstParts } from '../firstParts.ts'
import { Button } from '../frame/Button.tsx'
import { lazyIcons } from '../frame/lazyIcons.ts'
import type { WalletViewProps } from '../frame/viewProps.ts'
import { LazyHandoffFailure } from '../handoff/LazyHandoffFailure.tsx'
import { useHandoffTexts } from '../handoff/useHandoffTexts.ts'
import { WalletImage } from '../wallet/WalletImage.tsx'

const { Icon, ViewFrame } = firstParts

/**
 * Opens the page in the wallet's own browser, where the visitor continues without a relay. The link is an anchor whose address
 * is set before the tap: phones open apps only from such anchors. If the wallet has no working link, the view offers to install
 * the wallet.
 */
export function OpenInWallet(props: WalletViewProps) {
  const { listing, imageUrl, state, messages } = props
  const texts = usePhoneTexts(messages)
  const words = useHandoffTexts(messages)
  const link = findBrowserLink(listing, state)
  if (link === undefined || state.walletPage === undefined) return <Install {...props} />
  const app = findInAppBrowser(navigator.userAgent, state.platform)
  const { handoff } = state
  // The visitor is signed in here but not there, so the handoff page opens once its address is known.
  const isReady = handoff === undefined || handoff.step === 'code'
  const values = { name: listing.name, app: app ?? '' }
  return (
    <ViewFrame {...props} heading={listing.name}>
      <div className="hawser-body" aria-busy={texts === undefined || (!isReady && handoff.step !== 'failed')}>
        <div className="hawser-outcome">
          <div className="hawser-proof-image">
            <WalletImage name={listing.name} imageUrl={imageUrl} size={64} />
          </div>
          {texts !== undefined && (
            <>
              {app !== undefined && <p className="hawser-title">{texts.leaveApp}</p>}
              {app !== undefined && <p className="hawser-detail">{fill(texts.leaveAppDetail, values)}</p>}
              {app === undefined && handoff === undefined && (
                <p className="hawser-detail">{fill(texts.openInDetail, values)}</p>
              )}
              {handoff !== undefined && <p className="hawser-detail">{words?.texts.next}</p>}
            </>
          )}
        </div>
      </div>
      {texts !== undefined && isReady && (
        <WaysIn {...props} link={link} address={state.walletPage.address} texts={texts} isInApp={app !== undefined} />
      )}
      {handoff?.step === 'failed' && <LazyHandoffFailure {...props} code={handoff.code} />}
    </ViewFrame>
  )
}

/** The link, a button that copies it, and a store link. In apps that cannot open other apps, the copy button comes first. */
function WaysIn({
  listing,
  state,
  linker,
  messages,
  link,
  address,
  texts,
  isInApp,
}: WalletViewProps & {
  readonly link: LinkToOpen
  readonly address: string
  readonly texts: PhoneTexts
  readonly isInApp: boolean
}) {
  const isByHand = useFailedCopy(state.toast?.message)
  const values = { name: listing.name }
  const store = storeLinkFor(listing, state.platform)
  const open = (
    <a
      className="hawser-button"
      data-kind={isInApp ? undefined : 'primary'}
      data-wide
      href={link.href}
      target={link.target}
      rel="noopener noreferrer"
    >
      <Icon name={lazyIcons.forward} />
      {fill(texts.openIn, values)}
    </a>
  )
  const copy = (
    <Button kind={isInApp ? 'primary' : undefined} icon="copy" isWide onPress={() => linker.copyLink(address)}>
      {messages.copyLink}
    </Button>
  )
  return (
    <div className="hawser-footer">
      <div className="hawser-stack">
        {isInApp ? copy : open}
        {isInApp ? open : copy}
        {store !== undefined && (
          <a className="hawser-button" data-kind="plain" href={store} target="_blank" rel="noopener noreferrer">
            {fill(messages.get, values)}
          </a>
        )}
      </div>
      {!isInApp && <p className="hawser-detail">{fill(texts.pasteDetail, values)}</p>}
      {isByHand && <LinkField pairingUri={address} label={messages.copyByHand} />}
    </div>
  )
}

/** Whether copying has failed in this view: the visitor then copies by hand. */
function useFailedCopy(toast: string | undefined): boolean {
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (toast === 'failedToCopy') setFailed(true)
  }, [toast])
  return hasFailed
}

/** The texts of this view, once they are loaded in the modal's language. */
function usePhoneTexts({ language, phone }: Messages): PhoneTexts | undefined {
  const [texts, setTexts] = useState<PhoneTexts>()
  useEffect(() => {
    let isWanted = true
    loadPhoneMessages(language, phone).then((found) => isWanted && setTexts(found))
    return () => {
      isWanted = false
    }
  }, [language, phone])
  return texts
}
