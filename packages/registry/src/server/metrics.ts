/** The current load of the registry. */
export type RegistryLoad = {
  readonly connections: number
  readonly bundleVersion: number
  readonly bundleListings: number
  /** Epoch milliseconds. */
  readonly bundleExpiresAt: number
}

/** The reason why a connection or request was refused before it was read. */
export type RegistryRefusal = 'pace' | 'connections' | 'unreadable' | 'slow'

/**
 * The registry's metrics. They receive kinds and numbers, never an address, a search or any other text from a client.
 */
export type RegistryMetrics = {
  /** Counts an answer. `route` is that of a `RoutedResponse`, or `none`. */
  answered(route: string, status: number, seconds: number): void
  refused(reason: RegistryRefusal): void
  reloaded(isTaken: boolean): void
  /** Takes a function that reads the load at any time. */
  observe(read: () => RegistryLoad): void
}

const nothing = () => {}

/** Metrics that count nothing. */
export const silentMetrics: RegistryMetrics = {
  answered: nothing,
  refused: nothing,
  reloaded: nothing,
  observe: nothing,
}
