import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FailureCode, FlowFailure, LinkerState, LinkPurpose } from '@hawser/core'
import { expect, test } from 'vitest'
import { choosing, rainbow } from '../../linkerStates.fixture.ts'
import { loadMessages } from '../../messages/loadMessages.ts'
import { loadPurposeMessages } from '../../messages/loadPurposeMessages.ts'
import { locales } from '../../messages/matchLocale.ts'
import { en, type Messages } from '../../messages/modal/en.ts'
import { loadFailureText } from './firstProblem.ts'
import { problemOf } from './problem.ts'

const packages = join(import.meta.dirname, '../../../..')

/** The codes of a package's error classes. */
function codesIn(...files: readonly string[]): readonly string[] {
  return files.flatMap((file) =>
    [...readFileSync(join(packages, file), 'utf8').matchAll(/\bcode = '([^']+)'/g)].map(([, code = '']) => code),
  )
}

// The errors that reach a developer or an operator, and never a visitor in the modal.
const notForVisitors = [
  // wire: read from a relay, a registry, a pasted link
  ...['invalid_irn_frame', 'invalid_client_auth', 'invalid_listing', 'invalid_manifest', 'invalid_pairing_uri'],
  'invalid_origin_statement',
  // core: the list of wallets has its own texts for them, or the provider throws them
  ...['registry_unavailable', 'registry_untrusted', 'rpc_url_missing', 'rpc_unavailable', 'invalid_params'],
  ...['method_unsupported', 'wallet_not_connected', 'wallet_gone', 'linking_closed', 'chain_unrecognized'],
  ...['provider_stopped', 'chain_not_reached'],
  // A function got wrong or too large arguments, or a server lacks a package.
  ...['invalid_argument', 'invalid_linker_options', 'message_too_large', 'driver_missing', 'port_taken'],
  // link: the view and the page of a handoff have their own texts for them
  ...['handoff_unknown', 'handoff_elsewhere', 'handoff_over', 'handoff_not_proven', 'digits_wrong'],
  // The refusal's own code is shown instead.
  'link_refused',
  // link: thrown at the start, or by the command
  ...['invalid_link_options', 'link_store_unavailable', 'link_store_newer', 'link_store_older', 'invalid_command'],
]
const codes = [
  ...new Set(
    codesIn(
      'core/src/errors.ts',
      'core/src/flow/errors.ts',
      'core/src/platform/errors.ts',
      'sign/src/errors.ts',
      'wire/src/errors.ts',
      'wire/src/proof/signInErrors.ts',
      'wire/src/caip/parseCaip.ts',
      'wire/src/formatPairingUri.ts',
      'link/src/errors.ts',
    ),
  ),
].filter((code) => !notForVisitors.includes(code))

const linkCodes = new Set([...codesIn('link/src/errors.ts'), 'link_unavailable', 'account_differs', 'sign_in_needed'])
const kinds: Readonly<Record<string, FlowFailure['kind']>> = {
  link_refused: 'linkRefused',
  relay_silent: 'relayUnreachable',
  relay_unreachable: 'relayUnreachable',
  relay_refused: 'relayUnreachable',
  relay_busy: 'relayUnreachable',
  relay_clock: 'relayUnreachable',
  proposal_rejected: 'declined',
  request_rejected: 'declined',
  extension_declined: 'declined',
  proposal_expired: 'expired',
  pairing_expired: 'expired',
  request_expired: 'expired',
  extension_silent: 'expired',
  code_ended: 'expired',
  one_tap_unavailable: 'expired',
  session_ended: 'sessionEnded',
  unknown_session: 'sessionEnded',
}

/** A modal that failed with a code, as the linker reports it. */
function failedWith(code: string, purpose: LinkPurpose, reason?: string): LinkerState {
  const kind = kinds[code] ?? (linkCodes.has(code) ? 'linkRefused' : 'connectionFailed')
  // The codes come from the sources, as strings.
  const error: FlowFailure = { kind, code: code as FailureCode, message: 'For developers.', reason }
  return {
    ...choosing,
    purpose,
    flow: { status: 'failed', error, choice: { listing: rainbow, via: 'mobile' }, retry: { step: 'pairing' } },
  }
}

async function loadAll(locale: string, purpose: LinkPurpose['kind']): Promise<Messages> {
  const language = (await loadMessages([locale])) ?? en
  return { ...language, ...(await loadPurposeMessages(locale, undefined))[purpose] }
}

const loaded = new Map<string, Promise<Messages>>()
function messagesOf(locale: string, purpose: LinkPurpose['kind']): Promise<Messages> {
  const key = `${locale} ${purpose}`
  const messages = loaded.get(key) ?? loadAll(locale, purpose)
  loaded.set(key, messages)
  return messages
}

const wallet = { walletId: 'w1', accountId: 'eip155:1:0xab' } as const
const purposes: readonly LinkPurpose[] = [
  { kind: 'link' },
  { kind: 'signIn' },
  { kind: 'release' },
  { kind: 'unlink', ...wallet },
]
// A link never fails because a wallet signs no one in, or because it is the last way to sign in. A sign-in never asks for a
// step-up.
const otherwise: Readonly<Record<string, readonly LinkPurpose['kind'][]>> = {
  proof_required: ['signIn', 'release', 'unlink'],
}

test('words: codes exist', () => {
  expect(codes.length).toBeGreaterThan(45)
  for (const code of notForVisitors) expect(code).toMatch(/^[a-z_]+$/)
})

test.each(codes)(
  'words: %s is a sentence with a next step, in all twenty languages, without its code',
  async (code) => {
    const wrong: string[] = []
    for (const purpose of purposes) {
      if (otherwise[code]?.includes(purpose.kind)) continue
      for (const locale of locales) {
        const { title = '', detail = '' } =
          problemOf(failedWith(code, purpose), await messagesOf(locale, purpose.kind)) ?? {}
        const isGood = title !== '' && detail.length > 8 && !detail.includes(code) && !/\{\w+\}|undefined/.test(detail)
        if (!isGood) wrong.push(`${locale} ${purpose.kind}: ${title}: ${detail}`)
      }
    }
    expect(wrong).toEqual([])
  },
)

test('words: shows only an unknown code itself', async () => {
  const messages = await messagesOf('en', 'link')
  for (const code of ['teapot', 'constructor', '__proto__'])
    expect(problemOf(failedWith('link_refused', { kind: 'link' }, code), messages)?.detail).toContain(`(${code})`)
})

test('words: a host’s own sentence for a code comes before ours', () => {
  const messages: Messages = { ...en, problems: { relay_clock: 'Set your clock, {name}.' } }
  expect(problemOf(failedWith('relay_clock', { kind: 'link' }), messages)?.detail).toBe('Set your clock, Rainbow.')
})

test('words: title and sentence say that the visitor has to sign in first', async () => {
  for (const purpose of purposes.filter(({ kind }) => kind !== 'signIn'))
    expect(problemOf(failedWith('sign_in_needed', purpose), await messagesOf('en', purpose.kind))).toEqual({
      title: 'Sign in first',
      detail: 'Sign in to this site, then try again.',
    })
})

test('F07 distinguishes a part that is gone from one that cannot be fetched', () => {
  expect(loadFailureText('page_outdated', en)).toBe('This page has been updated. Reload it to continue.')
  expect(loadFailureText('client_unavailable', en)).toMatch(/Check your connection/)
  expect(loadFailureText(undefined, en)).toMatch(/Check your connection/)
})
