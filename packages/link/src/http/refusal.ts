import { type BaseError, InvalidLinkBodyError, type LinkErrorBody } from '@hawser/wire'
import { CannotCheckNowError, LinkError, LinkFailedError } from '../errors.ts'

/** The answer to a thrown error. It reveals nothing of an error that is not a refusal. */
export function refuse(error: unknown, onFailure: (error: unknown) => void): Response {
  const isRefusal = error instanceof LinkError || error instanceof InvalidLinkBodyError
  const known = isRefusal && !(error instanceof LinkFailedError) ? error : undefined
  // What the operator has to see to.
  if (known === undefined || known instanceof CannotCheckNowError) onFailure(error)
  if (known === undefined)
    return answer(new LinkFailedError('Something went wrong on the server. Try again later.'), 500)
  return answer(known, known instanceof LinkError ? known.status : 400)
}

/** The code a refusal is answered with. */
export function codeOf(error: unknown): string {
  return error instanceof LinkError || error instanceof InvalidLinkBodyError ? error.code : 'link_failed'
}

function answer(error: BaseError, status: number): Response {
  const reason = error instanceof LinkError ? error.reason : undefined
  const body: LinkErrorBody = { code: error.code, message: error.message, ...(reason === undefined ? {} : { reason }) }
  const response = Response.json(body, { status })
  if (error instanceof LinkError && error.retryAfterSeconds !== undefined)
    response.headers.set('retry-after', String(error.retryAfterSeconds))
  return response
}

/** The headers every answer has. */
export function protect(response: Response): Response {
  // What packs answers on their way would hold a stream back.
  const isStream = response.headers.get('content-type') === 'text/event-stream'
  response.headers.set('cache-control', isStream ? 'no-store, no-transform' : 'no-store')
  response.headers.set('x-content-type-options', 'nosniff')
  response.headers.set('referrer-policy', 'no-referrer')
  return response
}
