/** Finds the text of a QR code in the current frame of a video; undefined without a code. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string | undefined>

/** A decoder of the middle square, which is what the screen shows of the frame. Its code is loaded only now. */
export async function createCodeReader(): Promise<CodeReader> {
  const { QRCanvas } = await import('qr/dom.js')
  const canvas = new QRCanvas({}, { timeLimit: 60 })
  return async (video) => {
    if (video.videoWidth === 0) return undefined
    const text = await canvas.drawImage(video, video.videoHeight, video.videoWidth)
    return typeof text === 'string' ? text : undefined
  }
}
