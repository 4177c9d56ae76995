import { useCallback } from 'react'
import { startCamera } from '../camera/camera.ts'
import type { Send } from '../flow/send.ts'
import type { Screen } from '../flow/walletState.ts'
import { Title } from '../parts/Frame.tsx'
import { Icon } from '../parts/Icon.tsx'
import { useWords } from '../words/words.ts'

/** The camera and what it sees. Leaving the screen, however it happens, releases the camera. */
export function ScanScreen(props: { readonly screen: Extract<Screen, { status: 'scanning' }>; readonly send: Send }) {
  const { screen, send } = props
  const { camera } = screen
  const { messages } = useWords()
  const attach = useCallback(
    (video: HTMLVideoElement) =>
      startCamera({
        video,
        onChange: (status) => send({ type: 'cameraChanged', camera: status }),
        onCode: (text) => send({ type: 'linkGiven', text }),
        onHidden: () => send({ type: 'dismissed' }),
      }),
    [send],
  )
  if (camera !== 'opening' && camera !== 'watching') {
    return (
      <section className="card centered">
        <span className="emblem bad">
          <Icon name="scan" />
        </span>
        <Title>{messages.noCamera}</Title>
        <p role="alert">{messages.camera[camera]}</p>
        <button type="button" className="button primary wide" onClick={() => send({ type: 'dismissed' })}>
          {messages.pasteInstead}
        </button>
      </section>
    )
  }
  return (
    <section className="card">
      <Title>{messages.scanTitle}</Title>
      <div className="viewfinder" data-camera={camera}>
        <video ref={attach} muted playsInline aria-label={messages.cameraView} />
        <span className="aim" aria-hidden="true" />
      </div>
      <p className="status centered" role="status">
        {camera === 'opening' && messages.cameraOpening}
        {camera === 'watching' && !screen.isForeignCode && messages.cameraWatching}
        {camera === 'watching' && screen.isForeignCode && messages.cameraForeign}
      </p>
      <button type="button" className="button wide" onClick={() => send({ type: 'dismissed' })}>
        {messages.cancel}
      </button>
    </section>
  )
}
