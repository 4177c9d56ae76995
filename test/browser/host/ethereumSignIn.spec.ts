import { expect } from '@playwright/test'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { test } from '../fixtures.ts'

// A wallet that connects and signs in by one prompt (ERC-7846), as Base Account does, on the stack that `npm start` boots.

type Fields = { readonly chainId: string; readonly issuedAt: string; readonly expirationTime: string }

for (const isHonest of [true, false]) {
  test(`a wallet that signs ${isHonest ? 'the text of the site' : 'a text of its own'} by wallet_connect links its account`, async ({
    page,
    stack,
  }) => {
    const account = privateKeyToAccount(generatePrivateKey())
    const asked: string[] = []
    // The library that such wallets are built with writes the text.
    const signIn = async ({ chainId, issuedAt, expirationTime, ...fields }: Fields) => {
      const text = {
        ...(fields as unknown as Parameters<typeof createSiweMessage>[0]),
        address: account.address,
        chainId: Number(chainId),
        issuedAt: new Date(issuedAt),
        expirationTime: new Date(expirationTime),
      }
      const message = createSiweMessage(isHonest ? text : { ...text, statement: 'Sign in.' })
      return { message, signature: await account.signMessage({ message }) }
    }
    await page.exposeFunction('ask', async (method: string, params: readonly unknown[] = []) => {
      asked.push(method)
      if (method === 'wallet_connect') {
        const { capabilities } = params[0] as { capabilities: { signInWithEthereum: Fields } }
        const signed = await signIn(capabilities.signInWithEthereum)
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
