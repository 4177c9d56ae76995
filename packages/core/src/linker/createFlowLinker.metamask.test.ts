import { formatBase58 } from '@hawser/wire'
import { registerSolanaWalletStandard } from '@metamask/solana-wallet-standard'
import { ed25519 } from '@noble/curves/ed25519.js'
import { createSignInMessage } from '@solana/wallet-standard-util'
import { expect, onTestFinished, test } from 'vitest'
import { challenge, createPageOfWallets } from './pageOfWallets.fixture.ts'

// MetaMask's own implementation of a Wallet Standard wallet. The test emulates the extension behind it, a multichain API
// (CAIP-25, CAIP-27), which signs with a real key.

const chain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const secretKey = new Uint8Array(32).fill(7)
const publicKey = ed25519.getPublicKey(secretKey)
const address = formatBase58(publicKey)
const accountId = `${chain}:${address}`

type Asked = { readonly method: string; readonly params?: Readonly<Record<string, unknown>> }

/** Opens a page with the wallet, whose extension answers as `extension` says. */
async function open(extension: { readonly createSession?: () => unknown; readonly signIn?: () => unknown } = {}) {
  const scope = new EventTarget()
  Object.defineProperty(globalThis, 'window', { value: scope, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'window'))
  const asked: string[] = []
  const heard = new Set<(event: object) => void>()
  let session: object | undefined
  const sign = (message: Uint8Array) => ({
    signedMessage: Buffer.from(message).toString('base64'),
    signature: formatBase58(ed25519.sign(message, secretKey)),
  })
  const client = {
    onNotification(listener: (event: object) => void) {
      heard.add(listener)
      return () => heard.delete(listener)
    },
    getSession: async () => session,
    async createSession() {
      asked.push('createSession')
      session = (await extension.createSession?.()) ?? { sessionScopes: { [chain]: { accounts: [accountId] } } }
      // The extension notifies the page of the selected account.
      const notification = { method: 'metamask_accountsChanged', params: [address] }
      for (const listener of [...heard]) listener({ params: { notification } })
      return session
    },
    revokeSession: async () => {},
    async invokeMethod({ request: { method, params = {} } }: { readonly request: Asked }) {
      asked.push(method)
      if (method === 'signMessage') return sign(Buffer.from(String(params.message), 'base64'))
      return (
        extension.signIn?.() ??
        sign(createSignInMessage(params as unknown as Parameters<typeof createSignInMessage>[0]))
      )
    },
  }
  await registerSolanaWalletStandard({ client } as unknown as Parameters<typeof registerSolanaWalletStandard>[0])
  const page = createPageOfWallets(scope, [chain])
  return { ...page, ...(await page.open()), asked, heard }
}

test('MetaMask’s own Wallet Standard wallet is found, and links with one prompt', async () => {
  const { offered, linker, choose, sent, asked } = await open()
  expect(offered()).toEqual(['MetaMask'])
  expect(linker.getState().wallets.shown.find(({ isInstalled }) => isInstalled)?.imageUrl).toMatch(/^data:image/)
  expect(asked).toEqual([])
  expect(await choose('MetaMask')).toMatchObject({ status: 'linked', wallet: { accountId } })
  expect(asked).toEqual(['createSession', 'signIn'])
  expect(sent.at(-1)).toMatchObject({ challengeId: challenge.challengeId, accountId })
})

test('MetaMask’s own wallet: if signing in fails, it signs the site’s text', async () => {
  const { choose, sent, asked } = await open({
    signIn() {
      throw new Error('Method not supported')
    },
  })
  expect(await choose('MetaMask')).toMatchObject({ status: 'linked', wallet: { accountId } })
  expect(asked).toEqual(['createSession', 'signIn', 'signMessage'])
  const signature = formatBase58(ed25519.sign(new TextEncoder().encode(challenge.message), secretKey))
  expect(sent.at(-1)).toEqual({ purpose: 'link', challengeId: challenge.challengeId, signature })
})

test.each([
  [
    'declines to share',
    'extension_declined',
    () => Promise.reject({ code: 4001, message: 'User rejected the request.' }),
  ],
  ['shares no account of Solana', 'account_not_granted', () => ({ sessionScopes: { 'eip155:1': { accounts: [] } } })],
])('MetaMask’s own wallet: a visitor who %s reads so', async (_, code, createSession) => {
  const { choose } = await open({ createSession })
  expect(await choose('MetaMask')).toMatchObject({ status: 'failed', error: { code } })
})
