import type { AuthenticatingClient, SessionRequest } from '@hawser/sign'
import { RequestUnsupportedError } from '../../errors.ts'
import { addressesOf, type SigningAccount } from '../accounts/account.ts'
import type { ConnectedSession, EffectRunner, Send } from '../flow/walletState.ts'
import { readSignRequest } from '../requests/signRequest.ts'
import type { SessionNotes } from './sessionNotes.ts'

const sessionEvents = [
  'sessionSettled',
  'sessionAcknowledged',
  'sessionUpdated',
  'sessionExtended',
  'sessionDeleted',
  'sessionExpired',
] as const

/** Turns the events of the protocol client into events of the wallet. */
export function createClientEvents(options: {
  readonly accounts: () => readonly SigningAccount[]
  readonly sessions: () => readonly ConnectedSession[]
  readonly notes: Pick<SessionNotes, 'keep' | 'of'>
  readonly send: Send
  readonly refuse: EffectRunner['refuse']
}) {
  const { accounts, sessions, notes, send, refuse } = options

  const receive = (request: SessionRequest): void => {
    const session = sessions().find(({ topic }) => topic === request.topic)
    if (session === undefined) return
    try {
      const read = readSignRequest(request, session, addressesOf(accounts()), notes.of(session).origin)
      send({ type: 'requestReceived', request: read })
    } catch (error) {
      if (!(error instanceof RequestUnsupportedError)) throw error
      void refuse({ asked: request, reason: error.reason })
    }
  }

  return {
    /** Reports the client's events from now on. */
    follow(client: AuthenticatingClient): void {
      for (const name of sessionEvents)
        client.on(name, () => {
          if (accounts().length === 0) return
          void notes.keep(client.sessions()).catch(() => {})
          send({ type: 'sessionsChanged', sessions: sessions() })
        })
      client.on('sessionRequest', receive)
      client.on('relay', ({ status }) => send({ type: 'relayChanged', relay: status }))
    },
    /** Reports the requests that arrived while the page was closed. */
    receivePending(client: AuthenticatingClient): void {
      for (const request of client.pendingRequests()) receive(request)
    },
  }
}
