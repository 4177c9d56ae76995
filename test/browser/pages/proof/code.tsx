import '@hawser/react/styles.css'
import { createRoot } from 'react-dom/client'
import { QrCode } from '../../../../packages/react/src/modal/code/QrCode.tsx'
import { WalletImage } from '../../../../packages/react/src/modal/wallet/WalletImage.tsx'

// Shows one code of `?side=` CSS pixels, as the modal draws it, on the modal's own background.
const params = new URLSearchParams(location.search)
const icon = params.get('icon') ?? undefined

const container = document.getElementById('root')
if (container !== null) {
  createRoot(container).render(
    <dialog className="hawser-modal" open data-theme={params.get('theme') ?? 'light'}>
      <div
        ref={(place) => {
          const side = `${params.get('side')}px`
          place?.style.setProperty('inline-size', side, 'important')
          place?.style.setProperty('block-size', side, 'important')
        }}
      >
        <QrCode
          value={params.get('value') ?? ''}
          label="QR code"
          {...(icon !== undefined && { icon: <WalletImage name="Rainbow" imageUrl={icon || undefined} size={64} /> })}
        />
      </div>
    </dialog>,
  )
}
