import { atNight } from '@hawser/test-kit/night'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { test } from '../fixtures.ts'
import { axeProblems } from '../look/axe.ts'
import { freePorts, runProcess } from '../processes/runProcess.ts'

// The demo wallet's page: its accounts, the requests that it shows and refuses, its apps, and its use without a network.
let url: string
let parts: ReturnType<typeof runProcess>

const publicPhrase = `${'test '.repeat(11)}junk`
const publicAddress = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
// The addresses of the same phrase on Solana and Bitcoin, by the derivation paths that other wallets use.
const publicSolana = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
const publicBitcoin = 'bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te'
const solanaChain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const bitcoinChain = 'bip122:000000000019d6689c085ae165831e93'
const asked = {
  eip155: {
    chains: ['eip155:1'],
    methods: ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction'],
    events: [],
  },
}

async function start(): Promise<void> {
  const port = await freePorts()
  url = `http://localhost:${port}`
  parts = runProcess('test/browser/processes/walletAppProcess.ts', [String(port)], { logged: 'errors' })
  await parts.line(/^ready$/)
}
test.describe.configure({ mode: 'parallel' })
test.beforeAll(start)
test.afterAll(() => parts.stop())

/** Collects policy violations, errors, failed requests, and the hosts that the pages send requests to. */
function watch(context: BrowserContext) {
  const errors: string[] = []
  const hosts = new Set<string>()
  context.on('weberror', (error) => errors.push(String(error.error())))
  context.on('console', (message) => {
    if (message.type() === 'error' || /Content Security Policy|Trusted Type/i.test(message.text()))
      errors.push(message.text())
  })
  context.on('request', (request) => hosts.add(new URL(request.url()).hostname))
  context.on('page', (page) => page.on('websocket', (socket) => hosts.add(new URL(socket.url()).hostname)))
  return { errors, hosts }
}

/** The problems that axe finds, and whether anything overflows the screen. */
async function problems(page: Page): Promise<readonly string[]> {
  const found = await axeProblems(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  return overflow > 0 ? [...found, `${overflow} px beside the screen`] : found
}

/** Has the example app ask for a connection, and pastes its link in the wallet. */
async function paste(page: Page, namespaces: object = asked): Promise<void> {
  const line = parts.nextLine(/^uri /)
  parts.write(JSON.stringify({ propose: namespaces }))
  await page.locator('#link').fill((await line).slice(4))
  await page.keyboard.press('Enter')
  await expect(page.locator('.question .primary')).toBeEnabled()
}

/** Connects the wallet; returns the account ids that the app got. */
async function connect(page: Page, namespaces: object = asked): Promise<readonly string[]> {
  await paste(page, namespaces)
  const approved = parts.nextLine(/^approved /)
  await page.locator('.question .primary').click()
  const ids: readonly string[] = JSON.parse((await approved).slice(9))
  await expect(page.locator('.emblem.good')).toBeVisible()
  return ids
}

/** Asks for a signature; returns the line that reports the outcome. */
function ask(method: string, params: unknown, chainId = 'eip155:1'): Promise<string> {
  const line = parts.nextLine(/^(?:answer|refused) /)
  parts.write(JSON.stringify({ ask: { chainId, method, params } }))
  return line
}

async function importPublicPhrase(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Import phrase' }).click()
  await page.getByLabel(/Seed phrase/).fill(publicPhrase)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Imported')).toBeVisible()
}

const mail = {
  types: {
    Person: [{ name: 'name', type: 'string' }],
    Mail: [
      { name: 'to', type: 'Person[]' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  domain: { name: 'Ether Mail', chainId: 1 },
  message: { to: [{ name: 'Bob' }], contents: 'Hello, Bob!' },
}

test('accounts: own and imported phrases; an app sees the chosen accounts', async ({ context, page }) => {
  const { errors, hosts } = watch(context)
  await page.goto(url)
  await page.getByRole('button', { name: 'Add account' }).click()
  await expect(page.getByText('Account 2')).toBeVisible()

  await page.getByRole('button', { name: 'Import phrase' }).click()
  await page.getByLabel(/Seed phrase/).fill(publicPhrase.replace('junk', 'jnuk'))
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(/Word 12 is not in the word list/)
  await page.getByLabel(/Seed phrase/).fill(publicPhrase)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Imported')).toBeVisible()

  await page.reload()
  // Three accounts with three addresses each.
  await expect(page.getByTestId('short-address')).toHaveCount(9)
  await expect(page.getByRole('banner')).toContainText('do not send funds')

  await page.getByRole('button', { name: 'Details of Account 3' }).click()
  await expect(page.getByTestId('address')).toHaveText([publicAddress, publicSolana, publicBitcoin])
  await page.getByRole('button', { name: 'Show seed phrase' }).click()
  await expect(page.getByRole('listitem')).toHaveText(publicPhrase.split(' '))
  await page.getByRole('button', { name: 'Done' }).click()

  await paste(page)
  await page.getByRole('checkbox', { name: /Account 1/ }).uncheck()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeDisabled()
  await page.getByRole('checkbox', { name: /Account 3/ }).check()
  const approved = parts.nextLine(/^approved /)
  await page.getByRole('button', { name: 'Approve' }).click()
  expect(JSON.parse((await approved).slice(9))).toEqual([`eip155:1:${publicAddress}`])
  expect(errors).toEqual([])
  expect([...hosts].every((host) => host === 'localhost' || host === '127.0.0.1')).toBe(true)
})

test('T-33: shows texts and typed data; refuses foreign sign-in texts and methods', async ({ page }) => {
  await page.goto(url)
  await importPublicPhrase(page)
  const [id = ''] = await connect(page)
  const signer = id.split(':')[2]
  await page.getByRole('button', { name: 'Done' }).click()

  const data = ask('eth_signTypedData_v4', [signer, JSON.stringify(mail)])
  const tree = page.getByRole('region', { name: 'Data to sign: Mail' })
  await expect(tree).toContainText('Hello, Bob!')
  await expect(tree).toContainText('Ether Mail')
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  expect(await data).toMatch(/^answer "0x[0-9a-f]{130}"$/)
  await page.getByRole('button', { name: 'Done' }).click()

  const lines = [
    'bank.example wants you to sign in with your Ethereum account:',
    ...[signer, '', 'Sign in.', '', 'URI: https://bank.example', 'Version: 1', 'Chain ID: 1'],
    ...['Nonce: abcdefgh12345678', 'Issued At: 2026-11-21T07:00:00.000Z'],
  ]
  expect(await ask('personal_sign', [lines.join('\n'), signer])).toBe('refused 4100')
  await expect(page.getByRole('heading', { name: 'Refused to protect you' })).toBeVisible()
  await expect(page.getByText('MISMATCH', { exact: true })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText(/bank\.example.*app\.example/)
  await expect(page.getByRole('button', { name: 'Sign', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Close' }).click()

  const foreign = { ...mail, domain: { ...mail.domain, chainId: 137 } }
  expect(await ask('eth_signTypedData_v4', [signer, JSON.stringify(foreign)])).toBe('refused 4100')
  expect(await ask('eth_sendTransaction', [{ from: signer, to: signer }])).toMatch(/^refused /)
  await expect(page.getByRole('heading', { name: 'Connect to an app' })).toBeVisible()
})

const threefold = {
  ...asked,
  solana: { chains: [solanaChain], methods: ['solana_signMessage'], events: [] },
  bip122: { chains: [bitcoinChain], methods: ['signMessage'], events: [] },
}

test('three ecosystems: the app sees the ticked ones, and each signs texts in its own way', async ({ page }) => {
  await page.goto(url)
  await importPublicPhrase(page)
  await page.getByRole('button', { name: 'Details of Account 1' }).click()
  await page.getByRole('button', { name: 'Remove account' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByTestId('short-address')).toHaveCount(3)

  await paste(page, threefold)
  await expect(page.getByRole('checkbox')).toHaveCount(3)
  await page.getByRole('checkbox', { name: /Ethereum/ }).uncheck()
  const approved = parts.nextLine(/^approved /)
  await page.getByRole('button', { name: 'Approve' }).click()
  expect(JSON.parse((await approved).slice(9))).toEqual([
    `${solanaChain}:${publicSolana}`,
    `${bitcoinChain}:${publicBitcoin}`,
  ])
  await page.getByRole('button', { name: 'Done' }).click()

  // "hello world" in base58.
  const onSolana = ask('solana_signMessage', { message: 'StV1DL6CwTryKyV', pubkey: publicSolana }, solanaChain)
  await expect(page.getByRole('region', { name: 'Text to sign' })).toHaveText('hello world')
  await expect(page.getByTestId('address')).toHaveText(publicSolana)
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  expect(JSON.parse((await onSolana).slice(7))).toEqual({ signature: expect.stringMatching(/^[1-9A-Za-z]{86,88}$/) })
  await page.getByRole('button', { name: 'Done' }).click()

  const params = { account: publicBitcoin, address: publicBitcoin, protocol: 'bip322' }
  const onBitcoin = ask('signMessage', { ...params, message: 'hello world' }, bitcoinChain)
  await expect(page.getByRole('region', { name: 'Text to sign' })).toHaveText('hello world')
  await expect(page.getByText('Bitcoin', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  expect(JSON.parse((await onBitcoin).slice(7))).toMatchObject({
    address: publicBitcoin,
    signature: expect.stringMatching(/^02[0-9a-f]{200,216}$/),
  })
  await page.getByRole('button', { name: 'Done' }).click()

  // T-33: a sign-in text of another site.
  const foreign = [
    'bank.example wants you to sign in with your Bitcoin account:',
    ...[publicBitcoin, '', 'Sign in.', '', 'URI: https://bank.example', 'Version: 1'],
    ...['Chain ID: 000000000019d6689c085ae165831e93', 'Nonce: abcdefgh12345678', 'Issued At: 2026-11-21T07:00:00.000Z'],
  ].join('\n')
  expect(await ask('signMessage', { ...params, message: foreign }, bitcoinChain)).toBe('refused 4100')
  await expect(page.getByText('MISMATCH', { exact: true })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText(/bank\.example.*app\.example/)
})

test('an account is named, and removed with the app that sees it; the last one stays', async ({ page }) => {
  await page.goto(url)
  await expect(page.getByRole('button', { name: 'Details of Account 1' })).toBeVisible()
  await connect(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Add account' }).click()
  await page.getByRole('button', { name: 'Details of Account 2' }).click()
  await page.getByLabel('Name of this account').fill('  Spare   one ')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Spare one' })).toBeVisible()
  await page.reload()

  await page.getByRole('button', { name: 'Details of Account 1' }).click()
  await page.getByRole('button', { name: 'Remove account' }).click()
  await expect(page.getByText('This disconnects the apps that see it: Example app.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Remove account' }).click()
  const ended = parts.nextLine(/^deleted$/)
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await ended
  await expect(page.getByRole('button', { name: /^Details of/ })).toHaveCount(1)
  await expect(page.getByText('No app is connected.')).toBeVisible()
  await page.getByRole('button', { name: 'Details of Spare one' }).click()
  await expect(page.getByText(/You cannot remove the last account/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove account' })).toHaveCount(0)
})

test('says that accounts cannot be read, and keeps them until a reset', async ({ context, page }) => {
  const { errors } = watch(context)
  await page.goto(url)
  await expect(page.getByText('Account 1')).toBeVisible()
  await page.evaluate(() => localStorage.setItem('hawser-wallet:test-account', '[{"kind":"later"}]'))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'The test accounts cannot be read' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('hawser-wallet:test-account'))).toBe('[{"kind":"later"}]')
  await page.getByRole('button', { name: /Reset/ }).click()
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(page.getByText('Account 1')).toBeVisible()
  expect(errors).toEqual([])
})

for (const [missing, address] of [
  ['the rest of its code', '**/assets/openPage-*.js'] as const,
  ...atNight(['where the relay is', '**/config.json'] as const),
]) {
  test(`the page cannot fetch ${missing}: it says so, and opens on the next try`, async ({ page }) => {
    await page.route(address, (route) => route.abort())
    await page.goto(url)
    await expect(page.getByRole('heading', { name: 'The wallet cannot start' })).toBeFocused()
    await page.unroute(address)
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('button', { name: 'Scan code' })).toBeVisible()
  })
}

test('apps: shows start and shared accounts, and ends one or all', async ({ page }) => {
  await page.goto(url)
  for (const _ of [1, 2, 3]) {
    await connect(page)
    await page.getByRole('button', { name: 'Done' }).click()
  }
  const apps = page.getByRole('listitem').filter({ hasText: 'Example app' })
  await expect(apps).toHaveCount(3)
  await expect(apps.first()).toContainText('app.example')
  await expect(apps.first()).toContainText(/since .+ · until .+/)
  await expect(apps.first()).toContainText('sees Account 1')
  await page.reload()
  await expect(apps.first()).toContainText(/since .+ · until .+/)

  const ended = parts.nextLine(/^deleted$/)
  await apps.first().getByRole('button', { name: 'Disconnect Example app' }).click()
  await expect(apps).toHaveCount(2)
  await ended
  const endedToo = parts.nextLine(/^deleted$/)
  await page.getByRole('button', { name: 'Disconnect all' }).click()
  await expect(apps).toHaveCount(0)
  await endedToo
})

test.describe(() => {
  test.use({ serviceWorkers: 'allow' })

  test('the wallet installs, and opens without its server; stores a link’s key nowhere', async ({ context, page }) => {
    const { errors } = watch(context)
    await page.goto(url)
    await expect(page.getByRole('button', { name: 'Scan code' })).toBeVisible()
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    const tools = await context.newCDPSession(page)
    const { installabilityErrors } = await tools.send('Page.getInstallabilityErrors')
    // The pages of a test are in private windows, in which no page can be installed.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
    const { url: manifestUrl, errors: manifestErrors } = await tools.send('Page.getAppManifest')
    expect(manifestUrl).toBe(`${url}/manifest.webmanifest`)
    expect(manifestErrors).toEqual([])
    expect(errors).toEqual([])

    const secret = 'b'.repeat(64)
    await page.goto(`${url}/wc?uri=${encodeURIComponent(`wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${secret}`)}`)
    await expect(page.getByRole('heading', { name: 'Connect to an app' })).toBeVisible()
    const kept = await page.evaluate(async () => {
      const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)))
      const requests = await Promise.all(caches.map((cache) => cache.keys()))
      return requests.flat().map((request) => request.url)
    })
    expect(kept).toContain(`${url}/`)
    expect(kept.filter((each) => each.includes(secret) || !each.startsWith(`${url}/`))).toEqual([])

    await parts.stop()
    try {
      await page.goto(url)
      await expect(page.getByRole('button', { name: 'Scan code' })).toBeVisible()
      await expect(page.getByText('Account 1')).toBeVisible()
    } finally {
      await start()
    }
  })
})

const looks = [
  { width: 390, height: 844, colorScheme: 'dark', locale: 'ar-EG' },
  ...atNight(
    { width: 1280, height: 800, colorScheme: 'light', locale: 'en-US' } as const,
    { width: 320, height: 640, colorScheme: 'light', locale: 'ar-EG' } as const,
    { width: 320, height: 640, colorScheme: 'light', locale: 'de-DE' } as const,
    { width: 320, height: 640, colorScheme: 'dark', locale: 'en-US' } as const,
  ),
] as const

for (const { locale, ...look } of looks) {
  test(`every screen has no axe violation: ${look.width} px, ${look.colorScheme}, ${locale}`, async ({ browser }) => {
    const { width, height, colorScheme } = look
    const context = await browser.newContext({ viewport: { width, height }, colorScheme, locale })
    const { errors } = watch(context)
    const page = await context.newPage()
    await page.goto(url)
    await expect(page.locator('#link')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.dir)).toBe(locale === 'ar-EG' ? 'rtl' : 'ltr')
    const [add, load] = [page.locator('.card .actions button').first(), page.locator('.card .actions button').last()]
    await add.click()
    await expect(page.locator('.entry')).toHaveCount(2)
    expect(await problems(page)).toEqual([])

    await load.click()
    await page.locator('textarea').fill('no words of the list')
    await page.locator('button[type=submit]').click()
    await expect(page.getByRole('alert')).toBeVisible()
    expect(await problems(page)).toEqual([])
    await page.locator('.actions .button').first().click()
    await page.locator('.entry .button').first().click()
    await expect(page.locator('#name')).toBeVisible()
    expect(await problems(page)).toEqual([])
    await page.locator('.button.danger').click()
    await expect(page.locator('.emblem.bad')).toBeVisible()
    expect(await problems(page)).toEqual([])
    await page.locator('.actions .button').first().click()
    await page.locator('.card .actions .button').first().click()
    await expect(page.locator('.phrase')).toBeVisible()
    expect(await problems(page)).toEqual([])
    await page.locator('.button.primary').click()

    await paste(page, threefold)
    expect(await problems(page)).toEqual([])
    const approved = parts.nextLine(/^approved /)
    await page.locator('.question .primary').click()
    const [id = '']: readonly string[] = JSON.parse((await approved).slice(9))
    await expect(page.locator('.emblem.good')).toBeVisible()
    expect(await problems(page)).toEqual([])

    const signer = id.split(':')[2]
    const data = ask('eth_signTypedData_v4', [signer, JSON.stringify(mail)])
    await expect(page.locator('.question .primary')).toBeEnabled()
    expect(await problems(page)).toEqual([])
    await page.locator('.question .button').first().click()
    expect(await data).toBe('refused 4001')
    await page.locator('.button.primary').click()
    await expect(page.locator('.entry')).toHaveCount(3)
    expect(await problems(page)).toEqual([])
    expect(errors).toEqual([])
    await context.close()
  })
}
