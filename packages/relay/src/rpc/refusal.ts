import { InvalidIrnFrameError, TooManyRequestsError } from '@hawser/wire'
import {
  MailboxFailedError,
  MailboxLimitExceededError,
  StoreFullError,
  SubscriberLimitExceededError,
} from '../errors.ts'

/** JSON-RPC error codes (relay_rpc) for failed methods. The codes for unreadable frames are in `@hawser/wire`. */
export const rpcCodes = {
  auth: 3000,
  tooManyRequests: 3001,
  payload: -32600,
  handler: -32000,
  internal: -32603,
} as const

/** Converts an error to the form in which it is answered: the code by kind, the name of the failure in `data`. */
export function refusalOf(error: unknown, idToken: string | undefined): InvalidIrnFrameError {
  if (error instanceof InvalidIrnFrameError) return error
  if (error instanceof MailboxLimitExceededError)
    return new InvalidIrnFrameError(error.message, rpcCodes.handler, 'MailboxLimitExceeded', idToken)
  if (error instanceof StoreFullError)
    return new InvalidIrnFrameError(error.message, rpcCodes.handler, 'StoreFull', idToken)
  if (error instanceof SubscriberLimitExceededError)
    return new InvalidIrnFrameError(error.message, rpcCodes.handler, 'SubscriberLimitExceeded', idToken)
  if (error instanceof TooManyRequestsError)
    return new InvalidIrnFrameError(error.message, rpcCodes.tooManyRequests, 'TooManyRequests', idToken)
  if (error instanceof MailboxFailedError) {
    const message = 'The relay could not store or read this. Try again.'
    return new InvalidIrnFrameError(message, rpcCodes.internal, 'StorageError', idToken)
  }
  return new InvalidIrnFrameError('The relay failed. Try again.', rpcCodes.internal, 'Unknown', idToken)
}
