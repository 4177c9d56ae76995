import {
  addressesPerStore,
  defaultMailboxLimits,
  defaultRelayLimits,
  type MailboxLimits,
  type RelayLimits,
} from '../limits/limits.ts'
import type { SettingValues } from './settings.ts'

const { clientsPerAddress, connectionsPerAddress, publishPace, httpPace, subscriptionsPerClient } = defaultRelayLimits
const { subscriptionsPerAddress, subscriptions } = defaultRelayLimits
const { queuedMessages, clientMessages, keptMessages, queuedLength, clientLength, keptLength } = defaultMailboxLimits

/**
 * The limits of the sockets. A limit without its own setting follows from one that has a setting, in the ratio of their
 * defaults.
 * @param connections - returns how many open sockets this machine can serve in addition to the given number of others
 */
export function relayLimitsOf(values: SettingValues, connections: (others: number) => number): RelayLimits {
  const { maxMessage, maxClientsPerAddress, maxPublishes, maxRequests, maxSubscriptions } = values
  const socketsPerAddress = scaled(maxClientsPerAddress, connectionsPerAddress, clientsPerAddress)
  const topicsPerClientAtAddress = subscriptionsPerAddress / clientsPerAddress
  return {
    ...defaultRelayLimits,
    messageLength: maxMessage,
    maxTtlSeconds: values.maxTtl,
    // Two messages of a composite method, or one message written with escapes, and always a batch of 500 topics or receipts.
    frameLength: Math.max(maxMessage * 2, 96 * 1024),
    connections:
      values.maxConnections ?? connections(defaultRelayLimits.refusedConnections + defaultRelayLimits.handshakes),
    connectionsPerClient: values.maxConnectionsPerClient,
    clientsPerAddress: maxClientsPerAddress,
    connectionsPerAddress: socketsPerAddress,
    // All the sockets that an address can have, at once and again each minute.
    connectPace: { perSecond: socketsPerAddress / 60, burst: socketsPerAddress },
    subscriptionsPerClient: maxSubscriptions,
    subscriptionsPerAddress: Math.max(
      maxSubscriptions,
      scaled(maxSubscriptions * maxClientsPerAddress, topicsPerClientAtAddress, subscriptionsPerClient),
    ),
    subscriptions: scaled(maxSubscriptions, subscriptions, subscriptionsPerClient),
    publishPace: { perSecond: maxPublishes, burst: scaled(maxPublishes, publishPace.burst, publishPace.perSecond) },
    // A client subscribes to all its topics again after a reconnect.
    subscribePace: { perSecond: maxRequests, burst: maxSubscriptions },
    readPace: { perSecond: maxRequests, burst: maxSubscriptions },
    httpPace: { perSecond: maxRequests, burst: scaled(maxRequests, httpPace.burst, httpPace.perSecond) },
  }
}

/** The limits of the mailbox, derived in the same way. */
export function mailboxLimitsOf(values: SettingValues): MailboxLimits {
  const { maxQueued, maxMessage, maxStoreLength } = values
  const topicLength = Math.max(maxMessage, scaled(maxQueued, queuedLength, queuedMessages))
  return {
    ...defaultMailboxLimits,
    queuedMessages: maxQueued,
    queuedLength: topicLength,
    clientMessages: scaled(maxQueued, clientMessages, queuedMessages),
    clientLength: scaled(topicLength, clientLength, queuedLength),
    keptMessages: scaled(maxQueued, keptMessages, queuedMessages),
    keptLength: scaled(topicLength, keptLength, queuedLength),
    addressLength: values.maxAddressLength ?? Math.floor(maxStoreLength / addressesPerStore),
    totalLength: maxStoreLength,
  }
}

/** Scales one limit with another, in the ratio of their defaults. */
function scaled(value: number, fallback: number, fallbackOfValue: number): number {
  return Math.floor((value * fallback) / fallbackOfValue)
}
