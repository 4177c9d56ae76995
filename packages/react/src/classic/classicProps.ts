import type { ClassicMessages } from '../messages/classic/en.ts'
import type { OfferMessages } from '../messages/modal/en.ts'
import type { FirstViewProps } from '../modal/frame/viewProps.ts'

/** The props of every component of the classic variant: the props of a standard view, and the variant's own texts. */
export type ClassicProps = FirstViewProps & { readonly messages: OfferMessages; readonly texts: ClassicMessages }

/** The shown tab: the code, or the wallets. */
export type ClassicTab = 'qrcode' | 'wallets'

/** The shown page of the list. The page belongs to one search: another search starts at its first page. */
export type ClassicPage = { readonly search: string; readonly number: number }
