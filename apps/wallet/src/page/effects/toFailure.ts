import { BaseError } from '@hawser/wire'
import type { Failure } from '../flow/walletState.ts'

/** An error as the wallet's state has it. */
export function toFailure(error: unknown): Failure {
  if (error instanceof BaseError) return { code: error.code, message: error.message }
  return { code: 'unexpected', message: 'Something unexpected went wrong. Reload the page and try again.' }
}
