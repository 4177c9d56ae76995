import type { CameraStatus } from '../flow/walletState.ts'

// Eight frames a second find a code as soon as the hand is still, without heating the phone. In milliseconds.
const frameMs = 120

/** Returns the text of a QR code in the current frame of a video; undefined without a code. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string | undefined>

/** Shows the rear camera in `video` and reports every code it sees, until the returned function is called. */
// The camera is released in every case: stopped, even before it was granted, failed, or the page hidden.
export function startCamera(options: {
  readonly video: HTMLVideoElement
  readonly onChange: (camera: CameraStatus) => void
  readonly onCode: (text: string) => void
  /** Called when the page goes to the background, where no camera should run. */
  readonly onHidden: () => void
  /** Undefined if the page is not served from a secure context. */
  readonly mediaDevices?: MediaDevices | undefined
  readonly createReader?: () => Promise<CodeReader>
}): () => void {
  const { video, onChange, onCode, onHidden, createReader = createCodeReader } = options
  const mediaDevices = 'mediaDevices' in options ? options.mediaDevices : globalThis.navigator.mediaDevices
  let isStopped = false
  let stream: MediaStream | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const stop = (): void => {
    isStopped = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', hide)
    for (const track of stream?.getTracks() ?? []) track.stop()
    video.srcObject = null
  }
  const hide = (): void => {
    if (document.visibilityState !== 'hidden') return
    stop()
    onHidden()
  }
  const fail = (error: unknown): void => {
    if (isStopped) return
    stop()
    onChange(cameraStatusOf(error))
  }

  const open = async (): Promise<void> => {
    if (mediaDevices?.getUserMedia === undefined) return fail(undefined)
    const granted = await mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
    })
    stream = granted
    // Stopped while the browser still asked for permission: the stream is no longer needed.
    if (isStopped) return stop()
    for (const track of granted.getTracks())
      track.addEventListener('ended', () => fail(new DOMException('The camera was taken away.', 'AbortError')))
    document.addEventListener('visibilitychange', hide)
    video.srcObject = granted
    const [reader] = await Promise.all([createReader(), video.play()])
    if (isStopped) return
    onChange('watching')
    let last: string | undefined
    const look = async (): Promise<void> => {
      const text = await reader(video)
      if (isStopped) return
      if (text !== undefined && text !== last) onCode(text)
      last = text ?? last
      // `onCode` can stop the camera.
      if (!isStopped) timer = setTimeout(() => void look().catch(fail), frameMs)
    }
    await look()
  }

  void open().catch(fail)
  return stop
}

/** Creates a decoder of the frame's middle square, which is the part that the screen shows. Loads its code on demand. */
async function createCodeReader(): Promise<CodeReader> {
  const { QRCanvas } = await import('qr/dom.js')
  const canvas = new QRCanvas({}, { timeLimit: 60 })
  return async (video) => {
    if (video.videoWidth === 0) return undefined
    const text = await canvas.drawImage(video, video.videoHeight, video.videoWidth)
    return typeof text === 'string' ? text : undefined
  }
}

/** The exceptions of getUserMedia (Media Capture and Streams, §10.2). */
const statusOfException: Readonly<Record<string, CameraStatus>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'absent',
  OverconstrainedError: 'absent',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

function cameraStatusOf(error: unknown): CameraStatus {
  return (error instanceof DOMException && statusOfException[error.name]) || 'unsupported'
}
