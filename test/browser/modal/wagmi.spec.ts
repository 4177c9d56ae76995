import { isNight } from '@hawser/test-kit/night'
import { expect, type Page } from '@playwright/test'
import { type Hex, verifyMessage, verifyTypedData } from 'viem'
import { type Answer, type Asked, askAnvil, chainIn } from '../../contracts/askAnvil.ts'
import { anvilAccount } from '../../contracts/startAnvil.ts'
import { test } from '../fixtures.ts'
import { message, other, typedData } from '../pages/wagmi/signed.ts'
import { runProcess } from '../processes/runProcess.ts'

// A wagmi page with our connector, over a session through a real relay, and over an extension. Its transactions go to a chain.
let house: ReturnType<typeof runProcess>
let pageUrl: string
let anvilUrl: string

test.beforeAll(async () => {
  house = runProcess('test/browser/processes/wagmiProcess.ts', [])
  const ready = await house.line(/^ready /)
  ;({ pageUrl, anvilUrl } = JSON.parse(ready.slice('ready '.length)))
})
test.afterAll(() => house.stop())

/** Gives the wallet an order, and waits until it is done. */
async function order(line: string): Promise<void> {
  const done = house.nextLine(new RegExp(`^done: ${line.split(' ')[0]}$`))
  house.write(line)
  await done
}

/** The methods that the session's wallet was asked for since the stack started. */
async function askedOfWallet(): Promise<readonly string[]> {
  const asked = house.nextLine(/^asked /)
  await order('asked')
  return JSON.parse((await asked).slice('asked '.length))
}

/** Collects violations of the page's policy, and its errors. */
function watchErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (line) => {
    if (/Content Security Policy|Trusted Type/i.test(line.text())) errors.push(line.text())
  })
  return errors
}

async function openPage(page: Page): Promise<void> {
  await page.goto(pageUrl)
  await expect(page.locator('body[data-ready]')).toBeAttached()
}

const connection = (page: Page) => page.locator('#connection')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Presses a button; returns the text of its outcome. */
async function ask(page: Page, name: string): Promise<string> {
  await press(page, name)
  await expect(page.locator('#said')).not.toBeEmpty()
  return (await page.locator('#said').textContent()) ?? ''
}

/** Has the wallet open the link of the modal. */
async function openLink(page: Page): Promise<void> {
  await expect(page.getByRole('dialog').getByRole('img', { name: /QR code/ })).toBeVisible()
  await order(`open ${await page.evaluate(() => Reflect.get(window, 'linker').getState().pairingUri)}`)
}

async function connectSession(page: Page): Promise<void> {
  await press(page, 'Connect')
  await openLink(page)
  await expect(page.locator('#said')).toHaveText(anvilAccount)
  // The caller has the account, so the modal has nothing left to show.
  await expect(page.getByRole('dialog')).toBeHidden()
}

async function balance(): Promise<bigint> {
  const answer = await askAnvil(anvilUrl, { method: 'eth_getBalance', params: [other, 'latest'] })
  return BigInt('result' in answer ? String(answer.result) : 0)
}

/**
 * Signs a message and typed data, and sends a transaction. The signatures are the account's, and the chain has the transaction.
 */
async function useWallet(page: Page): Promise<void> {
  const address = anvilAccount
  const signature = (await ask(page, 'Sign')) as Hex
  expect(await verifyMessage({ address, message, signature })).toBe(true)
  const typed = (await ask(page, 'Sign typed data')) as Hex
  expect(await verifyTypedData({ address, signature: typed, ...typedData })).toBe(true)
  const before = await balance()
  const [status, hash] = (await ask(page, 'Send')).split(' ')
  expect(status).toBe('success')
  const receipt = await askAnvil(anvilUrl, { method: 'eth_getTransactionReceipt', params: [hash] })
  expect(receipt).toMatchObject({ result: { status: '0x1', from: anvilAccount.toLowerCase(), to: other } })
  expect((await balance()) - before).toBe(1_500_000_000_000_000_000n)
}

test('wagmi over a session: connects, signs, sends, switches, adds a chain, survives a reload', async ({ page }) => {
  const errors = watchErrors(page)
  await openPage(page)
  await expect(connection(page)).toHaveText('disconnected nobody nowhere')
  await connectSession(page)
  await expect(connection(page)).toHaveText(`connected ${anvilAccount} 31337`)
  await useWallet(page)

  // The session grants this chain, so the wallet gets no request.
  expect(await ask(page, 'Switch to 31338')).toBe('31338')
  await expect(connection(page)).toHaveText(`connected ${anvilAccount} 31338`)
  const before = await askedOfWallet()
  expect(before).toEqual(['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction'])
  // The session does not grant this chain and the wallet does not know it: the wallet adds the chain and switches to it.
  expect(await ask(page, 'Switch to 31339')).toBe('31339')
  await expect(connection(page)).toHaveText(`connected ${anvilAccount} 31339`)
  const after = await askedOfWallet()
  expect(after.slice(before.length)).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])

  await page.reload()
  await expect(connection(page)).toHaveText(`connected ${anvilAccount} 31339`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await askedOfWallet()).toEqual(after)
  expect(await ask(page, 'Switch to 31338')).toBe('31338')
  expect(await verifyMessage({ address: anvilAccount, message, signature: (await ask(page, 'Sign')) as Hex })).toBe(
    true,
  )

  expect(await ask(page, 'Disconnect')).toBe('disconnected')
  await expect(connection(page)).toHaveText('disconnected nobody nowhere')
  await page.reload()
  await expect(page.locator('body[data-ready]')).toBeAttached()
  await expect(connection(page)).toHaveText('disconnected nobody nowhere')
  expect(errors).toEqual([])
})

// By day, the tests of the connector end sessions.
if (isNight)
  test('wagmi over a session: ended by the wallet, refused by closing, shared with the button', async ({ page }) => {
    const errors = watchErrors(page)
    await openPage(page)
    await connectSession(page)
    await order('end')
    await expect(connection(page)).toHaveText('disconnected nobody nowhere')
    await press(page, 'Connect')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('#said')).toHaveText('UserRejectedRequestError')
    await connectSession(page)
    await expect(connection(page)).toHaveText(`connected ${anvilAccount} 31337`)
    expect(await ask(page, 'Disconnect')).toBe('disconnected')

    await page.evaluate(() => Reflect.get(window, 'linker').open())
    await openLink(page)
    await expect(connection(page)).toHaveText(`connected ${anvilAccount} 31337`)
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(connection(page)).toHaveText(`connected ${anvilAccount} 31337`)
    expect(errors).toEqual([])
  })

/** Puts an extension in the page (EIP-6963). Its state is in the test, so it outlives a reload. */
async function installExtension(page: Page) {
  const asked: string[] = []
  const chains = ['eip155:31337', 'eip155:31338']
  const extension = { asked, chain: 31_337, isShared: false }
  const refuse = (code: number): Answer => ({ error: { code, message: 'said by the extension' } })

  async function answer({ method, params }: Asked): Promise<Answer> {
    asked.push(method)
    if (method === 'eth_chainId') return { result: `0x${extension.chain.toString(16)}` }
    if (method === 'eth_requestAccounts') extension.isShared = true
    if (method === 'eth_requestAccounts' || method === 'eth_accounts')
      return { result: extension.isShared ? [anvilAccount.toLowerCase()] : [] }
    if (method === 'wallet_addEthereumChain') {
      chains.push(chainIn(params))
      return { result: null }
    }
    if (method !== 'wallet_switchEthereumChain') return askAnvil(anvilUrl, { method, params })
    if (!chains.includes(chainIn(params))) return refuse(4902)
    extension.chain = Number(chainIn(params).slice('eip155:'.length))
    await emit('chainChanged', `0x${extension.chain.toString(16)}`)
    return { result: null }
  }
  const emit = (event: string, payload: unknown) =>
    page.evaluate(([name, given]) => Reflect.get(window, 'emit')(name, given), [event, payload])

  await page.exposeFunction('askExtension', answer)
  await page.addInitScript(() => {
    const listeners = new Map<string, Set<(payload: unknown) => void>>()
    const provider = {
      async request(request: unknown) {
        const answer = await Reflect.get(window, 'askExtension')(request)
        if (answer.error !== undefined) throw answer.error
        return answer.result
      },
      on: (event: string, listener: (payload: unknown) => void) =>
        listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
      removeListener: (event: string, listener: (payload: unknown) => void) => listeners.get(event)?.delete(listener),
    }
    Reflect.set(window, 'emit', (event: string, payload: unknown) => {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(payload)
    })
    const info = { uuid: 'anvil', name: 'Anvil Extension', icon: 'data:image/png;base64,AA==', rdns: 'test.anvil' }
    const announce = () =>
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
    window.addEventListener('eip6963:requestProvider', announce)
    announce()
  })
  return { ...extension, extension, emit }
}

/** Starts a connection in wagmi, and chooses the extension in the modal. */
async function connectExtension(page: Page): Promise<void> {
  await press(page, 'Connect')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Anvil Extension/ })
    .click()
  await expect(page.locator('#said')).toHaveText(anvilAccount)
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('wagmi over an extension chosen in the modal: the same, and found after a reload', async ({ page }) => {
  const errors = watchErrors(page)
  const { asked, extension, emit } = await installExtension(page)
  await openPage(page)
  expect(asked).toEqual([])
  await connectExtension(page)
  await expect(connection(page)).toHaveText(`connected ${anvilAccount} 31337`)
  await useWallet(page)
  expect(await ask(page, 'Switch to 31338')).toBe('31338')
  expect(await ask(page, 'Switch to 31339')).toBe('31339')
  await expect(connection(page)).toHaveText(`connected ${anvilAccount} 31339`)
  expect(asked.slice(-4)).toContain('wallet_addEthereumChain')

  asked.length = 0
  await page.reload()
  await expect(connection(page)).toHaveText(`connected ${anvilAccount} 31339`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect([...new Set(asked)].sort()).toEqual(['eth_accounts', 'eth_chainId'])
  expect(await ask(page, 'Switch to 31338')).toBe('31338')

  // The extension is locked, then unlocked again.
  await emit('accountsChanged', [])
  await expect(connection(page)).toHaveText('disconnected nobody nowhere')
  await emit('accountsChanged', [anvilAccount.toLowerCase()])
  await expect(connection(page)).toHaveText(`connected ${anvilAccount} 31338`)

  expect(await ask(page, 'Disconnect')).toBe('disconnected')
  await expect(connection(page)).toHaveText('disconnected nobody nowhere')
  asked.length = 0
  await page.reload()
  await expect(page.locator('body[data-ready]')).toBeAttached()
  await expect(connection(page)).toHaveText('disconnected nobody nowhere')
  expect(asked).toEqual([])
  expect(extension.isShared).toBe(true)
  expect(errors).toEqual([])
})

test('wagmi over an extension whose code is missing: the page goes on, and finds it later', async ({ page }) => {
  const errors = watchErrors(page)
  const { asked } = await installExtension(page)
  await openPage(page)
  await connectExtension(page)
  const code = /\/pageDiscovery-[^/]*\.js$/
  await page.route(code, (route) => route.abort())
  asked.length = 0
  await page.reload()
  // The page is ready once wagmi has tried to reconnect.
  await expect(page.locator('body[data-ready]')).toBeAttached()
  await expect(connection(page)).toHaveText('disconnected nobody nowhere')
  expect(asked).toEqual([])
  expect(await ask(page, 'Connect')).toBe('ProviderRpcError')
  await page.unroute(code)
  await page.reload()
  await expect(connection(page)).toHaveText(`connected ${anvilAccount} 31337`)
  expect(errors).toEqual([])
})
