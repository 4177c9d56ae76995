import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { brotliDecompressSync, unzipSync } from 'node:zlib'
import { parseUrl } from '@hawser/wire/internal'
import type { Answer, Failure } from './evidence.ts'
import { AddressInternalError, isInternalAddress, lookupPublic, namesInternalAddress } from './internalAddress.ts'

/** A request to a server. */
export type OutgoingRequest = {
  readonly url: string
  readonly method?: 'GET' | 'POST' | 'OPTIONS'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
} & Access

/** The addresses that a request may reach. */
export type Access = {
  /** Whether the address, and its redirects, may belong to this machine or an internal network. */
  readonly allowsInternal: boolean
  /** Whether a person typed the address: it may then be anywhere. */
  readonly isTyped?: boolean
}

/** Sends one request. Never rejects, and settles within the time limit. */
export type SendRequest = (question: OutgoingRequest) => Promise<Answer>

const maxBytes = 2 * 1024 * 1024
const maxRedirects = 5

/**
 * Creates the client: bounded in time and bytes, and closed to internal addresses unless they are allowed. It follows
 * redirects of a GET, and those of a POST on its own origin.
 */
export function createSendRequest({
  timeoutMs,
  now,
}: {
  readonly timeoutMs: number
  readonly now: () => number
}): SendRequest {
  return async (question) => {
    const deadline = AbortSignal.timeout(timeoutMs)
    const redirects: string[] = []
    let peer: string | undefined
    let next = question
    for (;;) {
      const answer = await askOnce(next, deadline, now)
      if (answer.status === 'failed') return answer
      peer ??= answer.peer
      const location = redirectOf(next, answer.httpStatus, answer.headers.location)
      if (location === undefined) return { ...answer, peer, redirects }
      redirects.push(next.url)
      if (redirects.length > maxRedirects || redirects.includes(location))
        return { status: 'failed', url: question.url, failure: 'too_many_redirects', detail: '' }
      // A typed address may be anywhere; its redirects may not, unless it was internal already.
      const allowsInternal = question.isTyped ? isInternalAddress(peer ?? '') : question.allowsInternal
      next = { ...question, url: location, isTyped: false, allowsInternal }
    }
  }
}

function redirectOf({ url, method = 'GET' }: OutgoingRequest, status: number, location: string | undefined) {
  const target = parseUrl(location, url)
  if (target === undefined) return undefined
  target.hash = ''
  // Browsers repeat a POST unchanged, for example to a slash that a framework adds; a redirect elsewhere is no longer
  // the page's.
  const isSentOn = method === 'POST' && [307, 308].includes(status) && target.origin === new URL(url).origin
  if (!isSentOn && !(method === 'GET' && [301, 302, 303, 307, 308].includes(status))) return undefined
  return /^https?:$/.test(target.protocol) ? target.href : undefined
}

function askOnce(question: OutgoingRequest, deadline: AbortSignal, now: () => number): Promise<Answer> {
  const { method = 'GET', body } = question
  const url = new URL(question.url)
  const isOpen = question.allowsInternal || question.isTyped === true
  const failed = (failure: Failure, detail = ''): Answer => ({ status: 'failed', url: url.href, failure, detail })
  if (!isOpen && namesInternalAddress(url)) return Promise.resolve(failed('internal'))
  return new Promise((resolve) => {
    const headers = {
      'user-agent': 'hawser-doctor',
      accept: '*/*',
      'accept-encoding': 'identity',
      ...question.headers,
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    }
    const open = url.protocol === 'https:' ? requestSecure : requestPlain
    const outgoing = open(url, {
      method,
      headers,
      agent: false,
      signal: deadline,
      ...(!isOpen && { lookup: lookupPublic }),
    })
    outgoing.on('error', (error) => resolve(deadline.aborted ? failed('timeout') : failed(...failureOf(error))))
    outgoing.on('response', (response) => {
      void readBody(response).then(({ bytes, isWhole }) =>
        resolve({
          status: 'answered',
          url: url.href,
          httpStatus: response.statusCode ?? 0,
          headers: response.headers,
          ...decode(bytes, isWhole, response.headers['content-encoding']),
          receivedAt: now(),
          peer: response.socket.remoteAddress,
          redirects: [],
        }),
      )
    })
    // A server that answers 101 to a plain request sends nothing readable.
    outgoing.on('upgrade', (_response, socket) => {
      socket.destroy()
      resolve(failed('broken', 'UPGRADE'))
    })
    outgoing.end(body)
  })
}

/** Reads as much of a body as fits and arrives before the deadline. */
function readBody(response: IncomingMessage): Promise<{ readonly bytes: Buffer; readonly isWhole: boolean }> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    let length = 0
    const settle = (isWhole: boolean) => {
      resolve({ bytes: Buffer.concat(parts).subarray(0, maxBytes), isWhole })
      response.destroy()
    }
    response.on('data', (part: Buffer) => {
      parts.push(part)
      length += part.length
      if (length > maxBytes) settle(false)
    })
    response.on('end', () => settle(response.complete))
    response.on('error', () => settle(false))
    response.on('close', () => settle(false))
  })
}

/** Some servers compress whether or not the client accepts it. */
function decode(bytes: Buffer, isWhole: boolean, encoding: string | undefined) {
  if (encoding === undefined || encoding === 'identity') return { body: bytes, isWhole }
  try {
    const options = { maxOutputLength: maxBytes }
    return { body: encoding === 'br' ? brotliDecompressSync(bytes, options) : unzipSync(bytes, options), isWhole }
  } catch {
    return { body: new Uint8Array(), isWhole: false }
  }
}

const certificateCode = /CERT|SIGNED|ISSUER|EPROTO|SSL|TLS/

/** The meaning of a socket's error. */
export function failureOf(error: Error): [Failure, string] {
  const code = 'code' in error ? String(error.code) : ''
  if (error instanceof AddressInternalError) return ['internal', code]
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return ['unknown_host', code]
  if (code === 'ECONNREFUSED' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return ['refused', code]
  if (code === 'ETIMEDOUT') return ['timeout', code]
  return [certificateCode.test(code) ? 'certificate' : 'broken', code]
}
