import { InvalidLinkBodyError, type LinkErrorBody, NotFoundError, TooManyRequestsError } from '@hawser/wire'
import { CannotCheckNowError, LinkError, LinkFailedError } from '../errors.ts'

/** The errors that the API answers with their own message. Other servers use some of them too. */
type Refusal = LinkError | InvalidLinkBodyError | NotFoundError | TooManyRequestsError

/** Formats the answer to a thrown error. It reveals nothing about an error that is not a refusal. */
export function toErrorResponse(error: unknown, onFailure: (error: unknown) => void): Response {
  const known = isRefusal(error) && !(error instanceof LinkFailedError) ? error : undefined
  // Failures that the operator must handle.
  if (known === undefined || known instanceof CannotCheckNowError) onFailure(error)
  if (known === undefined) return answer(new LinkFailedError('Something went wrong on the server. Try again later.'))
  return answer(known)
}

/** Returns the code that a refusal is answered with. */
export function codeOf(error: unknown): string {
  return isRefusal(error) ? error.code : 'link_failed'
}

function isRefusal(error: unknown): error is Refusal {
  return (
    error instanceof LinkError ||
    error instanceof InvalidLinkBodyError ||
    error instanceof NotFoundError ||
    error instanceof TooManyRequestsError
  )
}

function statusOf(error: Refusal): number {
  if (error instanceof LinkError) return error.status
  if (error instanceof NotFoundError) return 404
  return error instanceof TooManyRequestsError ? 429 : 400
}

function answer(error: Refusal): Response {
  const reason = error instanceof LinkError ? error.reason : undefined
  const body: LinkErrorBody = { code: error.code, message: error.message, ...(reason === undefined ? {} : { reason }) }
  const response = Response.json(body, { status: statusOf(error) })
  const waitSeconds = 'retryAfterSeconds' in error ? error.retryAfterSeconds : undefined
  if (waitSeconds !== undefined) response.headers.set('retry-after', String(waitSeconds))
  return response
}

/** Sets the headers that every answer has. */
export function setCommonHeaders(response: Response): Response {
  // A proxy that compresses answers would delay a stream.
  const isStream = response.headers.get('content-type') === 'text/event-stream'
  response.headers.set('cache-control', isStream ? 'no-store, no-transform' : 'no-store')
  response.headers.set('x-content-type-options', 'nosniff')
  response.headers.set('referrer-policy', 'no-referrer')
  return response
}
