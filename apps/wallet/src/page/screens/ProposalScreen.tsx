import type { Send } from '../App.tsx'
import type { WalletAccount } from '../keyring.ts'
import { readPeer } from '../peer.ts'
import type { Granted, Screen } from '../walletState.ts'
import { fill, formatTime, nameMethods, useWords } from '../words.ts'
import { AccountChoice } from './AccountChoice.tsx'
import { AddressText, Answers, Asker, ChainFact, Fact } from './parts.tsx'

type ProposalState = Extract<Screen, { status: 'proposal' | 'approving' | 'rejecting' }>

/** Who asks to connect, for what, and which accounts it would see. */
export function ProposalScreen(props: {
  readonly screen: ProposalState
  readonly accounts: readonly WalletAccount[]
  readonly send: Send
}) {
  const { screen, accounts, send } = props
  const { proposal, grant, chosen } = screen
  const words = useWords()
  const { messages } = words
  const peer = readPeer(proposal.proposer.metadata)
  const isOpen = screen.status === 'proposal'
  const [only] = accounts
  return (
    <section className="card question" aria-busy={!isOpen}>
      <Asker title={fill(messages.proposalTitle, { name: peer.name })} peer={peer} />
      <dl className="facts">
        {accounts.length > 1 || only === undefined ? (
          <Fact name={messages.chooseAccounts}>
            <AccountChoice
              kind="checkbox"
              legend={messages.chooseAccounts}
              accounts={accounts}
              chosen={chosen}
              isOpen={isOpen}
              onChoose={(address) => send({ type: 'accountToggled', address })}
            />
            {chosen.length === 0 && <p role="alert">{messages.chooseSome}</p>}
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
      <Answers
        no={{
          text: screen.status === 'rejecting' ? messages.rejecting : messages.reject,
          isOpen,
          onClick: () => send({ type: 'rejectChosen' }),
        }}
        yes={{
          text: screen.status === 'approving' ? messages.approving : messages.approve,
          isOpen: screen.status === 'proposal' && screen.isArmed && chosen.length > 0,
          onClick: () => send({ type: 'approveChosen' }),
        }}
      />
    </section>
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
