import type { SignInCheck } from '../requests/signInCheck.ts'
import { useWords } from '../words/words.ts'
import { Filled } from './Filled.tsx'
import { Icon } from './Icon.tsx'

/** Says that a sign-in text names the app's own address; nothing where there is nothing to say. */
export function DomainCheck({ check }: { readonly check: SignInCheck }) {
  const { messages } = useWords()
  if (check.status !== 'matching') return null
  const domain = (
    <strong className="host">
      <bdi>{check.domain}</bdi>
    </strong>
  )
  return (
    <p className="notice good">
      <Icon name="check" />
      <span>
        <Filled text={messages.domainMatches} domain={domain} />
      </span>
    </p>
  )
}
