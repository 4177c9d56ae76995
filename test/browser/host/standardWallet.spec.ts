import { generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect } from '@playwright/test'
import { createSignInMessage } from '@solana/wallet-standard-util'
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

const ways = [
  ['registers before the page is ready', { isFirst: true, signsIn: false }],
  ['registers after the page is ready', { isFirst: false, signsIn: false }],
  ['signs in (solana:signIn)', { isFirst: true, signsIn: true }],
] as const

for (const [what, { isFirst, signsIn }] of ways) {
  test(`F15a a wallet that ${what} is offered, and links its Solana account`, async ({ page, stack }) => {
    const { address, privateKey } = createAccount()
    const texts: string[] = []
    const asked: string[] = []
    await page.exposeFunction('note', (method: string) => asked.push(method))
    // The library that wallets are built with writes the text.
    await page.exposeFunction('writeText', (input: Parameters<typeof createSignInMessage>[0]) => [
      ...createSignInMessage({ ...input, address }),
    ])
    await page.exposeFunction('signBytes', (bytes: number[]) => {
      texts.push(Buffer.from(bytes).toString())
      return [...sign(null, Buffer.from(bytes), privateKey)]
    })
    await page.addInitScript(`{ const exports = {}; ${registration}\n window.registerWallet = exports.registerWallet }`)
    await page.addInitScript(
      ({ address, signsIn }) => {
        const accounts: object[] = []
        const account = { address, publicKey: new Uint8Array(32), chains: ['solana:mainnet'], features: [] }
        const call = (name: string, input: unknown) => Reflect.get(window, name)(input)
        const signBytes = async (bytes: readonly number[]) => Uint8Array.from(await call('signBytes', bytes))
        const signIn = async (input: object) => {
          call('note', 'signIn')
          const bytes = await call('writeText', input)
          return [{ account, signedMessage: Uint8Array.from(bytes), signature: await signBytes(bytes) }]
        }
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
                call('note', 'connect')
                accounts.push(account)
                return { accounts }
              },
            },
            'solana:signMessage': {
              version: '1.1.0',
              async signMessage({ message }: { message: Uint8Array }) {
                call('note', 'signMessage')
                return [{ signedMessage: message, signature: await signBytes([...message]) }]
              },
            },
            ...(signsIn && { 'solana:signIn': { version: '1.0.0', signIn } }),
          },
        }
        Reflect.set(window, 'comeIn', () => Reflect.get(window, 'registerWallet')(wallet))
      },
      { address, signsIn },
    )
    if (isFirst) await page.addInitScript('comeIn()')

    await page.goto(stack.hostUrl)
    await page.getByRole('button', { name: 'Link a wallet' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
    if (!isFirst) await page.evaluate('comeIn()')
    await dialog
      .getByRole('button', { name: /Quay Wallet/ })
      .first()
      .click()
    await expect(dialog.getByText('Wallet linked').first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: address })).toHaveCount(1)
    expect(texts).toHaveLength(1)
    expect(asked).toEqual(signsIn ? ['signIn'] : ['connect', 'signMessage'])
    if (signsIn) expect(texts[0]).toContain('\nChain ID: mainnet\n')
    expect(texts[0]).toContain(`wants you to sign in with your Solana account:\n${address}\n`)
  })
}
