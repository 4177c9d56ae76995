import { useCallback } from 'react'
import { startCamera } from '../camera/camera.ts'
import type { ScreenProps } from '../flow/walletState.ts'
import { Button, ScreenIcon, useSend } from '../parts/controls.tsx'
import { Title } from '../parts/Frame.tsx'
import { useWords } from '../words/words.ts'

/** The camera's picture. Leaving the screen in any way releases the camera. */
export function ScanScreen({ screen }: ScreenProps<'scanning'>) {
  const { camera } = screen
  const send = useSend()
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
      <section className="card column centered">
        <ScreenIcon icon="scan" kind="bad" />
        <Title>{messages.noCamera}</Title>
        <p role="alert">{messages.camera[camera]}</p>
        <Button sends="dismissed" kind="primary wide" text={messages.pasteInstead} />
      </section>
    )
  }
  return (
    <section className="card column">
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
      <Button sends="dismissed" kind="wide" text={messages.cancel} />
    </section>
  )
}
