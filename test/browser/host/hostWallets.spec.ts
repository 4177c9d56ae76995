import { atNight } from '@hawser/test-kit/night'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { builtPages } from '../pages/builtPages.ts'
import { type Proof, startProof } from '../processes/startProof.ts'
import { signIn } from './signIn.fixture.ts'

// Wallets that the host app brings: an embedded one, and wagmi's connectors of Base Account and Coinbase Wallet. Their SDKs are
// real. The window that they open at keys.coinbase.com is a page of this test that speaks their protocol.
let proof: Proof

test.beforeAll(async () => {
  proof = await startProof(['registry', 'relay', 'host'], undefined, builtPages.hostWallets)
})
test.afterAll(() => proof.stop())

/** Behaves as the window of an SDK. The test keeps the key, behind `window.signText` and `window.signIn`. Runs in the page. */
async function runWindow(address: string): Promise<void> {
  const page: Window = window.opener
  const toHex = (bytes: ArrayBuffer) =>
    [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const own = await crypto.subtle.generateKey(curve, true, ['deriveKey'])
  const sender = toHex(await crypto.subtle.exportKey('spki', own.publicKey))

  const answers: Readonly<Record<string, (params: readonly string[]) => unknown>> = {
    handshake: () => null,
    eth_requestAccounts: () => [address],
    async wallet_connect([asked]) {
      const fields = Reflect.get(Reflect.get(Object(asked), 'capabilities') ?? {}, 'signInWithEthereum')
      const capabilities = fields && { signInWithEthereum: await Reflect.get(window, 'signIn')(fields) }
      return { accounts: [{ address, capabilities: capabilities ?? {} }], chainIds: ['0x1'] }
    },
    personal_sign: ([message]) => Reflect.get(window, 'signText')(message),
  }
  const isDeclining = () => Reflect.get(window, 'isDeclining')() as Promise<boolean>

  window.addEventListener('message', async ({ data }) => {
    const { id, event, content } = data
    if (event === 'selectSignerType') page.postMessage({ requestId: id, data: 'scw' }, '*')
    if (content === undefined) return
    const peer = await crypto.subtle.importKey('spki', fromHex(data.sender), curve, false, [])
    const cipher = { name: 'AES-GCM', length: 256 }
    const secret = await crypto.subtle.deriveKey({ name: 'ECDH', public: peer }, own.privateKey, cipher, false, [
      'encrypt',
      'decrypt',
    ])
    const read = async ({ iv, cipherText }: { iv: BufferSource; cipherText: BufferSource }) =>
      JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, secret, cipherText)))
    const { method, params } = content.handshake ?? (await read(content.encrypted)).action
    const result = (await isDeclining())
      ? { error: { code: 4001, message: 'User rejected the request.' } }
      : { value: await answers[method]?.(params) }
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const text = new TextEncoder().encode(JSON.stringify({ result }))
    const cipherText = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, secret, text)
    page.postMessage({ requestId: id, sender, content: { encrypted: { iv, cipherText } } }, '*')
  })
  page.postMessage({ event: 'PopupLoaded', id: 'loaded' }, '*')
}

/** Prepares an account that signs in the window, and records every request that leaves this machine's loopback. */
async function prepare(context: BrowserContext) {
  const account = privateKeyToAccount(generatePrivateKey())
  const texts: string[] = []
  const ways: string[] = []
  const elsewhere: string[] = []
  const visitor = { isDeclining: false }
  await context.exposeFunction('isDeclining', () => visitor.isDeclining)
  await context.exposeFunction('signText', (message: `0x${string}`) => {
    texts.push(Buffer.from(message.slice(2), 'hex').toString())
    ways.push('personal_sign')
    return account.signMessage({ message: { raw: message } })
  })
  // Under ERC-7846 (signInWithEthereum), the wallet writes the text.
  await context.exposeFunction('signIn', async (fields: Parameters<typeof signIn>[1]) => {
    const signed = await signIn(account, fields)
    texts.push(signed.message)
    ways.push('wallet_connect')
    return signed
  })
  await context.route(/^https?:\/\/(?!localhost|127\.)/, (route) => {
    const { origin, pathname } = new URL(route.request().url())
    if (`${origin}${pathname}` === 'https://keys.coinbase.com/connect') {
      const body = `<!doctype html><title>Keys</title><script>(${runWindow})('${account.address}')</script>`
      return route.fulfill({ contentType: 'text/html', body })
    }
    elsewhere.push(route.request().url())
    return route.abort()
  })
  // The host app must send this header, so that the window can answer (docs/host-wallets.md).
  await context.route(`${proof.hostUrl}/`, async (route) => {
    const response = await route.fetch()
    const headers = { ...response.headers(), 'cross-origin-opener-policy': 'same-origin-allow-popups' }
    await route.fulfill({ response, headers })
  })
  return { account, texts, ways, elsewhere, visitor }
}

async function choose(page: Page, name: string): Promise<void> {
  await page.goto(proof.hostUrl)
  await page.getByRole('button', { name: 'Link a wallet' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .click()
}

// By day the test of a rejection, below, links Coinbase Wallet.
for (const name of ['Base Account', ...atNight('Coinbase Wallet')]) {
  test(`${name}, given as a connector of wagmi, is linked through the window of its SDK`, async ({ page, context }) => {
    const { account, texts, ways, elsewhere } = await prepare(context)
    await choose(page, name)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Wallet linked').first()).toBeVisible()
    await expect(dialog.getByText(new RegExp(account.address.slice(0, 6), 'i')).first()).toBeVisible()
    // The maker of Base Account documents ERC-7846, so one prompt is enough.
    expect(ways).toEqual([name === 'Base Account' ? 'wallet_connect' : 'personal_sign'])
    expect(texts).toHaveLength(1)
    expect(texts[0]).toContain(`wants you to sign in with your Ethereum account:\n${account.address}\n`)
    expect(elsewhere).toEqual([])
  })
}

test('a rejection in the SDK’s window is a refusal, and Retry asks again', async ({ page, context }) => {
  const { visitor } = await prepare(context)
  visitor.isDeclining = true
  await choose(page, 'Coinbase Wallet')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Connection declined').first()).toBeVisible()
  visitor.isDeclining = false
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByText('Wallet linked').first()).toBeVisible()
})

test('an embedded wallet comes first, with its own picture, and is asked once it is chosen', async ({
  page,
  context,
}) => {
  const { account, texts } = await prepare(context)
  await page.addInitScript((address) => {
    const embedded = {
      async request({ method, params }: { readonly method: string; readonly params?: readonly string[] }) {
        if (method === 'eth_requestAccounts') return [address]
        return method === 'eth_chainId' ? '0x1' : Reflect.get(window, 'signText')(params?.[0])
      },
    }
    Object.defineProperty(window, 'embedded', {
      get() {
        document.body.dataset.asked = String(Number(document.body.dataset.asked ?? 0) + 1)
        return embedded
      },
    })
  }, account.address)
  await page.goto(proof.hostUrl)
  await page.getByRole('button', { name: 'Link a wallet' }).click()
  const dialog = page.getByRole('dialog')
  const first = dialog.getByRole('button', { name: /Embedded Wallet|Base Account|Coinbase Wallet/ }).first()
  await expect(first).toHaveAccessibleName('Embedded Wallet')
  await expect(first.locator('img')).toHaveAttribute('src', /^data:image\/svg/)
  await expect(page.locator('body')).not.toHaveAttribute('data-asked')
  await first.click()
  await expect(dialog.getByText('Wallet linked').first()).toBeVisible()
  await expect(page.locator('body')).toHaveAttribute('data-asked', '1')
  expect(texts).toHaveLength(1)
})
