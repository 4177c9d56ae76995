import { testRelayIds } from '../testing/relayIds.conformance.ts'

// Relays echo the id of a request as it came, or read it as a number of 64 bits and write that.
for (const ids of ['asSent', 'quoted', 'bare'] as const) testRelayIds(ids)
