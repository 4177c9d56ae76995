import type { AuthenticatingClient, SessionRequest } from '@hawser/sign'
import type { Reason } from '@hawser/wire'
import { RequestUnsupportedError } from '../../errors.ts'
import { addressesOf, type HeldAccount } from '../accounts/account.ts'
import type { Send } from '../flow/send.ts'
import { readSignRequest } from '../requests/signRequest.ts'
import type { SessionOrigins } from './sessionOrigins.ts'
import type { SessionTimes } from './sessionTimes.ts'

/** Turns what the protocol client reports into events of the wallet. */
export function createClientEvents(options: {
  /** Empty until they are loaded. */
  readonly accounts: () => readonly HeldAccount[]
  readonly origins: Pick<SessionOrigins, 'keep' | 'of'>
  readonly times: Pick<SessionTimes, 'keep'>
  readonly now: () => number
  readonly send: Send
  /** Refuses a request in the wallet's own name. */
  readonly refuse: (request: SessionRequest, reason: Reason) => void
}) {
  const { accounts, origins, times, now, send, refuse } = options

  const showSessions = (client: AuthenticatingClient): void => {
    if (accounts().length === 0) return
    const sessions = client.sessions()
    send({ type: 'sessionsChanged', sessions })
    void origins.keep(sessions).catch(() => {})
    void times.keep(sessions, now()).then((connectedAt) => send({ type: 'connectedAtRead', connectedAt }))
  }

  const receive = (client: AuthenticatingClient, request: SessionRequest): void => {
    const session = client.sessions().find(({ topic }) => topic === request.topic)
    if (session === undefined) return
    try {
      send({
        type: 'requestReceived',
        request: readSignRequest(request, session, addressesOf(accounts()), origins.of(session)),
      })
    } catch (error) {
      if (!(error instanceof RequestUnsupportedError)) throw error
      refuse(request, error.reason)
    }
  }

  return {
    /** Reports what happens from now on. */
    follow(client: AuthenticatingClient): void {
      const show = () => showSessions(client)
      client.on('sessionSettled', show)
      client.on('sessionAcknowledged', show)
      client.on('sessionUpdated', show)
      client.on('sessionExtended', show)
      client.on('sessionDeleted', show)
      client.on('sessionExpired', show)
      client.on('sessionRequest', (request) => receive(client, request))
      client.on('relay', ({ status }) => send({ type: 'relayChanged', relay: status }))
    },
    /** Reports the requests that came while the page was closed. */
    receivePending(client: AuthenticatingClient): void {
      for (const request of client.pendingRequests()) receive(client, request)
    },
  }
}
