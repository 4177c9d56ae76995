import type { AccountId } from '@hawser/wire'
import { expect, test } from 'vitest'
import type { LinkPurpose } from '../flow/purpose.ts'
import { connectionOf } from '../flow/state.ts'
import { sessionOf } from '../linker/linker.fixture.ts'
import { createTimers } from '../platform/timers.fixture.ts'
import { createPurposeClient } from './purposeClient.ts'

const challenge = { challengeId: 'a'.repeat(32), message: 'app.example wants you to …', expiresAt: 1 }
const proof = { challengeId: challenge.challengeId, signature: '0x01' }
const accountId = 'eip155:1:0xabc'
const wallet = { id: 'w1', accountId, walletName: 'Rainbow', linkedAt: 1 } as const
const never = new AbortController().signal

/** Returns a connection that shares these accounts. The first is the account to prove. */
function sharing(...accounts: readonly AccountId[]) {
  const namespaces = { eip155: { accounts, methods: [], events: [] } }
  return { connection: connectionOf({ ...sessionOf('p'), namespaces }), accountId: accounts[0] ?? accountId }
}

function extensionSharing(accountId: AccountId, ...others: readonly AccountId[]) {
  const accounts = [accountId, ...others]
  return { connection: { kind: 'extension', id: 'e', walletName: 'E', rdns: 'e', accounts }, accountId } as const
}

function createClient(purpose: Exclude<LinkPurpose, { kind: 'link' }>, answer: () => Response) {
  const asked: { readonly url: string; readonly body: unknown }[] = []
  const client = createPurposeClient(
    {
      linkUrl: '/link',
      setTimer: createTimers().setTimer,
      fetch: async (input, init) => {
        asked.push({ url: `${init?.method} ${input}`, body: JSON.parse(String(init?.body)) })
        return answer()
      },
    },
    purpose,
  )
  return { client, asked }
}

const gone = () => new Response(null, { status: 204 })
const unlink = { kind: 'unlink', walletId: 'w/1', accountId } as const
const ways = [
  [
    unlink,
    { purpose: 'unlink', walletId: 'w/1' },
    'POST /link/wallets/w%2F1/unlink',
    gone,
    { kind: 'unlink', walletId: 'w/1' },
  ],
  [{ kind: 'release' }, { purpose: 'release', accountId }, 'POST /link/wallets/release', gone, { kind: 'release' }],
  [
    { kind: 'signIn' },
    { purpose: 'signIn', accountId },
    'POST /link/sign-in',
    () => Response.json(wallet),
    { kind: 'signIn', wallet },
  ],
] as const

test.each(ways)('%o: requested and proven on the API’s routes', async (purpose, body, url, answer, outcome) => {
  const issuing = createClient(purpose, () => Response.json(challenge, { status: 201 }))
  expect(await issuing.client.requestChallenge(sharing(accountId), never)).toEqual({ ...challenge, accountId })
  expect(issuing.asked).toEqual([{ url: 'POST /link/challenges', body }])
  const proving = createClient(purpose, answer)
  expect(await proving.client.sendProof(proof, never)).toEqual(outcome)
  expect(proving.asked).toEqual([{ url, body: { purpose: purpose.kind, ...proof } }])
})

test('unlink: of several accounts the linked one signs, on its own chain if shared', async () => {
  const { client } = createClient(unlink, () => Response.json(challenge, { status: 201 }))
  const signer = async (...accounts: readonly AccountId[]) =>
    (await client.requestChallenge(sharing(...accounts), never)).accountId
  expect(await signer('eip155:1:0xdef', 'eip155:137:0xABC', 'eip155:1:0xABC')).toBe('eip155:1:0xABC')
  expect(await signer('eip155:1:0xdef', 'eip155:137:0xabc')).toBe('eip155:137:0xabc')
  const solana = createClient({ ...unlink, accountId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:Abc' }, () =>
    Response.json(challenge, { status: 201 }),
  )
  const other = sharing('eip155:1:0xabc', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:abc')
  await expect(solana.client.requestChallenge(other, never)).rejects.toMatchObject({ code: 'account_differs' })
})

test('unlink: of the accounts an extension shares the linked one signs', async () => {
  const { client } = createClient(unlink, () => Response.json(challenge, { status: 201 }))
  const asking = client.requestChallenge(extensionSharing('eip155:1:0xdef', 'eip155:1:0xABC'), never)
  expect(await asking).toMatchObject({ accountId: 'eip155:1:0xABC' })
})

test('unlink: a Bitcoin address is the same in either case', async () => {
  const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
  const address = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'
  const { client } = createClient({ ...unlink, accountId: `${bitcoin}:${address}` }, () =>
    Response.json(challenge, { status: 201 }),
  )
  const shared: AccountId = `${bitcoin}:${address.toUpperCase()}`
  expect(await client.requestChallenge(sharing(shared), never)).toMatchObject({ accountId: shared })
})

test('unlink: a wallet that shares other accounts fails without a request to the server', async () => {
  const { client, asked } = createClient(unlink, gone)
  await expect(client.requestChallenge(sharing('eip155:1:0xdef'), never)).rejects.toMatchObject({
    code: 'account_differs',
  })
  const asking = client.requestChallenge(extensionSharing('eip155:1:0xdef'), never)
  await expect(asking).rejects.toMatchObject({ code: 'account_differs' })
  expect(asked).toEqual([])
})

test('a refusal keeps the server’s code', async () => {
  const { client } = createClient({ kind: 'signIn' }, () =>
    Response.json({ code: 'wallet_not_linked', message: 'No account.' }, { status: 403 }),
  )
  await expect(client.sendProof(proof, never)).rejects.toMatchObject({ refusal: { code: 'wallet_not_linked' } })
})
