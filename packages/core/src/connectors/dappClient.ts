import { createDappClient, createWebStorage, type DappClient } from '@hawser/sign'
import type { WalletConnectOptions } from './walletConnect.ts'

/**
 * The protocol client behind the connector, and what it tells of sessions. A chunk of its own: the QR code is drawn without
 * it, from a pairing made on the page.
 */
export function openDappClient(options: WalletConnectOptions): DappClient {
  const {
    relayUrl,
    projectId,
    metadata,
    keepSession,
    now,
    setTimer,
    randomBytes,
    createWebSocket,
    onRelay,
    onSession,
  } = options
  const client = createDappClient({
    relayUrl,
    metadata,
    now,
    setTimer,
    // Keys that nobody needs after a reload are not left where every script of the origin can read them.
    ...(keepSession && { storage: createWebStorage(() => globalThis.localStorage) }),
    ...(projectId !== undefined && { projectId }),
    ...(randomBytes && { randomBytes }),
    ...(createWebSocket && { createWebSocket }),
  })
  client.on('relay', ({ status }) => onRelay(status === 'connected'))
  client.on('sessionSettled', (session) => onSession({ stage: 'settled', session }))
  client.on('sessionAcknowledged', (session) => onSession({ stage: 'acknowledged', session }))
  client.on('sessionUpdated', (session) => onSession({ stage: 'updated', session }))
  client.on('sessionExtended', (session) => onSession({ stage: 'extended', session }))
  client.on('sessionDeleted', ({ topic }) => onSession({ stage: 'deleted', topic }))
  client.on('sessionExpired', ({ topic }) => onSession({ stage: 'expired', topic }))
  return client
}
