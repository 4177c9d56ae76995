import type { FlowState } from '@hawser/core'
import { chainNameOf } from '../../messages/chainName.ts'
import { fill } from '../../messages/fill.ts'
import type { Messages } from '../../messages/modal/en.ts'

type Failed = Extract<FlowState, { readonly status: 'failed' }>

/** What the way on is called where it is not just another attempt; undefined where it is, or the text is not there. */
export function wayOnAfter({ error, retry }: Failed, messages: Messages): string | undefined {
  if (retry.step === 'wallet') return messages.retryOtherWallet
  if (retry.step !== 'proof') return undefined
  if (error.code === 'signature_pending') return messages.checkAgain
  const text = retry.insteadOf === undefined ? undefined : messages.retryOnNetwork
  return text && fill(text, { network: chainNameOf(retry.accountId) })
}
