/** What is there at this moment. */
export type RegistryLoad = {
  readonly connections: number
  readonly bundleVersion: number
  readonly bundleListings: number
  /** Epoch milliseconds. */
  readonly bundleExpiresAt: number
}

/** Why a connection or request came to nothing before it was read. */
export type RegistryRefusal = 'pace' | 'connections' | 'unreadable' | 'slow'

/** What the registry counts. It is told kinds and numbers, never an address, a search or anything else a client chose. */
export type RegistryMetrics = {
  /** `route` as the document has it, or `none`. */
  answered(route: string, status: number, seconds: number): void
  refused(reason: RegistryRefusal): void
  reloaded(isTaken: boolean): void
  /** How to read the load, whenever it is asked for. */
  observe(read: () => RegistryLoad): void
}

const nothing = () => {}

/** Counts nothing. */
export const silentMetrics: RegistryMetrics = {
  answered: nothing,
  refused: nothing,
  reloaded: nothing,
  observe: nothing,
}
