import { expect, type Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createBitcoinWallet, createSolanaWallet } from '../../../packages/link/src/verifiers/testWallets.fixture.ts'
import { test } from '../fixtures.ts'
import { noticeLooks, registration, untilLooked } from './extension.fixture.ts'

// One wallet that announces itself in three ways at once, as Phantom does, on the stack that `npm start` boots. The visitor
// chooses one network, then links the account of each other network with one press.

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

function decodeBase58(text: string): number[] {
  const number = [...text].reduce((sum, letter) => sum * 58n + BigInt(alphabet.indexOf(letter)), 0n)
  return [...Buffer.from(number.toString(16).padStart(128, '0'), 'hex')]
}

type Addresses = { readonly ethereum: string; readonly solana: string; readonly bitcoin: string }

/** Installs the wallet in the page in all three ways. Runs in the page. */
function install({ ethereum, solana, bitcoin }: Addresses): void {
  const ask = (network: string, ...inputs: unknown[]) => Reflect.get(window, 'askWallet')(network, ...inputs)
  const provider = {
    async request({ method, params }: { readonly method: string; readonly params?: readonly string[] }) {
      if (method === 'eth_chainId') return '0x1'
      return method === 'eth_requestAccounts' ? [ethereum] : ask('ethereum', params?.[0])
    },
  }
  const icon = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4='
  const info = { uuid: '5e9f8c04-7c5b-4d8c-9f6e-1f2d3c4b5a69', name: 'Phantom', icon, rdns: 'app.phantom' }
  const announce = () =>
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  window.addEventListener('eip6963:requestProvider', announce)

  const accounts: object[] = []
  Reflect.get(
    window,
    'registerWallet',
  )({
    version: '1.0.0',
    name: 'Phantom',
    icon,
    chains: ['solana:mainnet'],
    accounts,
    features: {
      'standard:connect': {
        version: '1.0.0',
        async connect() {
          accounts.push({ address: solana, publicKey: new Uint8Array(32), chains: ['solana:mainnet'], features: [] })
          return { accounts }
        },
      },
      'solana:signMessage': {
        version: '1.1.0',
        async signMessage({ message }: { readonly message: Uint8Array }) {
          const signature = await ask('solana', new TextDecoder().decode(message))
          return [{ signedMessage: message, signature: Uint8Array.from(signature) }]
        },
      },
    },
  })

  const BitcoinProvider = {
    async request(method: string, params: { readonly message: string }) {
      if (method === 'getAccounts')
        return { jsonrpc: '2.0', id: '1', result: [{ address: bitcoin, purpose: 'payment' }] }
      return { jsonrpc: '2.0', id: '2', result: { address: bitcoin, signature: await ask('bitcoin', params.message) } }
    },
  }
  Reflect.set(window, 'phantomBitcoin', BitcoinProvider)
  const methods = ['getAccounts', 'signMessage']
  Reflect.set(window, 'btc_providers', [{ id: 'phantomBitcoin', name: 'Phantom', icon, methods }])
}

/** Installs the wallet in a page. `asked` lists the networks on which it signed. */
async function prepare(page: Page, seed: number) {
  const account = privateKeyToAccount(generatePrivateKey())
  const solana = createSolanaWallet(seed)
  const bitcoin = createBitcoinWallet(seed, 'p2wpkh')
  const asked: string[] = []
  const chunks: string[] = []
  page.on('request', (request) => chunks.push(new URL(request.url()).pathname))
  await page.exposeFunction('askWallet', async (network: string, text: string) => {
    asked.push(network)
    if (network === 'ethereum') return account.signMessage({ message: { raw: text as `0x${string}` } })
    return network === 'solana' ? decodeBase58(String(await solana.sign(text))) : bitcoin.sign(text)
  })
  const addresses: Addresses = { ethereum: account.address, solana: solana.address, bitcoin: bitcoin.address }
  await page.addInitScript(`${registration};(${noticeLooks})();(${install})(${JSON.stringify(addresses)})`)
  return { asked, addresses, hasChunk: (name: string) => chunks.some((path) => path.includes(name)) }
}

test('Phantom in three ways is one entry: one network is picked, one press links each other', async ({
  page,
  stack,
}) => {
  const { asked, addresses, hasChunk } = await prepare(page, 2701)
  await page.goto(stack.hostUrl)
  await page.getByRole('button', { name: 'Link a wallet' }).click()
  const dialog = page.getByRole('dialog')
  const phantom = dialog.getByRole('list', { name: 'Browser' }).getByRole('button', { name: /Phantom/ })
  await expect(phantom).toHaveCount(1)
  await untilLooked(page)
  expect(hasChunk('NetworkChoice')).toBe(false)
  // The keyboard alone, up to the choice of the network.
  await phantom.focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Choose a network' })).toBeFocused()
  const networks = dialog.getByRole('list', { name: 'Choose a network' }).getByRole('button')
  await expect(networks).toHaveText(['Ethereum', 'Solana', 'Bitcoin'])
  expect(asked).toEqual([])
  await networks.nth(1).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Wallet linked').first()).toBeVisible()
  expect(asked).toEqual(['solana'])

  await dialog.getByRole('button', { name: 'Link your Bitcoin account of Phantom too' }).click()
  await expect.poll(() => asked).toEqual(['solana', 'bitcoin'])
  await dialog.getByRole('button', { name: 'Link your Ethereum account of Phantom too' }).click()
  await expect.poll(() => asked).toEqual(['solana', 'bitcoin', 'ethereum'])
  await expect(dialog.getByText('Wallet linked').first()).toBeVisible()
  await expect(dialog.getByRole('button', { name: /too$/ })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Done' }).click()
  for (const address of Object.values(addresses))
    await expect(page.getByRole('listitem').filter({ has: page.getByTitle(address) })).toHaveCount(1)
})

test('the last chosen network comes first next time, and Back leads to the choice', async ({ page, stack }) => {
  const { asked } = await prepare(page, 2702)
  const choose = async () => {
    await page.goto(stack.hostUrl)
    await page.getByRole('button', { name: 'Link a wallet' }).click()
    await untilLooked(page)
    await page
      .getByRole('dialog')
      .getByRole('list', { name: 'Browser' })
      .getByRole('button', { name: /Phantom/ })
      .click()
  }
  const networks = page.getByRole('list', { name: 'Choose a network' }).getByRole('button')
  await choose()
  await networks.nth(2).click()
  await expect(page.getByRole('dialog').getByText('Wallet linked').first()).toBeVisible()
  expect(asked).toEqual(['bitcoin'])
  await choose()
  await expect(networks).toHaveText(['Bitcoin', 'Ethereum', 'Solana'])
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Connect your wallet' })).toBeVisible()
})
