import { expect } from '@playwright/test'
import { createBitcoinWallet } from '../../../packages/link/src/verifiers/testWallets.fixture.ts'
import { test } from '../fixtures.ts'

// Wallets as they are in the page, each in the shape of its documentation, on the stack that `npm start` boots.

type Shape = {
  readonly name: string
  readonly kind: 'p2wpkh' | 'p2tr'
  /** Puts the wallet into the window. `sign` is its key. Runs in the page. */
  readonly install: (address: string, sign: (message: string) => Promise<string>) => void
}

const shapes: readonly Shape[] = [
  {
    name: 'Xverse Wallet',
    kind: 'p2tr',
    install: (address, sign) => {
      const BitcoinProvider = {
        async request(method: string, params: { readonly message: string; readonly protocol?: string }) {
          if (method === 'wallet_connect') {
            const addresses = [
              { address: '3JvL6Ymt8MVWiCNHC7oWU6nLeHNJKLZGLN', purpose: 'payment', addressType: 'p2sh' },
              { address, purpose: 'ordinals', addressType: 'p2tr' },
            ]
            return { jsonrpc: '2.0', id: '1', result: { id: 'a', addresses } }
          }
          if (method !== 'signMessage' || params.protocol !== 'BIP322') return { error: { code: -32601 } }
          return { jsonrpc: '2.0', id: '2', result: { address, signature: await sign(params.message) } }
        },
      }
      Reflect.set(window, 'XverseProviders', { BitcoinProvider })
      const methods = ['wallet_connect', 'getAccounts', 'signMessage']
      Reflect.set(window, 'btc_providers', [{ id: 'XverseProviders.BitcoinProvider', name: 'Xverse Wallet', methods }])
    },
  },
  {
    name: 'Leather',
    kind: 'p2wpkh',
    install: (address, sign) => {
      Reflect.set(window, 'LeatherProvider', {
        async request(method: string, params: { readonly message: string; readonly paymentType?: string }) {
          if (method === 'getAddresses')
            return { jsonrpc: '2.0', id: '1', result: { addresses: [{ symbol: 'BTC', type: 'p2wpkh', address }] } }
          if (method !== 'signMessage' || params.paymentType !== 'p2wpkh')
            throw Object.assign(new Error('Method not found'), { code: -32601 })
          return { jsonrpc: '2.0', id: '2', result: { address, signature: await sign(params.message) } }
        },
      })
    },
  },
  {
    name: 'UniSat',
    kind: 'p2wpkh',
    install: (address, sign) => {
      Reflect.set(window, 'unisat', {
        requestAccounts: async () => [address],
        signMessage: (message: string, type: string) => (type === 'bip322-simple' ? sign(message) : ''),
      })
    },
  },
  {
    name: 'OKX Wallet',
    kind: 'p2tr',
    install: (address, sign) => {
      const bitcoin = {
        requestAccounts: async () => [address],
        signMessage: (message: string, type: string) => (type === 'bip322-simple' ? sign(message) : ''),
      }
      Reflect.set(window, 'okxwallet', { bitcoin })
    },
  },
]

for (const [index, { name, kind, install }] of shapes.entries()) {
  test(`${name} in the page is offered, and links its Bitcoin account (${kind})`, async ({ page, stack }) => {
    const { address, sign } = createBitcoinWallet(270 + index, kind)
    const texts: string[] = []
    await page.exposeFunction('signText', (message: string) => {
      texts.push(message)
      return sign(message)
    })
    await page.addInitScript(`(${install})('${address}', (message) => window.signText(message))`)
    await page.goto(stack.hostUrl)
    await page.getByRole('button', { name: 'Link a wallet' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByRole('button', { name: new RegExp(name) })
      .first()
      .click()
    await expect(dialog.getByText('Wallet linked').first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: address })).toHaveCount(1)
    expect(texts).toHaveLength(1)
    expect(texts[0]).toContain(`wants you to sign in with your Bitcoin account:\n${address}\n`)
  })
}
