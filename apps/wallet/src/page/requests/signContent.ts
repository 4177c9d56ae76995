import type { SignInCheck } from './signInCheck.ts'
import type { TypedData } from './typedData.ts'

/** The content to sign, as a person sees it. */
export type SignContent = {
  /** Typed data to sign; undefined for a text. */
  readonly typedData: TypedData | undefined
  /** The bytes to sign, as hex after `0x`; of typed data its hash. */
  readonly hex: string
  /** The same bytes as text, every character of it; undefined when they are no UTF-8. */
  readonly text: string | undefined
  /** Whether the text holds characters that cannot be seen or that turn the direction of reading. */
  readonly hasHiddenCharacters: boolean
  readonly signIn: SignInCheck
}
