import type { BaseError } from '@hawser/wire'
import { RelayRefusedError } from '../errors.ts'

/** Reports a refusal with the relay's words, once the code that reads them is loaded. */
export function explainRefusal(
  read: (errors: typeof import('./refusalErrors.ts')) => BaseError,
  tell: (error: BaseError) => void,
): void {
  import('./refusalErrors.ts').then(read, () => new RelayRefusedError('The relay refused this client.')).then(tell)
}
