import { accountOf } from '../accounts/account.ts'
import type { ScreenProps } from '../flow/walletState.ts'
import { AddressText } from '../parts/AddressText.tsx'
import { UntrustedText } from '../parts/controls.tsx'
import { Fact } from '../parts/Fact.tsx'
import { InterpolatedText } from '../parts/InterpolatedText.tsx'
import { MessageText } from '../parts/MessageText.tsx'
import { DomainCheck, Question } from '../parts/Question.tsx'
import { TypedDataTree } from '../parts/TypedDataTree.tsx'
import { count, nameAccount, nameChain, useWords } from '../words/words.ts'

/** Shows the content to sign in full, and the app that requests it. */
export function RequestScreen({ state: { accounts, waiting }, screen }: ScreenProps<'request'>) {
  const { request } = screen
  const { typedData, signIn } = request
  const words = useWords()
  const { messages } = words
  const account = accountOf(accounts, request.address)
  const title = signIn.status === 'matching' ? messages.requestSignInTitle : messages.requestTitle
  return (
    <Question
      screen={screen}
      title={typedData === undefined ? title : messages.requestDataTitle}
      about={
        <p>
          <InterpolatedText text={messages.forApp} name={<UntrustedText>{request.peer.name}</UntrustedText>} />
        </p>
      }
      no={[messages.refuse, messages.refusing]}
      yes={[messages.sign, messages.signing]}
    >
      {typedData === undefined ? (
        <MessageText request={request} />
      ) : (
        <TypedDataTree typedData={typedData} hasHiddenCharacters={request.hasHiddenCharacters} />
      )}
      <DomainCheck check={signIn} />
      <dl className="box">
        <Fact name={messages.signedWith}>
          {accounts.length > 1 && account !== undefined && <strong>{nameAccount(words, account)} </strong>}
          <AddressText address={request.address} />
        </Fact>
        <Fact name={messages.forChain}>{nameChain(words, request.chainId)}</Fact>
      </dl>
      {waiting.length > 0 && <p className="quiet centered">{count(words, messages.moreWait, waiting.length)}</p>}
    </Question>
  )
}
