import type { WalletAccount } from '../accounts/account.ts'
import type { Send } from '../flow/send.ts'
import { isAnswerable } from '../flow/showScreen.ts'
import type { Screen } from '../flow/walletState.ts'
import { AddressText } from '../parts/AddressText.tsx'
import { Answers } from '../parts/Answers.tsx'
import { Asker } from '../parts/Asker.tsx'
import { DomainCheck } from '../parts/DomainCheck.tsx'
import { ChainFact, Fact } from '../parts/Fact.tsx'
import { MessageText } from '../parts/MessageText.tsx'
import { Risk } from '../parts/Risk.tsx'
import { fill, formatTime, nameMethods, useWords } from '../words/words.ts'
import { AccountChoice } from './AccountChoice.tsx'

/** Who asks to connect and to sign in at once, for what, and the text that is signed with it. */
export function SignInScreen(props: {
  readonly screen: Extract<Screen, { status: 'signIn' | 'signingIn' | 'declining' }>
  readonly accounts: readonly WalletAccount[]
  readonly send: Send
}) {
  const { screen, accounts, send } = props
  const { request, chains, methods } = screen.question
  const words = useWords()
  const { messages } = words
  const isOpen = screen.status === 'signIn'
  return (
    <section className="card question" aria-busy={!isOpen}>
      <Asker title={fill(messages.signInTitle, { name: request.peer.name })} peer={request.peer} />
      <MessageText request={request} />
      <DomainCheck check={request.signIn} />
      <dl className="facts">
        <Fact name={messages.signInWith}>
          {accounts.length > 1 ? (
            <AccountChoice
              legend={messages.signInWith}
              accounts={accounts}
              chosen={request.address}
              isOpen={isOpen}
              onChoose={(address) => send({ type: 'accountPicked', address })}
            />
          ) : (
            <AddressText address={request.address} />
          )}
        </Fact>
        <ChainFact chains={chains} />
        <Fact name={messages.mayAsk}>
          {methods.length === 0
            ? messages.mayAskNothing
            : fill(messages.mayAskThese, { methods: nameMethods(words, methods) })}
        </Fact>
      </dl>
      {request.expiresAt !== undefined && (
        <p className="quiet centered">{fill(messages.lapses, { time: formatTime(words, request.expiresAt) })}</p>
      )}
      <Risk
        peer={request.peer}
        isAccepted={screen.status === 'signingIn' || (screen.status === 'signIn' && screen.isRiskAccepted)}
        isOpen={isOpen}
        send={send}
      />
      <Answers
        no={{
          text: screen.status === 'declining' ? messages.rejecting : messages.reject,
          isOpen,
          onClick: () => send({ type: 'refuseChosen' }),
        }}
        yes={{
          text: screen.status === 'signingIn' ? messages.signingIn : messages.signInButton,
          isOpen: screen.status === 'signIn' && isAnswerable(screen, request),
          onClick: () => send({ type: 'signChosen' }),
        }}
      />
    </section>
  )
}
