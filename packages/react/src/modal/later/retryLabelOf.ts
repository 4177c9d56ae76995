import type { FlowState } from '@hawser/core'
import { fill } from '../../messages/fill.ts'
import type { Messages } from '../../messages/modal/en.ts'

type Failed = Extract<FlowState, { readonly status: 'failed' }>

/** The label of a next step other than a plain retry; undefined for a plain retry or before the text is loaded. */
export function retryLabelOf({ error, retry }: Failed, messages: Messages): string | undefined {
  if (retry.step === 'wallet') return messages.retryOtherWallet
  if (retry.step !== 'proof') return undefined
  if (error.code === 'signature_pending') return messages.checkAgain
  const text = retry.insteadOf === undefined ? undefined : messages.retryOnNetwork
  const chainId = retry.accountId.slice(0, retry.accountId.lastIndexOf(':'))
  return text && fill(text, { network: messages.networks?.[chainId] ?? chainId })
}
