import type { ClassicMessages } from '../messages/classic/en.ts'
import type { OfferMessages } from '../messages/modal/en.ts'
import type { FirstViewProps } from '../modal/frame/viewProps.ts'

/** What every part of the classic variant gets: as a standard view, and the texts it alone has. */
export type ClassicProps = FirstViewProps & { readonly messages: OfferMessages; readonly texts: ClassicMessages }

/** The tab that is shown: the code, or the wallets. */
export type ClassicTab = 'qrcode' | 'wallets'

/** Which page of the list is shown. It belongs to a search: another one starts at its first page. */
export type ClassicPage = { readonly search: string; readonly number: number }
