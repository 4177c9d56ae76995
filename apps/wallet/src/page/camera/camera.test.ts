// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import type { CameraStatus } from '../flow/walletState.ts'
import { type CodeReader, startCamera } from './camera.ts'

// Replaces the browser: a stream that remembers whether it was stopped, and a video that plays any stream.
function makeStream() {
  const ended: (() => void)[] = []
  const track = {
    isStopped: false,
    stop() {
      track.isStopped = true
    },
    addEventListener: (_name: string, listener: () => void) => void ended.push(listener),
  }
  return {
    track,
    stream: { getTracks: () => [track] } as unknown as MediaStream,
    /** Ends the track, as when the camera is unplugged. */
    end: () => {
      for (const listener of ended) listener()
    },
  }
}

function makeCamera(more: {
  readonly getUserMedia?: () => Promise<MediaStream>
  readonly reader?: CodeReader
  readonly play?: () => Promise<void>
  readonly mediaDevices?: undefined
}) {
  const seen: string[] = []
  const made = makeStream()
  const video = { srcObject: null as unknown, play: more.play ?? (async () => {}) }
  let report = () => {}
  const stop = startCamera({
    video: video as unknown as HTMLVideoElement,
    onChange: (status) => {
      seen.push(status)
      report()
    },
    onCode: (text) => {
      seen.push(`code ${text}`)
      report()
    },
    onHidden: () => seen.push('hidden'),
    createReader: async () => more.reader ?? (async () => undefined),
    mediaDevices:
      'mediaDevices' in more
        ? undefined
        : ({ getUserMedia: more.getUserMedia ?? (async () => made.stream) } as unknown as MediaDevices),
  })
  /** Resolves at the next status report. */
  const next = () =>
    new Promise<void>((resolve) => {
      report = resolve
    })
  return { ...made, video, seen, stop, next }
}

const setVisibility = (value: string) => {
  Object.defineProperty(document, 'visibilityState', { value, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}
afterEach(() => setVisibility('visible'))

test('startCamera: shows the stream and releases it when stopped', async () => {
  const camera = makeCamera({})
  await camera.next()
  expect(camera.seen).toEqual(['watching'])
  expect(camera.video.srcObject).toBe(camera.stream)
  camera.stop()
  expect(camera.track.isStopped).toBe(true)
  expect(camera.video.srcObject).toBe(null)
})

test('startCamera: releases a camera that is granted after the screen closes at once', async () => {
  let grant: (stream: MediaStream) => void = () => {}
  const camera = makeCamera({
    getUserMedia: () =>
      new Promise((resolve) => {
        grant = resolve
      }),
  })
  camera.stop()
  grant(camera.stream)
  await expect.poll(() => camera.track.isStopped).toBe(true)
  expect(camera.seen).toEqual([])
})

test('startCamera: reports each code once, and continues scanning', async () => {
  const texts = ['poster', 'poster', undefined, 'poster', 'wc:abc']
  const camera = makeCamera({ reader: async () => texts.shift() })
  await expect.poll(() => camera.seen, { timeout: 20_000 }).toEqual(['watching', 'code poster', 'code wc:abc'])
  camera.stop()
})

test.each<[string, CameraStatus]>([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'absent'],
  ['OverconstrainedError', 'absent'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
  ['TypeError', 'unsupported'],
])('startCamera: %s means %s', async (name, status) => {
  const camera = makeCamera({ getUserMedia: () => Promise.reject(new DOMException('no', name)) })
  await camera.next()
  expect(camera.seen).toEqual([status])
})

test('startCamera: without a secure context there is no camera', () => {
  expect(makeCamera({ mediaDevices: undefined }).seen).toEqual(['unsupported'])
})

test('startCamera: releases the camera when the video cannot play or the decoder fails', async () => {
  const mute = makeCamera({ play: () => Promise.reject(new Error('no')) })
  await mute.next()
  expect([mute.seen, mute.track.isStopped]).toEqual([['unsupported'], true])

  const blind = makeCamera({ reader: () => Promise.reject(new Error('no')) })
  await expect.poll(() => blind.seen).toEqual(['watching', 'unsupported'])
  expect(blind.track.isStopped).toBe(true)
})

test('startCamera: releases the camera when the page is hidden, and when it is taken away', async () => {
  const hidden = makeCamera({})
  await hidden.next()
  setVisibility('hidden')
  expect([hidden.seen, hidden.track.isStopped]).toEqual([['watching', 'hidden'], true])

  setVisibility('visible')
  const pulled = makeCamera({})
  await pulled.next()
  pulled.end()
  expect(pulled.seen).toEqual(['watching', 'busy'])
})
