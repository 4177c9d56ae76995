import { addressesOf } from '../accounts/account.ts'
import type { ScreenProps } from '../flow/walletState.ts'
import { AddressText } from '../parts/AddressText.tsx'
import { Fact, PermissionFacts } from '../parts/Fact.tsx'
import { Question } from '../parts/Question.tsx'
import { offeredAddresses } from '../requests/grant.ts'
import { fill, formatTime, nameRequested, useWords } from '../words/words.ts'
import { AddressChoice } from './AddressChoice.tsx'

/** Shows the app that asks to connect, its purpose, and the accounts that the app would see. */
export function ProposalScreen({ state, screen }: ScreenProps<'proposal'>) {
  const { proposal, peer, grant } = screen
  const words = useWords()
  const { messages } = words
  const offered = offeredAddresses(proposal, addressesOf(state.accounts))
  const [only] = offered
  return (
    <Question
      screen={screen}
      title={fill(messages.proposalTitle, { name: peer.name })}
      no={[messages.reject, messages.rejecting]}
      yes={[messages.approve, messages.approving]}
    >
      <dl className="box">
        {offered.length > 1 || only === undefined ? (
          <Fact name={messages.chooseAccounts}>
            <AddressChoice state={state} screen={screen} offered={offered} />
            <Lacking screen={screen} />
          </Fact>
        ) : (
          <Fact name={messages.willSee}>
            <AddressText address={only.address} />
          </Fact>
        )}
        <PermissionFacts chains={grant.chains} methods={grant.methods} />
        {grant.withheld.length > 0 && (
          <Fact name={messages.willNotGet}>
            {fill(messages.willNotGetThese, { methods: nameRequested(words, grant.withheld) })}
          </Fact>
        )}
        <Fact name={messages.untilWhen}>{messages.untilThen}</Fact>
      </dl>
      <p className="quiet centered">{fill(messages.lapses, { time: formatTime(words, 'time', proposal.expiresAt) })}</p>
    </Question>
  )
}

/** Says why the choice cannot be granted. Renders nothing if it can. */
function Lacking({ screen: { chosen, missing } }: Pick<ScreenProps<'proposal'>, 'screen'>) {
  const words = useWords()
  const { messages } = words
  if (chosen.length > 0 && missing.length === 0) return null
  const chains = missing.filter((each) => each.includes(':'))
  return (
    <p role="alert">
      {chosen.length === 0 || chains.length === 0
        ? messages.chooseSome
        : fill(messages.chooseRequired, { missing: nameRequested(words, chains) })}
    </p>
  )
}
