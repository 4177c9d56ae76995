import type { LinkPurpose } from '@hawser/core'
import type { Messages } from '../en.ts'
import { matchLocale } from '../matchLocale.ts'
import { en, type PurposeTexts } from './en.ts'

/** What takes the place of the modal's texts, by what it is open for. */
export type PurposeMessages = { readonly [kind in LinkPurpose['kind']]: Partial<Messages> }

// One chunk per language. English is here already: it stands in where another cannot be fetched.
const loaders = {
  ar: async () => (await import('./ar.ts')).ar,
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
  fa: async () => (await import('./fa.ts')).fa,
  fr: async () => (await import('./fr.ts')).fr,
  he: async () => (await import('./he.ts')).he,
  hi: async () => (await import('./hi.ts')).hi,
  id: async () => (await import('./id.ts')).id,
  it: async () => (await import('./it.ts')).it,
  ja: async () => (await import('./ja.ts')).ja,
  ko: async () => (await import('./ko.ts')).ko,
  pl: async () => (await import('./pl.ts')).pl,
  pt: async () => (await import('./pt.ts')).pt,
  ru: async () => (await import('./ru.ts')).ru,
  th: async () => (await import('./th.ts')).th,
  tr: async () => (await import('./tr.ts')).tr,
  uk: async () => (await import('./uk.ts')).uk,
  vi: async () => (await import('./vi.ts')).vi,
  zh: async () => (await import('./zh.ts')).zh,
}

/** The texts of every purpose in the language of the modal's, the host's own (`messages.purposes`) before them. Never rejects. */
export async function loadPurposeMessages(
  language: string,
  own: Partial<PurposeTexts> | undefined,
): Promise<PurposeMessages> {
  const locale = matchLocale([language])
  const texts = locale === 'en' ? en : await loaders[locale]().catch(() => en)
  return formatPurposeMessages({ ...texts, ...own })
}

/** Which of the modal's texts are others for which purpose. */
export function formatPurposeMessages(texts: PurposeTexts): PurposeMessages {
  const { walletNotLinked, accountDiffers, stepUp, lastFactor, notFound } = texts
  const problems = { wallet_not_linked: walletNotLinked, account_differs: accountDiffers, last_factor: lastFactor }
  const of = (title: string, linkFailed: string, fulfilled: string, fulfilledDetail: string, more: object = {}) => ({
    linkWallet: title,
    connectYourWallet: title,
    linkFailed,
    fulfilled,
    fulfilledDetail,
    problems: { ...problems, ...more },
  })
  return {
    link: { problems: { proof_required: stepUp } },
    signIn: of(texts.signIn, texts.signInFailed, texts.signedIn, texts.signedInDetail),
    unlink: of(texts.unlink, texts.unlinkFailed, texts.unlinked, texts.unlinkedDetail, { not_found: notFound }),
    release: of(texts.release, texts.releaseFailed, texts.released, texts.releasedDetail),
  }
}
