// Test support. The ending keeps it out of the build.
// The precedence of proofs from docs/link-accounts.md: `test/docs/linkAccounts.test.ts` keeps the two consistent.

/** The kind of proof behind another host user's link of the address, and the link's status. */
export const holders = {
  'the key, active': { address: '', status: 'active' },
  'the key, `stale` or `re-prove`': { address: '', status: 'stale' },
  'its contract on chain A, active': { address: 'eip155:1:', status: 'active' },
  'its contract on chain A, `stale` or `re-prove`': { address: 'eip155:1:', status: 'stale' },
  'its contract on chain B, active': { address: 'eip155:137:', status: 'active' },
  'its contract on chain B, `stale` or `re-prove`': { address: 'eip155:137:', status: 'stale' },
} as const

/** The new proof and its purpose. */
export const proofs = {
  'link by the key': { address: '', method: 'eip191', purpose: 'link' },
  'link by the contract on chain A': { address: 'eip155:1:', method: 'eip1271', purpose: 'link' },
  'release by the key': { address: '', method: 'eip191', purpose: 'release' },
  'release by the contract on chain A': { address: 'eip155:1:', method: 'eip1271', purpose: 'release' },
} as const

export type Holder = keyof typeof holders
/** `409`: nothing changes. `ends`: the other link ends. `stays`: the other link stays, and the proof still takes effect. */
export type Outcome = '409' | 'ends' | 'stays'

/** For each holder, the outcome of each proof, in the order of `proofs`. */
export const authority: Readonly<Record<Holder, readonly [Outcome, Outcome, Outcome, Outcome]>> = {
  'the key, active': ['409', '409', 'ends', 'stays'],
  'the key, `stale` or `re-prove`': ['ends', '409', 'ends', 'stays'],
  'its contract on chain A, active': ['ends', '409', 'ends', 'ends'],
  'its contract on chain A, `stale` or `re-prove`': ['ends', 'ends', 'ends', 'ends'],
  'its contract on chain B, active': ['ends', 'stays', 'ends', 'stays'],
  'its contract on chain B, `stale` or `re-prove`': ['ends', 'stays', 'ends', 'stays'],
}
