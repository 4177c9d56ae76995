import type { ScreenProps } from '../flow/walletState.ts'
import { AddressText } from '../parts/AddressText.tsx'
import { useSend } from '../parts/controls.tsx'
import { Fact, PermissionFacts } from '../parts/Fact.tsx'
import { MessageText } from '../parts/MessageText.tsx'
import { DomainCheck, Question } from '../parts/Question.tsx'
import { fill, formatTime, nameAccount, useWords } from '../words/words.ts'

/** Shows the app that asks to connect and sign in at once, its purpose, and the text to sign. */
export function SignInScreen({ state, screen }: ScreenProps<'signIn'>) {
  const { request, chains, methods } = screen
  const words = useWords()
  const { messages } = words
  return (
    <Question
      screen={screen}
      title={fill(messages.signInTitle, { name: screen.peer.name })}
      no={[messages.reject, messages.rejecting]}
      yes={[messages.signInButton, messages.signingIn]}
    >
      <MessageText request={request} />
      <DomainCheck check={request.signIn} />
      <dl className="box">
        <Fact name={messages.signInWith}>
          {state.accounts.length > 1 ? (
            <AccountChoice state={state} screen={screen} />
          ) : (
            <AddressText address={request.address} />
          )}
        </Fact>
        <PermissionFacts chains={chains} methods={methods} />
      </dl>
      {request.expiresAt !== undefined && (
        <p className="quiet centered">
          {fill(messages.lapses, { time: formatTime(words, 'time', request.expiresAt) })}
        </p>
      )}
    </Question>
  )
}

function AccountChoice({ state, screen }: ScreenProps<'signIn'>) {
  const words = useWords()
  const send = useSend()
  return (
    <fieldset aria-label={words.messages.signInWith} disabled={screen.answer !== undefined}>
      {state.accounts.map((account) => (
        <label key={account.address} className="option row">
          <input
            type="radio"
            name="account"
            checked={account.address === screen.request.address}
            onChange={() => send({ type: 'accountPicked', address: account.address })}
          />
          <span>
            <strong>{nameAccount(words, account)}</strong>
            <AddressText address={account.address} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}
