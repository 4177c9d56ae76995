import type * as baseErrors from './baseError.ts'
import type { CodesOf } from './baseError.ts'
import type * as caipErrors from './caip/parseCaip.ts'
import type * as errors from './errors.ts'
import type * as pairingErrors from './formatPairingUri.ts'
import type * as signInErrors from './proof/signInErrors.ts'

/** The codes of the errors that this package throws or provides for other packages to throw. */
export type WireErrorCode = CodesOf<
  typeof baseErrors & typeof caipErrors & typeof errors & typeof pairingErrors & typeof signInErrors
>
