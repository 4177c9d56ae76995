/** Finds the text of a QR code in the frame a video shows now; undefined when there is none. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string | undefined>

/** The part of the Shape Detection API that is used here (wicg.github.io/shape-detection-api). */
type NativeDetector = { detect(image: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]> }
type NativeDetectorClass = {
  new (options: { formats: readonly string[] }): NativeDetector
  getSupportedFormats(): Promise<readonly string[]>
}

declare global {
  // Absent in Firefox, Safari and Chromium on Linux and Windows.
  var BarcodeDetector: NativeDetectorClass | undefined
}

// Wide enough for a code of 177 modules at three pixels each; more only costs time.
const maxFrameWidth = 960

/** The browser's own detector when it reads QR codes, else a decoder in script, loaded only then. */
export async function createCodeReader(): Promise<CodeReader> {
  const native = await createNativeReader()
  if (native === undefined) return createScriptReader()
  let reader = native
  return async (video) => {
    try {
      return await reader(video)
    } catch (error) {
      // Chromium may name the format and still lack the service behind it.
      if (reader !== native) throw error
      reader = await createScriptReader()
      return reader(video)
    }
  }
}

async function createNativeReader(): Promise<CodeReader | undefined> {
  const Detector = globalThis.BarcodeDetector
  if (Detector === undefined) return undefined
  const formats = await Detector.getSupportedFormats().catch((): readonly string[] => [])
  if (!formats.includes('qr_code')) return undefined
  const detector = new Detector({ formats: ['qr_code'] })
  return async (video) => (await detector.detect(video))[0]?.rawValue
}

async function createScriptReader(): Promise<CodeReader> {
  const { decodeQR } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    if (context === null || video.videoWidth === 0) return undefined
    const scale = Math.min(1, maxFrameWidth / video.videoWidth)
    const width = Math.round(video.videoWidth * scale)
    const height = Math.round(video.videoHeight * scale)
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
    context.drawImage(video, 0, 0, width, height)
    try {
      return decodeQR(context.getImageData(0, 0, width, height), { timeLimit: 60 })
    } catch {
      // The decoder throws for every frame without a readable code.
      return undefined
    }
  }
}
