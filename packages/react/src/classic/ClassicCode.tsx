import type { WalletEntry } from '@hawser/core'
import { fill } from '../messages/fill.ts'
import { CodePlate } from '../modal/code/CodePlate.tsx'
import { Icon } from '../modal/frame/Icon.tsx'
import type { ClassicProps } from './classicProps.ts'

/** The code, what to do with it, and the link to copy. The one wallet there is stands above it. */
export function ClassicCode({ single, texts, ...props }: ClassicProps & { readonly single: WalletEntry | undefined }) {
  const { send, messages } = props
  const lead = <p className="hawser-classic-lead">{texts.scanQrcodeWithWallet}</p>
  return (
    <div className="hawser-classic-code">
      {single !== undefined && (
        <button
          type="button"
          className="hawser-classic-single"
          onClick={() => send({ type: 'walletChosen', listing: single.listing })}
        >
          {fill(texts.connectWith, { name: single.listing.name })}
          <Icon name="forward" />
        </button>
      )}
      <CodePlate
        {...props}
        messages={{ ...messages, copyLink: texts.copyToClipboard }}
        label={texts.qrcodeLabel}
        title={lead}
      />
    </div>
  )
}
