import { useCallback } from 'react'
import type { Send } from '../App.tsx'
import { startCamera } from '../camera.ts'
import type { Screen } from '../walletState.ts'
import { cameraWords } from '../words.ts'
import { Icon } from './Icon.tsx'
import { Title } from './parts.tsx'

/** The camera and what it sees. Leaving the screen, however it happens, releases the camera. */
export function ScanScreen(props: { readonly screen: Extract<Screen, { status: 'scanning' }>; readonly send: Send }) {
  const { screen, send } = props
  const { camera } = screen
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
        <Title>No camera</Title>
        <p role="alert">{cameraWords[camera]}</p>
        <button type="button" className="button primary wide" onClick={() => send({ type: 'dismissed' })}>
          Paste the link instead
        </button>
      </section>
    )
  }
  return (
    <section className="card">
      <Title>Scan code</Title>
      <div className="viewfinder" data-camera={camera}>
        <video ref={attach} muted playsInline aria-label="What the camera sees" />
        <span className="aim" aria-hidden="true" />
      </div>
      <p className="status centered" role="status">
        {camera === 'opening' && 'Waiting for the camera. Your browser may ask for permission.'}
        {camera === 'watching' && !screen.isForeignCode && 'Point the camera at the code the app shows.'}
        {camera === 'watching' &&
          screen.isForeignCode &&
          'That code is no connection code. Look for the one in the app.'}
      </p>
      <button type="button" className="button wide" onClick={() => send({ type: 'dismissed' })}>
        Cancel
      </button>
    </section>
  )
}
