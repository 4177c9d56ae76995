import { addressesOf, type WalletAccount } from '../accounts/account.ts'
import { isApprovable } from '../flow/proposalFlow.ts'
import type { Send } from '../flow/send.ts'
import type { Granted, Screen } from '../flow/walletState.ts'
import { AddressText } from '../parts/AddressText.tsx'
import { Answers } from '../parts/Answers.tsx'
import { Asker } from '../parts/Asker.tsx'
import { ChainFact, Fact } from '../parts/Fact.tsx'
import { Risk } from '../parts/Risk.tsx'
import { offeredAddresses } from '../requests/grant.ts'
import { fill, formatTime, nameMethods, nameMissing, useWords } from '../words/words.ts'
import { AddressChoice } from './AddressChoice.tsx'

type ProposalState = Extract<Screen, { status: 'proposal' | 'approving' | 'rejecting' }>

/** Who asks to connect, for what, and which accounts it would see. */
export function ProposalScreen(props: {
  readonly screen: ProposalState
  readonly accounts: readonly WalletAccount[]
  readonly send: Send
}) {
  const { screen, accounts, send } = props
  const { proposal, peer, grant, chosen } = screen
  const words = useWords()
  const { messages } = words
  const isOpen = screen.status === 'proposal'
  const offered = offeredAddresses(proposal, addressesOf(accounts))
  const [only] = offered
  return (
    <section className="card question" aria-busy={!isOpen}>
      <Asker title={fill(messages.proposalTitle, { name: peer.name })} peer={peer} />
      <dl className="facts">
        {offered.length > 1 || only === undefined ? (
          <Fact name={messages.chooseAccounts}>
            <AddressChoice
              legend={messages.chooseAccounts}
              accounts={accounts}
              offered={offered}
              chosen={chosen}
              isOpen={isOpen}
              onToggle={(address) => send({ type: 'addressToggled', address })}
            />
            <Lacking screen={screen} />
          </Fact>
        ) : (
          <Fact name={messages.willSee}>
            <AddressText address={only.address} />
          </Fact>
        )}
        <ChainFact chains={grant.chains} />
        <Rights grant={grant} />
        <Fact name={messages.untilWhen}>{messages.untilThen}</Fact>
      </dl>
      <p className="quiet centered">{fill(messages.lapses, { time: formatTime(words, proposal.expiresAt) })}</p>
      <Risk
        peer={peer}
        isAccepted={screen.status === 'approving' || (screen.status === 'proposal' && screen.isRiskAccepted)}
        isOpen={isOpen}
        send={send}
      />
      <Answers
        no={{
          text: screen.status === 'rejecting' ? messages.rejecting : messages.reject,
          isOpen,
          onClick: () => send({ type: 'rejectChosen' }),
        }}
        yes={{
          text: screen.status === 'approving' ? messages.approving : messages.approve,
          isOpen: screen.status === 'proposal' && isApprovable(screen),
          onClick: () => send({ type: 'approveChosen' }),
        }}
      />
    </section>
  )
}

/** Why what is chosen cannot be given; nothing while it can. */
function Lacking({ screen }: { readonly screen: ProposalState }) {
  const words = useWords()
  const { messages } = words
  const chains = screen.status === 'proposal' ? screen.missing.filter((each) => each.includes(':')) : []
  if (screen.chosen.length > 0 && (screen.status !== 'proposal' || screen.missing.length === 0)) return null
  return (
    <p role="alert">
      {screen.chosen.length === 0 || chains.length === 0
        ? messages.chooseSome
        : fill(messages.chooseRequired, { missing: nameMissing(words, chains) })}
    </p>
  )
}

function Rights({ grant }: { readonly grant: Granted }) {
  const words = useWords()
  const { messages } = words
  return (
    <>
      <Fact name={messages.mayAsk}>
        {grant.methods.length === 0
          ? messages.mayAskNothing
          : fill(messages.mayAskThese, { methods: nameMethods(words, grant.methods) })}
      </Fact>
      {grant.withheld.length > 0 && (
        <Fact name={messages.willNotGet}>
          {fill(messages.willNotGetThese, { methods: nameMethods(words, grant.withheld) })}
        </Fact>
      )}
    </>
  )
}
