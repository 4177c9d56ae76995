import { expect, test } from 'vitest'

test('the exports of the package are these', async () => {
  expect(Object.keys(await import('./index.ts')).sort()).toMatchInlineSnapshot(`
    [
      "ChainNotGrantedError",
      "ClientStoppedError",
      "EnvelopeInvalidError",
      "EventNotGrantedError",
      "InvalidRequestError",
      "InvalidSessionMessageError",
      "MethodNotGrantedError",
      "PairingExpiredError",
      "ProposalCancelledError",
      "ProposalExpiredError",
      "ProposalRejectedError",
      "RelayClockError",
      "RelayRefusedError",
      "RelayUnreachableError",
      "RequestExpiredError",
      "RequestRejectedError",
      "SessionEndedError",
      "SharedSecretInvalidError",
      "StorageFailedError",
      "UnknownProposalError",
      "UnknownRequestError",
      "UnknownSessionError",
      "createDappClient",
      "createMemoryStorage",
      "createPairing",
      "createSignClient",
      "createWebStorage",
    ]
  `)
})
