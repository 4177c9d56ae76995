import { BaseError } from '@hawser/wire'
import type { Failure } from '../flow/walletState.ts'

/** Converts an error to the form that the wallet's state contains. */
export function toFailure(error: unknown): Failure {
  if (error instanceof BaseError) return { code: error.code, message: error.message }
  return { code: 'unexpected', message: 'Something unexpected went wrong. Reload the page and try again.' }
}
