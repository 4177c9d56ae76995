import type { IncomingMessage } from 'node:http'
import { formatIrnError, InvalidIrnFrameError } from '@hawser/wire'
import type { Admission } from '../../limits/admission.ts'
import { describeForeignOrigin } from '../../limits/originList.ts'
import { rpcCodes } from '../../rpc/refusal.ts'
import type { createThrottledWarning } from '../throttledWarning.ts'
import type { HttpAnswer } from './httpRoutes.ts'

type Rpc = (request: IncomingMessage) => Promise<HttpAnswer | undefined>

/** Refuses calls of foreign origins, and of addresses that call too often, before reading any of their input. */
export function guardHttp(options: {
  readonly admission: Admission
  readonly rpc: Rpc
  readonly warn: ReturnType<typeof createThrottledWarning>
}): Rpc {
  const { admission, rpc, warn } = options
  return async (request) => {
    const status = await admission.judgeHttp(request)
    if (status === undefined) return rpc(request)
    const text = status === 403 ? describeForeignOrigin(request.headers.origin) : 'Too many requests from here.'
    warn(`http ${status}`, text)
    const error =
      status === 403
        ? new InvalidIrnFrameError(text, rpcCodes.auth, 'OriginNotAllowed')
        : new InvalidIrnFrameError(text, rpcCodes.tooManyRequests, 'TooManyRequests')
    const retry = status === 429 ? { 'retry-after': '5' } : {}
    const headers = { 'content-type': 'application/json; charset=utf-8', connection: 'close', ...retry }
    return { status, text: formatIrnError(error), headers }
  }
}
