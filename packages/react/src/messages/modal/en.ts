import type { ClassicMessages } from '../classic/en.ts'
import { enFirst } from '../english/enFirst.ts'
import { enLater } from '../english/enLater.ts'
import { enOffer } from '../english/enOffer.ts'
import { enToast } from '../english/enToast.ts'
import { framedTexts } from '../english/framed.ts'
import type { HandoffTexts } from '../handoff/en.ts'
import type { LinkedWalletsMessages } from '../linkedWallets/en.ts'
import type { PhoneTexts } from '../phone/en.ts'
import type { PurposeTexts } from '../purposes/en.ts'
import type { ReachTexts } from '../reach/en.ts'
import type { SessionsMessages } from '../sessions/en.ts'

/** Every text of the modal and the button. `{name}` stands for the wallet's name. Host apps can override any text. */
export type Messages = {
  readonly [key in Exclude<keyof typeof en, keyof typeof framedTexts>]: (typeof en)[key] extends string
    ? string
    : PluralText
} & {
  /** The button's texts inside another site's frame. The default is English. */
  readonly framed?: string
  readonly openInTab?: string
  /** The name of a wallet that exists only as `window.ethereum`. The default is "Browser wallet". */
  readonly browserWallet?: string
  /** The outcome of a purpose other than linking: in a word, and in a sentence with `{account}`. */
  readonly fulfilled?: string
  readonly fulfilledDetail?: string
  /**
   * The text for a wallet that has had a signature request for one minute, and the next steps after a failure. All of these
   * load with the texts of the purposes.
   */
  readonly othersMaySign?: string
  readonly retryOnNetwork?: string
  readonly retryOtherWallet?: string
  readonly checkAgain?: string
  /** Shown for a wallet with several networks: before the choice of a network, and after a link on one of them. */
  readonly chooseNetwork?: string
  readonly chooseNetworkDetail?: string
  readonly linkOther?: string
  /** Names of networks by chain id, for `retryOnNetwork`. */
  readonly networks?: Readonly<Record<string, string>>
  /** The explanation of a failure by its code, if no other text covers it. */
  readonly problems?: Readonly<Record<string, string>>
  /** The texts of signing in, of unlinking and of taking a wallet back. Each default comes from the purposes' dictionary. */
  readonly purposes?: Partial<PurposeTexts>
  /** The classic variant's own texts; each default comes from its dictionary of the same language, else English. */
  readonly classic?: Partial<ClassicMessages>
  /** The texts of the list of connected wallets, in the same way. */
  readonly sessions?: Partial<SessionsMessages>
  /** The texts of the wallet's own browser on phones, in the same way. */
  readonly phone?: Partial<PhoneTexts>
  /** The texts about the relay's reach, in the same way. */
  readonly reach?: Partial<ReachTexts>
  /** The texts of a handoff, in the same way. */
  readonly handoff?: Partial<HandoffTexts>
  /** The texts of the list of linked wallets and of their history, in the same way. */
  readonly linkedWallets?: Partial<LinkedWalletsMessages>
}

/** The texts that the modal starts with: all texts of its first views, and those of the other views that are not English. */
export type FirstMessages = Pick<Messages, keyof typeof enFirst> & Partial<Messages>

/** The texts that the component of the first view's wallets starts with. */
export type OfferMessages = FirstMessages & Pick<Messages, keyof typeof enOffer>

/** A text with a count in it, by plural category of the language (CLDR); every language has `other`. */
export type PluralText = { readonly [category in Intl.LDMLPluralRule]?: string } & { readonly other: string }

/** The English texts. The texts of the views and toasts are those of the specification. */
export const en = { ...enFirst, ...framedTexts, ...enOffer, ...enLater, ...enToast } as const
