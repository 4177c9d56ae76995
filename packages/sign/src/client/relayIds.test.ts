import { testRelayIds } from '../testing/relayIds.conformance.ts'

// Relays echo the id of a request as it came, or read it as a 64-bit number and write that number.
for (const ids of ['asSent', 'quoted', 'bare'] as const) testRelayIds(ids)
