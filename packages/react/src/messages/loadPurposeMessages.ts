import type { LinkPurpose } from '@hawser/core'
import { chainNames } from './chainName.ts'
import { matchLocale } from './matchLocale.ts'
import type { Messages } from './modal/en.ts'
import { en, type PurposeTexts } from './purposes/en.ts'

/** What takes the place of the modal's texts, by what it is open for. */
export type PurposeMessages = { readonly [kind in LinkPurpose['kind']]: Partial<Messages> }

// One chunk per language. English is here already: it stands in where another cannot be fetched.
const loaders = {
  ar: async () => (await import('./purposes/ar.ts')).ar,
  de: async () => (await import('./purposes/de.ts')).de,
  es: async () => (await import('./purposes/es.ts')).es,
  fa: async () => (await import('./purposes/fa.ts')).fa,
  fr: async () => (await import('./purposes/fr.ts')).fr,
  he: async () => (await import('./purposes/he.ts')).he,
  hi: async () => (await import('./purposes/hi.ts')).hi,
  id: async () => (await import('./purposes/id.ts')).id,
  it: async () => (await import('./purposes/it.ts')).it,
  ja: async () => (await import('./purposes/ja.ts')).ja,
  ko: async () => (await import('./purposes/ko.ts')).ko,
  pl: async () => (await import('./purposes/pl.ts')).pl,
  pt: async () => (await import('./purposes/pt.ts')).pt,
  ru: async () => (await import('./purposes/ru.ts')).ru,
  th: async () => (await import('./purposes/th.ts')).th,
  tr: async () => (await import('./purposes/tr.ts')).tr,
  uk: async () => (await import('./purposes/uk.ts')).uk,
  vi: async () => (await import('./purposes/vi.ts')).vi,
  zh: async () => (await import('./purposes/zh.ts')).zh,
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
function formatTexts(texts: PurposeTexts): PurposeMessages {
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

/** Those, and what is said where a signature takes long, or cannot be had of the account that was asked. */
export function formatPurposeMessages(texts: PurposeTexts): PurposeMessages {
  const { cannotSign, notDeployed, signaturePending, othersMaySign, retryOnNetwork, retryOtherWallet, checkAgain } =
    texts
  const problems = {
    wallet_cannot_sign: cannotSign,
    account_not_deployed: notDeployed,
    signature_pending: signaturePending,
  }
  const signing = { othersMaySign, retryOnNetwork, retryOtherWallet, checkAgain, networks: chainNames }
  const { link, signIn, unlink, release } = formatTexts(texts)
  const withSigning = (messages: Partial<Messages>) => ({
    ...messages,
    ...signing,
    problems: { ...problems, ...messages.problems },
  })
  return {
    link: withSigning(link),
    signIn: withSigning(signIn),
    unlink: withSigning(unlink),
    release: withSigning(release),
  }
}
