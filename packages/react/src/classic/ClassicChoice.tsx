import type { WalletEntry } from '@hawser/core'
import { fill } from '../messages/fill.ts'
import { CodePlate } from '../modal/code/CodePlate.tsx'
import { Icon } from '../modal/frame/Icon.tsx'
import { LegalNotice } from '../modal/frame/LegalNotice.tsx'
import { lazyIcons } from '../modal/frame/lazyIcons.ts'
import { CodeNote, OwnCode, OwnCodeLink } from '../modal/reach/LazyReach.tsx'
import { ClassicTabs } from './ClassicTabs.tsx'
import { ClassicWallets } from './ClassicWallets.tsx'
import type { ClassicPage, ClassicProps, ClassicTab } from './classicProps.ts'
import { offerOf } from './offer.ts'

export type ChoiceProps = ClassicProps & {
  readonly tab: ClassicTab
  readonly onTab: (tab: ClassicTab) => void
  readonly page: ClassicPage
  readonly onPage: (page: ClassicPage) => void
}

/** The first view: two tabs for the code and the wallets, or only the code if there are no wallets to choose from. */
export function ClassicChoice(props: ChoiceProps) {
  const { state, messages, texts, tab, onTab } = props
  const offer = offerOf(state)
  const isPhone = state.platform.device === 'phone'
  const wallets = { id: 'wallets', text: isPhone ? texts.mobile : texts.desktop } as const
  const code = { id: 'qrcode', text: texts.qrcode } as const
  return (
    <div className="hawser-view">
      {offer.kind === 'list' ? (
        <ClassicTabs
          tabs={isPhone ? [wallets, code] : [code, wallets]}
          label={texts.title}
          selected={tab}
          onSelect={onTab}
        >
          {tab === 'qrcode' ? <ClassicCode {...props} single={undefined} /> : <ClassicWallets {...props} />}
        </ClassicTabs>
      ) : (
        <ClassicCode {...props} single={offer.kind === 'single' ? offer.entry : undefined} />
      )}
      <CodeNote {...props} isHidden={offer.kind === 'list' && tab !== 'qrcode'} />
      <LegalNotice options={state.options} messages={messages} />
    </div>
  )
}

/** The code with its instructions and its link to copy. A single wallet is shown above the code. */
function ClassicCode({ single, texts, ...props }: ClassicProps & { readonly single: WalletEntry | undefined }) {
  const { state, linker, messages } = props
  const lead = <p className="hawser-classic-lead">{texts.scanQrcodeWithWallet}</p>
  return (
    <div className="hawser-classic-code">
      {single !== undefined && (
        <button type="button" className="hawser-classic-single" onClick={() => linker.chooseWallet(single.listing)}>
          {fill(texts.connectWith, { name: single.listing.name })}
          <Icon name={lazyIcons.forward} />
        </button>
      )}
      {state.ownRelay === undefined ? (
        <CodePlate
          {...props}
          messages={{ ...messages, copyLink: texts.copyToClipboard }}
          label={texts.qrcodeLabel}
          title={lead}
        />
      ) : (
        <>
          <OwnCode {...props} />
          <OwnCodeLink {...props} />
        </>
      )}
    </div>
  )
}
