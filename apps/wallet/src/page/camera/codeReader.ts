/** Returns the text of a QR code in the current frame of a video; undefined without a code. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string | undefined>

/** Creates a decoder of the frame's middle square, which is the part that the screen shows. Loads its code on demand. */
export async function createCodeReader(): Promise<CodeReader> {
  const { QRCanvas } = await import('qr/dom.js')
  const canvas = new QRCanvas({}, { timeLimit: 60 })
  return async (video) => {
    if (video.videoWidth === 0) return undefined
    const text = await canvas.drawImage(video, video.videoHeight, video.videoWidth)
    return typeof text === 'string' ? text : undefined
  }
}
