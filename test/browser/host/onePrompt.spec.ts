import { atNight } from '@hawser/test-kit/night'
import { expect } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { test } from '../fixtures.ts'
import { installExtension } from './extension.fixture.ts'
import { type SignInFields, signIn } from './signIn.fixture.ts'

// Wallets that connect and sign in with one prompt, on the stack that `npm start` boots: through ERC-7846, as Base Account
// does, and through `solana:signIn`.

// By day extensions.spec.ts covers a wallet that signs in through `solana:signIn`, and core's tests cover a text of the
// wallet's own.
for (const isHonest of [true, ...atNight(false)]) {
  test(`a wallet that signs ${isHonest ? 'the text of the site' : 'a text of its own'} by wallet_connect links its account`, async ({
    page,
    stack,
  }) => {
    const account = privateKeyToAccount(generatePrivateKey())
    const asked: string[] = []
    await page.exposeFunction('ask', async (method: string, params: readonly unknown[] = []) => {
      asked.push(method)
      if (method === 'wallet_connect') {
        const { capabilities } = params[0] as { capabilities: { signInWithEthereum: SignInFields } }
        const fields = capabilities.signInWithEthereum
        const signed = await signIn(account, isHonest ? fields : { ...fields, statement: 'Sign in.' })
        return { accounts: [{ address: account.address, capabilities: { signInWithEthereum: signed } }] }
      }
      if (method === 'eth_chainId') return '0x1'
      if (method === 'personal_sign') return account.signMessage({ message: { raw: params[0] as `0x${string}` } })
      return [account.address]
    })
    await page.addInitScript(() => {
      const info = {
        uuid: '2a5d3a0e-4f0a-4c8e-9d1a-6a1f6f0f7d11',
        name: 'Quay Account',
        icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
        rdns: 'app.base.account',
      }
      const provider = {
        request: ({ method, params }: { method: string; params?: readonly unknown[] }) =>
          Reflect.get(window, 'ask')(method, params),
      }
      const announce = () =>
        window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
      window.addEventListener('eip6963:requestProvider', announce)
      announce()
    })

    await page.goto(stack.hostUrl)
    await page.getByRole('button', { name: 'Link a wallet' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByRole('button', { name: /Quay Account|Base/ })
      .first()
      .click()
    await expect(dialog.getByText('Wallet linked').first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: account.address.slice(0, 6) })).not.toHaveCount(0)
    expect(asked).toEqual(isHonest ? ['wallet_connect'] : ['wallet_connect', 'personal_sign'])
  })
}

for (const signsIn of ['fails' as const, ...atNight(true as const)]) {
  test(`a Solana account is linked by solana:signIn${signsIn === 'fails' ? ', or as all wallets know where it fails' : ''}`, async ({
    page,
    stack,
  }) => {
    const wallet = { name: 'Quay Wallet', solana: { version: '1.1.0', signsIn } } as const
    const { addresses, signed } = await installExtension(page, wallet, signsIn === true ? 2_601 : 2_602)
    await page.goto(stack.hostUrl)
    await page.getByRole('button', { name: 'Link a wallet' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByRole('button', { name: /Quay Wallet/ })
      .first()
      .click()
    await expect(dialog.getByText('Wallet linked').first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('listitem').filter({ has: page.getByTitle(addresses.Solana) })).toHaveCount(1)
    const chain = signsIn === true ? 'mainnet' : '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    expect(signed).toEqual([expect.stringContaining(`\nChain ID: ${chain}\n`)])
    expect(await page.evaluate('window.connects ?? 0')).toBe(signsIn === true ? 0 : 1)
  })
}
