import type { ClassicMessages } from '../messages/classic/en.ts'
import type { OfferMessages } from '../messages/modal/en.ts'
import type { FirstViewProps } from '../modal/frame/viewProps.ts'

/** The props of every part of the classic variant: those of a standard view, and the variant's own texts. */
export type ClassicProps = FirstViewProps & { readonly messages: OfferMessages; readonly texts: ClassicMessages }

/** The shown tab: the code, or the wallets. */
export type ClassicTab = 'qrcode' | 'wallets'

/** The shown page of the list. It belongs to a search: another one starts at its first page. */
export type ClassicPage = { readonly search: string; readonly number: number }
