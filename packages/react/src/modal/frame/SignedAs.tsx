import { fill } from '../../messages/fill.ts'
import type { FirstMessages } from '../../messages/modal/en.ts'

/** The account's owner, in the words of the signed text, so that the visitor can compare it with the wallet (T-30). */
export function SignedAs({
  account,
  messages,
}: {
  readonly account: string | undefined
  readonly messages: FirstMessages
}) {
  if (account === undefined) return null
  return (
    <p className="hawser-detail" data-account>
      {fill(messages.signedAs, { account })}
    </p>
  )
}
