import type { BaseError } from '@hawser/wire'
import { RelayRefusedError } from '../errors.ts'

/** Tells of a refusal, with what the relay said, once the code that reads its words is there. */
export function explainRefusal(
  read: (errors: typeof import('./refusalErrors.ts')) => BaseError,
  tell: (error: BaseError) => void,
): void {
  import('./refusalErrors.ts').then(read, () => new RelayRefusedError('The relay refused this client.')).then(tell)
}
