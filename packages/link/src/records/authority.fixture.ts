// Test support. The ending keeps it out of the build.
// Whose proof counts for more, as docs/link-accounts.md has it: `test/docs/linkAccounts.test.ts` holds the two together.

/** The basis of another host user's link of the address, and whether it counts. */
export const holders = {
  'the key, active': { address: '', status: 'active' },
  'the key, `stale` or `re-prove`': { address: '', status: 'stale' },
  'its contract on chain A, active': { address: 'eip155:1:', status: 'active' },
  'its contract on chain A, `stale` or `re-prove`': { address: 'eip155:1:', status: 'stale' },
  'its contract on chain B, active': { address: 'eip155:137:', status: 'active' },
  'its contract on chain B, `stale` or `re-prove`': { address: 'eip155:137:', status: 'stale' },
} as const

/** The proof and its purpose. */
export const proofs = {
  'link by the key': { address: '', method: 'eip191', purpose: 'link' },
  'link by the contract on chain A': { address: 'eip155:1:', method: 'eip1271', purpose: 'link' },
  'release by the key': { address: '', method: 'eip191', purpose: 'release' },
  'release by the contract on chain A': { address: 'eip155:1:', method: 'eip1271', purpose: 'release' },
} as const

export type Holder = keyof typeof holders
/** `409`: nothing changes. `ends`: the other link does. `stays`: the other link does, and the proof does what it was for. */
export type Outcome = '409' | 'ends' | 'stays'

/** For each holder, what each proof comes to, in the order of `proofs`. */
export const authority: Readonly<Record<Holder, readonly [Outcome, Outcome, Outcome, Outcome]>> = {
  'the key, active': ['409', '409', 'ends', 'stays'],
  'the key, `stale` or `re-prove`': ['ends', '409', 'ends', 'stays'],
  'its contract on chain A, active': ['ends', '409', 'ends', 'ends'],
  'its contract on chain A, `stale` or `re-prove`': ['ends', 'ends', 'ends', 'ends'],
  'its contract on chain B, active': ['ends', 'stays', 'ends', 'stays'],
  'its contract on chain B, `stale` or `re-prove`': ['ends', 'stays', 'ends', 'stays'],
}
