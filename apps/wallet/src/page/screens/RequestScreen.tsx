import { accountOf, type WalletAccount } from '../accounts/account.ts'
import type { Send } from '../flow/send.ts'
import { isAnswerable } from '../flow/showScreen.ts'
import type { Screen } from '../flow/walletState.ts'
import { AddressText } from '../parts/AddressText.tsx'
import { Answers } from '../parts/Answers.tsx'
import { Asker } from '../parts/Asker.tsx'
import { DomainCheck } from '../parts/DomainCheck.tsx'
import { Fact } from '../parts/Fact.tsx'
import { Filled } from '../parts/Filled.tsx'
import { MessageText } from '../parts/MessageText.tsx'
import { Risk } from '../parts/Risk.tsx'
import { TypedDataTree } from '../parts/TypedDataTree.tsx'
import type { SignRequest } from '../requests/signRequest.ts'
import { count, nameAccount, nameChain, useWords, type Words } from '../words/words.ts'

/** What is to be signed, in full, and who wants it. */
export function RequestScreen(props: {
  readonly screen: Extract<Screen, { status: 'request' | 'signing' | 'refusing' }>
  readonly accounts: readonly WalletAccount[]
  readonly waitingCount: number
  readonly send: Send
}) {
  const { screen, accounts, send } = props
  const { request } = screen
  const words = useWords()
  const { messages } = words
  const isOpen = screen.status === 'request'
  const account = accountOf(accounts, request.address)
  return (
    <section className="card question" aria-busy={!isOpen}>
      <Asker title={titleOf(words, request)} peer={request.peer}>
        <p>
          <Filled text={messages.forApp} name={<strong className="name">{request.peer.name}</strong>} />
        </p>
      </Asker>
      {request.typedData === undefined ? (
        <MessageText request={request} />
      ) : (
        <TypedDataTree typedData={request.typedData} hasHiddenCharacters={request.hasHiddenCharacters} />
      )}
      <DomainCheck check={request.signIn} />
      <dl className="facts">
        <Fact name={messages.signedWith}>
          {accounts.length > 1 && account !== undefined && <strong>{nameAccount(words, account)} </strong>}
          <AddressText address={request.address} />
        </Fact>
        <Fact name={messages.forChain}>{nameChain(words, request.chainId)}</Fact>
      </dl>
      {props.waitingCount > 0 && (
        <p className="quiet centered">{count(words, messages.moreWait, props.waitingCount)}</p>
      )}
      <Risk
        peer={request.peer}
        isAccepted={screen.status === 'signing' || (screen.status === 'request' && screen.isRiskAccepted)}
        isOpen={isOpen}
        send={send}
      />
      <Answers
        no={{
          text: screen.status === 'refusing' ? messages.refusing : messages.refuse,
          isOpen,
          onClick: () => send({ type: 'refuseChosen' }),
        }}
        yes={{
          text: screen.status === 'signing' ? messages.signing : messages.sign,
          isOpen: screen.status === 'request' && isAnswerable(screen, request),
          onClick: () => send({ type: 'signChosen' }),
        }}
      />
    </section>
  )
}

function titleOf({ messages }: Words, request: SignRequest): string {
  if (request.typedData !== undefined) return messages.requestDataTitle
  return request.signIn.status === 'matching' ? messages.requestSignInTitle : messages.requestTitle
}
