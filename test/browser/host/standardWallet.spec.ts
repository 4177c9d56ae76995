import { generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect } from '@playwright/test'
import { test } from '../fixtures.ts'

// A wallet in the page, registered by the helper that wallets of the Wallet Standard use, on the stack that `npm start` boots.

const require = createRequire(import.meta.url)
const registration = readFileSync(join(dirname(require.resolve('@wallet-standard/wallet')), 'register.js'), 'utf8')

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Bytes that do not begin with a zero, in base58. */
function formatBase58(bytes: Uint8Array): string {
  let text = ''
  for (let number = BigInt(`0x${Buffer.from(bytes).toString('hex')}`); number > 0n; number /= 58n)
    text = alphabet.charAt(Number(number % 58n)) + text
  return text
}

/** A key of Solana, and its address. */
function createAccount() {
  for (;;) {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const bytes = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
    if (bytes[0] !== 0) return { privateKey, address: formatBase58(bytes) }
  }
}

for (const when of ['before', 'after'] as const) {
  test(`F15a a wallet that registers ${when} the page is ready is offered, and links its Solana account`, async ({
    page,
    stack,
  }) => {
    const { address, privateKey } = createAccount()
    const texts: string[] = []
    await page.exposeFunction('signBytes', (bytes: number[]) => {
      texts.push(Buffer.from(bytes).toString())
      return [...sign(null, Buffer.from(bytes), privateKey)]
    })
    await page.addInitScript(`{ const exports = {}; ${registration}\n window.registerWallet = exports.registerWallet }`)
    await page.addInitScript((account) => {
      const accounts: object[] = []
      const wallet = {
        version: '1.0.0',
        name: 'Quay Wallet',
        icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
        chains: ['solana:mainnet'],
        accounts,
        features: {
          'standard:connect': {
            version: '1.0.0',
            async connect() {
              accounts.push({
                address: account,
                publicKey: new Uint8Array(32),
                chains: ['solana:mainnet'],
                features: [],
              })
              return { accounts }
            },
          },
          'solana:signMessage': {
            version: '1.1.0',
            async signMessage({ message }: { message: Uint8Array }) {
              const signature = await Reflect.get(window, 'signBytes')([...message])
              return [{ signedMessage: message, signature: Uint8Array.from(signature) }]
            },
          },
        },
      }
      Reflect.set(window, 'comeIn', () => Reflect.get(window, 'registerWallet')(wallet))
    }, address)
    if (when === 'before') await page.addInitScript('comeIn()')

    await page.goto(stack.hostUrl)
    await page.getByRole('button', { name: 'Link a wallet' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
    if (when === 'after') await page.evaluate('comeIn()')
    await dialog
      .getByRole('button', { name: /Quay Wallet/ })
      .first()
      .click()
    await expect(dialog.getByText('Wallet linked').first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: address })).toHaveCount(1)
    expect(texts).toHaveLength(1)
    expect(texts[0]).toContain(`wants you to sign in with your Solana account:\n${address}\n`)
  })
}
