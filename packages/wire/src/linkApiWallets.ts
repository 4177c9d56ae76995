import { type AccountId, isAccountId } from './caip.ts'
import { InvalidLinkBodyError } from './errors.ts'
import { linkLimits, parseBody } from './linkApi.ts'
import { asString, field } from './read.ts'
import { visibleText } from './visibleText.ts'

/** A change of a linked wallet: its name (undefined: none of the host user's own), or that it is the primary one. */
export type WalletChange = { readonly label: string | undefined } | { readonly isPrimary: true }

/** Asks for the text to sign before a wallet is unlinked. `accountId` signs it: any account the host user has linked. */
export type UnlinkChallengeRequest = { readonly accountId: AccountId }

/** @throws InvalidLinkBodyError - also on a field that is not of the form */
export function parseWalletChange(value: unknown): WalletChange {
  const body = parseBody(value, ['label', 'isPrimary'])
  const isPrimary = field(body, 'isPrimary')
  const label = field(body, 'label')
  if (label === undefined && isPrimary === true) return { isPrimary }
  if (isPrimary !== undefined || label === undefined)
    throw new InvalidLinkBodyError('The body must hold either label or "isPrimary": true.')
  if (label === null) return { label: undefined }
  const text = visibleText(asString(label, 1024) ?? '')
  // Refused and not cut short: these are the words the host user chose.
  if (text === '' || text.length > linkLimits.walletNameLength)
    throw new InvalidLinkBodyError(`label must be a text of 1 to ${linkLimits.walletNameLength} visible characters.`)
  return { label: text }
}

/** @throws InvalidLinkBodyError - also on a field that is not of the form */
export function parseUnlinkChallengeRequest(value: unknown): UnlinkChallengeRequest {
  const accountId = field(parseBody(value, ['accountId']), 'accountId')
  if (typeof accountId !== 'string' || !isAccountId(accountId))
    throw new InvalidLinkBodyError('accountId must be a CAIP-10 account id.')
  return { accountId }
}
