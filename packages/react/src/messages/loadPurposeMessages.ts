import type { FailureCode, LinkPurpose } from '@hawser/core'
import { chainNames } from './chainName.ts'
import { matchLocale } from './matchLocale.ts'
import type { Messages } from './modal/en.ts'
import { en, type PurposeTexts } from './purposes/en.ts'

/** The texts that replace the modal's own, by purpose. */
export type PurposeMessages = { readonly [kind in LinkPurpose['kind']]: Partial<Messages> }

// One chunk per language. English is part of this module: it replaces a language that cannot be fetched.
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

/** The texts of every purpose in the modal's language, overridden by the host app's (`messages.purposes`). Never rejects. */
export async function loadPurposeMessages(
  language: string,
  own: Partial<PurposeTexts> | undefined,
): Promise<PurposeMessages> {
  const locale = matchLocale([language])
  const texts = locale === 'en' ? en : await loaders[locale]().catch(() => en)
  return formatPurposeMessages({ ...texts, ...own })
}

/** The explanation of a failure by its code: the cause, and the next step. More common texts load with the modal. */
const failures = {
  envelope_invalid: 'walletUnreadable',
  invalid_session_message: 'walletUnreadable',
  invalid_namespaces: 'walletUnreadable',
  invalid_account_id: 'walletUnreadable',
  invalid_chain_id: 'walletUnreadable',
  invalid_cacao: 'walletUnreadable',
  shared_secret_invalid: 'walletUnreadable',
  signature_malformed: 'walletUnreadable',
  unsupported_account: 'accountUnsupported',
  account_not_granted: 'networkMissing',
  chain_not_granted: 'networkMissing',
  method_not_granted: 'methodMissing',
  event_not_granted: 'methodMissing',
  invalid_request: 'methodMissing',
  extension_failed: 'extensionFailed',
  relay_refused: 'relayRefused',
  relay_busy: 'relayBusy',
  client_stopped: 'pageStopped',
  unknown_pairing: 'pageStopped',
  unknown_proposal: 'pageStopped',
  unknown_request: 'pageStopped',
  proposal_cancelled: 'pageStopped',
  platform_unsupported: 'platformLacking',
  storage_failed: 'storageRefused',
  proof_invalid: 'signatureWrong',
  unsupported_signature: 'signatureUnsupported',
  challenge_unknown: 'messageOver',
  challenge_expired: 'messageOver',
  invalid_sign_in_message: 'serverFailed',
  link_unavailable: 'serverFailed',
  link_failed: 'serverFailed',
  not_found: 'serverFailed',
  body_too_large: 'serverFailed',
  content_type_not_json: 'serverFailed',
  invalid_link_body: 'serverFailed',
  forbidden_origin: 'originRefused',
  too_many_wallets: 'tooManyWallets',
} as const satisfies Partial<Record<FailureCode, keyof PurposeTexts>>

/** Builds, for each purpose, the texts that replace the modal's own. */
function formatTexts(texts: PurposeTexts): PurposeMessages {
  const { walletNotLinked, accountDiffers, stepUp, lastFactor, notFound } = texts
  const problems = {
    ...Object.fromEntries(Object.entries(failures).map(([code, key]) => [code, texts[key]])),
    wallet_not_linked: walletNotLinked,
    account_differs: accountDiffers,
    last_factor: lastFactor,
  } satisfies Partial<Record<FailureCode, string>>
  const of = (title: string, linkFailed: string, fulfilled: string, fulfilledDetail: string, more: object = {}) => ({
    linkWallet: title,
    connectYourWallet: title,
    linkFailed,
    fulfilled,
    fulfilledDetail,
    problems: { ...problems, ...more },
  })
  return {
    link: { problems: { ...problems, proof_required: stepUp } },
    signIn: of(texts.signIn, texts.signInFailed, texts.signedIn, texts.signedInDetail),
    unlink: of(texts.unlink, texts.unlinkFailed, texts.unlinked, texts.unlinkedDetail, { not_found: notFound }),
    release: of(texts.release, texts.releaseFailed, texts.released, texts.releasedDetail),
  }
}

/** Adds the texts for a slow signature, an account that cannot sign, and a choice of network. */
export function formatPurposeMessages(texts: PurposeTexts): PurposeMessages {
  const { cannotSign, notDeployed, signaturePending, othersMaySign, retryOnNetwork, retryOtherWallet, checkAgain } =
    texts
  const { chooseNetwork, chooseNetworkDetail, linkOther } = texts
  const problems = {
    wallet_cannot_sign: cannotSign,
    account_not_deployed: notDeployed,
    signature_pending: signaturePending,
  } satisfies Partial<Record<FailureCode, string>>
  const signing = { othersMaySign, retryOnNetwork, retryOtherWallet, checkAgain, networks: chainNames }
  const choosing = { chooseNetwork, chooseNetworkDetail, linkOther }
  const { link, signIn, unlink, release } = formatTexts(texts)
  const withSigning = (messages: Partial<Messages>) => ({
    ...messages,
    ...signing,
    ...choosing,
    problems: { ...problems, ...messages.problems },
  })
  return {
    link: withSigning(link),
    signIn: withSigning(signIn),
    unlink: withSigning(unlink),
    release: withSigning(release),
  }
}
