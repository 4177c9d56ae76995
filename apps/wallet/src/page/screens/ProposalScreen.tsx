import { addressesOf, type WalletAccount } from '../accounts/account.ts'
import type { ProposalScreen as ProposalState } from '../flow/walletState.ts'
import { AddressText } from '../parts/AccountName.tsx'
import { useSend } from '../parts/controls.tsx'
import { Fact, RightFacts } from '../parts/Fact.tsx'
import { Question } from '../parts/Question.tsx'
import { offeredAddresses } from '../requests/grant.ts'
import { fill, formatTime, nameMethods, nameMissing, useWords } from '../words/words.ts'
import { AddressChoice } from './AddressChoice.tsx'

/** Who asks to connect, for what, and which accounts it would see. */
export function ProposalScreen(props: { readonly screen: ProposalState; readonly accounts: readonly WalletAccount[] }) {
  const { screen, accounts } = props
  const { proposal, peer, grant, chosen } = screen
  const words = useWords()
  const { messages } = words
  const send = useSend()
  const offered = offeredAddresses(proposal, addressesOf(accounts))
  const [only] = offered
  return (
    <Question
      screen={screen}
      title={fill(messages.proposalTitle, { name: peer.name })}
      no={[messages.reject, messages.rejecting]}
      yes={[messages.approve, messages.approving]}
    >
      <dl className="facts">
        {offered.length > 1 || only === undefined ? (
          <Fact name={messages.chooseAccounts}>
            <AddressChoice
              legend={messages.chooseAccounts}
              accounts={accounts}
              offered={offered}
              chosen={chosen}
              isOpen={screen.answer === undefined}
              onToggle={(address) => send({ type: 'addressToggled', address })}
            />
            <Lacking screen={screen} />
          </Fact>
        ) : (
          <Fact name={messages.willSee}>
            <AddressText address={only.address} />
          </Fact>
        )}
        <RightFacts chains={grant.chains} methods={grant.methods} />
        {grant.withheld.length > 0 && (
          <Fact name={messages.willNotGet}>
            {fill(messages.willNotGetThese, { methods: nameMethods(words, grant.withheld) })}
          </Fact>
        )}
        <Fact name={messages.untilWhen}>{messages.untilThen}</Fact>
      </dl>
      <p className="quiet centered">{fill(messages.lapses, { time: formatTime(words, proposal.expiresAt) })}</p>
    </Question>
  )
}

/** Why what is chosen cannot be given; nothing while it can. */
function Lacking({ screen: { chosen, missing } }: { readonly screen: ProposalState }) {
  const words = useWords()
  const { messages } = words
  if (chosen.length > 0 && missing.length === 0) return null
  const chains = missing.filter((each) => each.includes(':'))
  return (
    <p role="alert">
      {chosen.length === 0 || chains.length === 0
        ? messages.chooseSome
        : fill(messages.chooseRequired, { missing: nameMissing(words, chains) })}
    </p>
  )
}
