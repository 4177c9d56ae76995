/** A fault of a link, or a property tested with many inputs: the promise, and the tests that show it. */
export type LinkScenario = {
  readonly id: string
  readonly fault: string
  readonly holds: string
  readonly files: readonly string[]
}

/** The faults of a link, in addition to the relay's own. */
export const linkFaults: readonly LinkScenario[] = [
  {
    id: 'F-L3',
    fault: 'The registry is down, slow, endless, or sends something else than signed listings.',
    holds: 'The code appears as usual, with the built-in wallets. A line says that the list is missing.',
    files: ['packages/core/src/wallets/wallets.test.ts', 'test/browser/faults/registry.spec.ts'],
  },
  {
    id: 'F-L4',
    fault: 'Wallet images are missing, slow, large, or not images.',
    holds: 'Initials take their place. Nothing moves, and memory stays bounded.',
    files: ['packages/core/src/registry/images.test.ts', 'test/browser/faults/registry.spec.ts'],
  },
  {
    id: 'F-L5',
    fault: 'The relay is away at the opening, or goes away later.',
    holds:
      'At the opening the modal shows an error, and no code that cannot work. Later, the same pairing still links.',
    files: ['test/browser/faults/faults.spec.ts', 'test/e2e/link.test.ts'],
  },
  {
    id: 'F-L6',
    fault: 'The browser freezes the tab while the wallet approves.',
    holds: 'The link completes when the visitor returns.',
    files: ['packages/sign/src/lifetime/schedule.test.ts', 'test/browser/faults/visibility.spec.ts'],
  },
  {
    id: 'F-L7',
    fault: 'A connection is dead but looks open.',
    holds: 'The client notices within 35 s, and within 2 s once the page is visible or online again.',
    files: ['test/e2e/zombieSocket.test.ts', 'test/browser/faults/visibility.spec.ts'],
  },
  {
    id: 'F-L8',
    fault: 'The visitor reloads the page at any step.',
    holds: 'The link continues, or begins with a new code.',
    files: ['packages/sign/src/lifetime/schedule.test.ts', 'test/browser/faults/reload.spec.ts'],
  },
  {
    id: 'F-L9',
    fault: 'The browser’s storage is absent, full, read-only, wiped, or holds foreign records.',
    holds: 'A wallet can be linked while the page is open.',
    files: ['packages/sign/src/records/recordStore.test.ts', 'test/browser/threats/threats.spec.ts'],
  },
  {
    id: 'F-L10',
    fault: 'One visitor links one wallet in two tabs at once.',
    holds: 'Each tab has its own attempt, and there is one linked wallet.',
    files: ['test/e2e/twoTabs.test.ts', 'test/browser/modal/tabs.spec.ts'],
  },
  {
    id: 'F-L12',
    fault: 'A wallet approves after the proposal expired.',
    holds: 'The wallet learns that it is too late.',
    files: ['packages/sign/src/session/pairing.test.ts', 'packages/sign/src/proposer/lateApproval.test.ts'],
  },
  {
    id: 'F-L13',
    fault: 'A wallet declines, disappears, or signs with another account or another text.',
    holds: 'A message names the reason, Retry works without a reload, and nothing is stored.',
    files: ['test/e2e/scriptedWallet.test.ts', 'packages/sign/src/testing/createTestWallet.test.ts'],
  },
  {
    id: 'F-L14',
    fault: 'The clocks of page, wallet, relay and server differ by five minutes.',
    holds: 'The link works. Beyond that, the error names the clock.',
    files: ['test/e2e/clocks.test.ts', 'packages/sign/src/socket/relaySocket.test.ts'],
  },
  {
    id: 'F-L15',
    fault: 'The link API is down or slow, or its answer is lost after it stored the wallet.',
    holds: 'The page sends the same proof again, and there is one linked wallet.',
    files: ['packages/link/src/createLink.again.test.ts', 'test/e2e/lostAnswer.test.ts'],
  },
  {
    id: 'F-L16',
    fault: 'The link store is killed while it writes.',
    holds: 'No wallet is stored without a proof, none is lost, and no challenge can be used again.',
    files: ['packages/link/src/stores/crash.test.ts', 'packages/link/src/stores/serverCrash.test.ts'],
  },
  {
    id: 'F-L17',
    fault: 'The RPC addresses hang, fail, serve another chain, or lag behind.',
    holds: 'No contract account is linked falsely. The refusal says that it cannot be checked now.',
    files: ['packages/link/src/verifiers/contractClient.test.ts', 'packages/react/src/modal/views.test.tsx'],
  },
]

/** Properties of any input, tested with altered and generated inputs. */
export const properties: readonly LinkScenario[] = [
  {
    id: 'Z-1',
    fault: 'Malformed frames on the relay’s port.',
    holds: 'The relay lives and stays responsive.',
    files: ['packages/relay/src/server/socket/fuzzFrames.test.ts'],
  },
  {
    id: 'Z-2',
    fault: 'JSON-RPC requests with one thing wrong.',
    holds: 'Each gets a documented answer, or the connection is closed.',
    files: ['packages/relay/src/rpc/fuzzRequests.test.ts'],
  },
  {
    id: 'Z-3',
    fault: 'Pairing URIs.',
    holds: 'Each is read or refused with our error, within a millisecond.',
    files: ['test/fuzz/pairingUri.test.ts'],
  },
  {
    id: 'Z-4',
    fault: 'Listings, for the modal and for the registry.',
    holds: 'None breaks a reader, or a promise about links and names.',
    files: ['test/fuzz/listings.test.ts', 'test/fuzz/registry.test.ts'],
  },
  {
    id: 'Z-5',
    fault: 'Altered sign-in texts.',
    holds: 'None is accepted that the reference implementation refuses.',
    files: ['test/fuzz/signInMessage.test.ts', 'test/fuzz/signInReference.test.ts'],
  },
  {
    id: 'Z-6',
    fault: 'Altered envelopes.',
    holds: 'None opens, and the time does not tell where one is wrong.',
    files: ['test/fuzz/envelope.test.ts'],
  },
  {
    id: 'Z-7',
    fault: 'Forged client tokens.',
    holds: 'None is accepted.',
    files: ['packages/relay/src/server/fuzzTokens.test.ts'],
  },
  {
    id: 'Z-9',
    fault: 'Events of the flow, in any order.',
    holds: 'Every order ends in a legal state with a way on.',
    files: ['packages/core/src/flow/flow.test.ts'],
  },
  {
    id: 'Z-10',
    fault: 'Calls of several clients at one and two relays.',
    holds: 'The answers are those of a reference queue: P1 to P4.',
    files: ['packages/relay/src/server/relayModel.conformance.ts'],
  },
]

/** The tests that name each promise. */
export const promiseFiles: Readonly<Record<string, readonly string[]>> = {
  P1: ['packages/relay/src/server/relayModel.conformance.ts', 'test/faults/verifyLedger.test.ts'],
  P2: ['packages/relay/src/rpc/semantics.test.ts', 'packages/relay/src/server/relayModel.conformance.ts'],
  P3: ['packages/relay/src/rpc/semantics.test.ts', 'packages/relay/src/server/relayModel.conformance.ts'],
  P4: ['packages/relay/src/rpc/semantics.test.ts', 'packages/relay/src/server/relayModel.conformance.ts'],
  P5: ['packages/relay/src/rpc/semantics.test.ts'],
  P6: ['test/e2e/link.test.ts'],
}
