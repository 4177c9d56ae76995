import type { CodesOf } from '@hawser/core'
import type * as errors from './errors.ts'
import type * as viewErrors from './failure/errors.ts'

export { LinkButton, type LinkButtonProps } from './button/LinkButton.tsx'
export { MissingLinkerError } from './errors.ts'
export type { ViewFailedError, ViewPart } from './failure/errors.ts'
export { type LinkedWalletsControl, useLinkedWallets } from './linkedWallets/useLinkedWallets.ts'
export { useLinker } from './linker/useLinker.ts'
export type { ClassicMessages } from './messages/classic/en.ts'
export { type Locale, matchLocale } from './messages/matchLocale.ts'
export { en, type Messages } from './messages/modal/en.ts'
export type { PurposeTexts } from './messages/purposes/en.ts'
export { LinkerProvider, type LinkerProviderProps } from './provider/LinkerProvider.tsx'

/** The error codes of this package. */
export type ReactErrorCode = CodesOf<typeof viewErrors & typeof errors>
