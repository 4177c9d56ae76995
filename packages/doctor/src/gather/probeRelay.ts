import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { formatClientAuth, formatClientId, formatIrnRequest } from '@hawser/wire'
import { asObject, field } from '@hawser/wire/internal'
import { WebSocket } from 'ws'
import type { RelayAnswer, RelayEvidence } from './evidence.ts'
import { lookupPublic, namesInternalAddress } from './internalAddress.ts'
import { failureOf } from './sendRequest.ts'

type RelayQuestion = {
  readonly url: string
  readonly projectId: string | undefined
  /** The origin of the page. */
  readonly origin: string
  readonly allowsInternal: boolean
  readonly timeoutMs: number
  readonly now: () => number
}

const maxText = 1_000
const daySeconds = 86_400

/** Opens a relay as the page's browser would, and if that fails, once more as a program without an Origin. */
export async function probeRelay(question: RelayQuestion): Promise<RelayEvidence> {
  const { url } = question
  const fromPage = await open(question, question.origin)
  const isAnswered = fromPage.status !== 'served' && fromPage.status !== 'failed'
  return { url, fromPage, fromProgram: isAnswered ? await open(question, undefined) : undefined }
}

/** Opens a socket with a fresh key, and subscribes to a random topic. Never rejects. */
function open(question: RelayQuestion, origin: string | undefined): Promise<RelayAnswer> {
  const { allowsInternal, timeoutMs, now } = question
  const url = new URL(question.url)
  const failed = (...[failure, detail]: ReturnType<typeof failureOf>): RelayAnswer => ({
    ...{ status: 'failed', failure, detail, date: undefined, receivedAt: now() },
  })
  if (!allowsInternal && namesInternalAddress(url)) return Promise.resolve(failed('internal', ''))
  const token = createToken(question.url, now())
  url.searchParams.set('auth', token)
  url.searchParams.set('ua', 'wc-2/js-2.0.0/hawser-doctor')
  if (question.projectId !== undefined) url.searchParams.set('projectId', question.projectId)
  const clean = (text: string) => text.replaceAll(token, '…').slice(0, maxText)
  return new Promise((resolve) => {
    let date: string | undefined
    const socket = new WebSocket(url, {
      ...{ maxPayload: 65_536, perMessageDeflate: false, followRedirects: false },
      ...(origin !== undefined && { headers: { origin } }),
      ...(!allowsInternal && { lookup: lookupPublic }),
    })
    // The result if the time runs out now.
    let late: () => RelayAnswer = () => failed('timeout', '')
    const silent = (): RelayAnswer => ({ status: 'silent', ...times() })
    const settle = (answer: RelayAnswer) => {
      clearTimeout(timer)
      resolve(answer)
      // A socket that is already closing reports an error.
      socket.removeAllListeners().on('error', () => {})
      socket.terminate()
    }
    const times = () => ({ date, receivedAt: now() })
    const timer = setTimeout(() => settle(late()), timeoutMs)
    socket.on('error', (error) => settle(late === silent ? silent() : failed(...failureOf(error))))
    socket.on('upgrade', ({ headers }) => {
      date = headers.date
    })
    socket.on('unexpected-response', (_request, response) => {
      const parts: Buffer[] = []
      date = response.headers.date
      const { statusCode: httpStatus = 0 } = response
      late = () => ({ status: 'refused', httpStatus, text: clean(Buffer.concat(parts).toString('utf8')), ...times() })
      response.on('data', (part: Buffer) => {
        parts.push(part)
        if (parts.reduce((sum, each) => sum + each.length, 0) > maxText) settle(late())
      })
      response.on('end', () => settle(late()))
      response.on('error', () => settle(late()))
    })
    socket.on('open', () => {
      late = silent
      socket.send(formatIrnRequest('1', 'irn_subscribe', { topic: randomBytes(32).toString('hex') }))
    })
    socket.on('message', (frame) => {
      const answer = parseAnswer(String(frame))
      if (answer === undefined) return
      settle(
        'error' in answer
          ? { status: 'error', text: clean(answer.error), ...times() }
          : { status: 'served', ...times() },
      )
    })
    socket.on('close', (closeCode, reason) =>
      settle({ status: 'closed', closeCode, text: clean(reason.toString('utf8')), ...times() }),
    )
  })
}

/** Reads the answer to our only request. Undefined for any other message, after which the wait continues. */
function parseAnswer(frame: string): { readonly error: string } | { readonly result: string } | undefined {
  let value: unknown
  try {
    value = JSON.parse(frame)
  } catch {
    return undefined
  }
  const object = asObject(value)
  if (object === undefined || String(field(object, 'id')) !== '1') return undefined
  const error = asObject(field(object, 'error'))
  if (error !== undefined) return { error: String(field(error, 'message')) }
  const result = field(object, 'result')
  return typeof result === 'string' ? { result } : undefined
}

function createToken(relayUrl: string, now: number): string {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const issuedAtSeconds = Math.floor(now / 1000)
  const claims = {
    clientId: formatClientId(rawKey(publicKey)),
    subject: randomBytes(32).toString('hex'),
    audience: relayUrl,
    issuedAtSeconds,
    expiresAtSeconds: issuedAtSeconds + daySeconds,
  }
  return formatClientAuth(claims, (bytes) => sign(null, bytes, privateKey))
}

function rawKey(publicKey: KeyObject): Uint8Array {
  return Uint8Array.from(Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url'))
}
