import type { SignInCheck } from './signInCheck.ts'
import type { TypedData } from './typedData.ts'

/** The content to sign, as the person sees it. */
export type SignContent = {
  /** The typed data to sign; undefined for a text. */
  readonly typedData: TypedData | undefined
  /** The bytes to sign as `0x` and hex; for typed data, its hash. */
  readonly hex: string
  /** The same bytes as text, complete. Undefined if they are not UTF-8. */
  readonly text: string | undefined
  /** Whether the text contains characters that are invisible or that change the reading direction. */
  readonly hasHiddenCharacters: boolean
  readonly signIn: SignInCheck
}
