// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WalletConnectModal, type WalletConnectModalConfig } from './walletConnectModal.ts'

const made: WalletConnectModal[] = []
let asked: URL[] = []
const { fetch } = globalThis

function make(config: WalletConnectModalConfig = {}): WalletConnectModal {
  const modal = new WalletConnectModal(config)
  made.push(modal)
  return modal
}

const uriOf = (letter: string) => `wc:${letter.repeat(64)}@2?relay-protocol=irn&symKey=${'cd'.repeat(32)}`
const [first, second] = [uriOf('a'), uriOf('b')]
const dialog = () => document.querySelector('dialog[open]')
// The start of the drawing, enough to distinguish codes.
const modulesOf = () => dialog()?.querySelector('.hawser-qr-modules')?.getAttribute('d')?.slice(0, 400)
// The modal's code is fetched within the test, which takes a while on a busy machine.
const soon = { timeout: 60_000 }
const press = (name: RegExp) => {
  const button = [...document.querySelectorAll('dialog button')].find((item) =>
    name.test(item.getAttribute('aria-label') ?? item.textContent ?? ''),
  )
  if (!(button instanceof HTMLElement)) throw new Error(`There is no button ${name}.`)
  button.click()
}

beforeEach(() => {
  const requests: URL[] = []
  asked = requests
  globalThis.fetch = async (url) => {
    requests.push(new URL(String(url)))
    throw new TypeError('refused')
  }
})

afterEach(() => {
  for (const modal of made.splice(0)) modal.stop()
  globalThis.fetch = fetch
  localStorage.clear()
})

test('D4 without a registry sends no request, and shows the built-in wallets', async () => {
  const modal = make()
  await modal.openModal({ uri: first })
  await expect.poll(() => dialog()?.textContent, soon).toContain('MetaMask')
  expect(asked).toEqual([])
})

// Only the client that made the code knows its relay. By default the modal assumes the network's relay, which the wallets of
// the stores dial.
test.each<[string, WalletConnectModalConfig['relayReach'], boolean]>([
  ['by default', undefined, true],
  ['on the network', 'network', true],
  ['on a relay of its own', 'own', false],
  ['on one that a wallet of its own listens on', ['our-wallet'], false],
])('relayReach: %s the first view has the code or not', async (_, relayReach, hasCode) => {
  const links = { native: 'ours', universal: 'https://ours.example/' }
  const modal = make({ ...(relayReach && { relayReach }), desktopWallets: [{ id: 'our-wallet', name: 'Ours', links }] })
  await modal.openModal({ uri: first })
  await expect.poll(() => dialog()?.textContent, soon).toContain('Ours')
  if (hasCode) return expect.poll(modulesOf, soon).toBeTruthy()
  const other = new RegExp(`I have another wallet that uses ${location.host}`)
  await expect.poll(() => dialog()?.textContent, soon).toMatch(other)
  expect(modulesOf()).toBeUndefined()
  expect(dialog()?.textContent).toContain('MetaMask')
  press(other)
  await expect.poll(modulesOf, soon).toBeTruthy()
})

test('C9 openModal settles and shows the code, also while the registry is blocked', async () => {
  const modal = make({ registryUrl: 'http://localhost:2', projectId: 'p1' })
  expect(asked).toEqual([])
  await modal.openModal({ uri: first })
  await expect.poll(modulesOf, soon).toBeTruthy()
})

test('T-104 with a registryKey shows no wallets without the signed manifest', async () => {
  const modal = make({ registryUrl: 'http://localhost:2', registryKey: 'ab'.repeat(32) })
  await modal.openModal({ uri: first })
  const paths = () => asked.map(({ pathname }) => pathname)
  await expect.poll(paths, soon).toContain('/v1/manifest.json')
  await expect.poll(() => dialog()?.textContent, soon).toContain('The list of wallets is not available')
  expect(dialog()?.textContent).toContain('MetaMask')
})

test('a second openModal with another URI shows the other code; the same one changes nothing', async () => {
  const modal = make()
  await modal.openModal({ uri: first })
  await expect.poll(modulesOf, soon).toBeTruthy()
  const drawn = modulesOf()
  await modal.openModal({ uri: first })
  expect(modulesOf()).toBe(drawn)
  await modal.openModal({ uri: second })
  await expect.poll(modulesOf, soon).not.toBe(drawn)
  expect(modulesOf()).toBeTruthy()
})

test('a second openModal before the first has drawn anything shows the second code', async () => {
  const modal = make()
  const opened = [modal.openModal({ uri: first }), modal.openModal({ uri: second })]
  await Promise.all(opened)
  await expect.poll(modulesOf, soon).toBeTruthy()
  const drawn = modulesOf()
  await modal.openModal({ uri: first })
  await expect.poll(modulesOf, soon).not.toBe(drawn)
  await modal.openModal({ uri: second })
  await expect.poll(modulesOf, soon).toBe(drawn)
})

test('openModal without chains keeps the configured ones; with chains the lists are for those', async () => {
  const modal = make({ registryUrl: 'http://localhost:2', chains: ['eip155:1'] })
  const chainsAsked = async () => {
    const lists = () => asked.filter(({ pathname }) => pathname.endsWith('Listings'))
    await expect.poll(() => lists().length, { timeout: 60_000 }).toBeGreaterThan(0)
    const chains = lists().map(({ searchParams }) => searchParams.get('chains'))
    asked.length = 0
    return chains
  }
  await modal.openModal({ uri: first })
  expect(new Set(await chainsAsked())).toEqual(new Set(['eip155:1']))
  modal.closeModal()
  await modal.openModal({ uri: first, chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] })
  expect(new Set(await chainsAsked())).toEqual(new Set(['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']))
  modal.closeModal()
  await modal.openModal({ uri: second })
  expect(new Set(await chainsAsked())).toEqual(new Set(['eip155:1']))
})

test('subscribeModal: calls once per change, by the page or by the visitor', async () => {
  const modal = make()
  const told: boolean[] = []
  const unsubscribe = modal.subscribeModal(({ open }) => told.push(open))
  modal.closeModal()
  await modal.openModal({ uri: first })
  expect(told).toEqual([true])
  press(/^Close$/)
  await Promise.resolve()
  expect(told).toEqual([true, false])
  await modal.openModal({ uri: first })
  modal.closeModal()
  modal.closeModal()
  await Promise.resolve()
  expect(told).toEqual([true, false, true, false])
  unsubscribe()
  await modal.openModal({ uri: first })
  expect(told).toHaveLength(4)
})

// ethereum-provider does this with each new URI, and an `open: false` in between would end its attempt.
test('closeModal and openModal at once show the new code and close nothing', async () => {
  const modal = make()
  await modal.openModal({ uri: first })
  await expect.poll(modulesOf, soon).toBeTruthy()
  const drawn = modulesOf()
  const told: boolean[] = []
  modal.subscribeModal(({ open }) => told.push(open))
  modal.closeModal()
  await modal.openModal({ uri: second })
  await expect.poll(modulesOf, soon).not.toBe(drawn)
  expect(told).toEqual([])
})

test('closed and opened at once with the same URI, keeps the code', async () => {
  const modal = make()
  await modal.openModal({ uri: first })
  await expect.poll(modulesOf, soon).toBeTruthy()
  const drawn = modulesOf()
  modal.closeModal()
  await modal.openModal({ uri: first })
  await expect.poll(modulesOf, soon).toBe(drawn)
  expect(dialog()?.textContent).not.toContain('Retry')
})

test('openModal: refuses a URI that cannot be shown with a code, and opens nothing', async () => {
  const modal = make()
  await expect(modal.openModal({ uri: 'https://example.com' })).rejects.toMatchObject({ code: 'invalid_pairing_uri' })
  const old = `${first}&expiryTimestamp=1600000000`
  await expect(modal.openModal({ uri: old })).rejects.toMatchObject({ code: 'pairing_expired' })
  expect(dialog()).toBeNull()
})

test('D4 the reference’s theme options, at first and by setTheme', async () => {
  const modal = make({ themeMode: 'dark', themeVariables: { '--wcm-accent-color': 'red' } })
  await modal.openModal({ uri: first })
  const shown = () => document.querySelector('dialog')
  expect(shown()?.dataset.theme).toBe('dark')
  await expect.poll(() => shown()?.style.getPropertyValue('--hawser-accent'), soon).toBe('red')
  modal.setTheme({ themeMode: 'light', themeVariables: { '--wcm-container-border-radius': '0px' } })
  await expect.poll(() => shown()?.dataset.theme, soon).toBe('light')
  await expect.poll(() => shown()?.style.getPropertyValue('--hawser-radius'), soon).toBe('0px')
  // Other chains mean other lists, in the same looks.
  await modal.openModal({ uri: first, chains: ['eip155:10'] })
  await expect.poll(() => shown()?.dataset.theme, soon).toBe('light')
})

test('D4 the host’s own wallets, legal links and no explorer', async () => {
  const modal = make({
    enableExplorer: false,
    explorerRecommendedWalletIds: 'NONE',
    desktopWallets: [{ id: 'mine', name: 'My Wallet', links: { native: 'mine' } }],
    termsOfServiceUrl: 'https://app.example/terms',
  })
  await modal.openModal({ uri: first })
  await expect.poll(() => dialog()?.textContent, soon).toContain('My Walle')
  expect(dialog()?.textContent).not.toContain('View All')
  expect(dialog()?.querySelector('a')?.href).toBe('https://app.example/terms')
})

// safe-global/safe-apps-sdk#141.
test('F27a works the same in a proxy, frozen or destructured', async () => {
  const plain = make({ registryUrl: 'http://localhost:2' })
  for (const modal of [new Proxy(plain, {}), Object.freeze(plain), Object.create(plain) as WalletConnectModal]) {
    const { openModal, closeModal, subscribeModal, setTheme } = modal
    const states: boolean[] = []
    const undo = subscribeModal(({ open }) => states.push(open))
    setTheme({ themeMode: 'dark' })
    await openModal({ uri: first })
    await expect.poll(dialog, soon).toBeTruthy()
    closeModal()
    await expect.poll(dialog, soon).toBeNull()
    expect(states).toEqual([true, false])
    undo()
    await modal.openModal({ uri: second })
    await expect.poll(dialog, soon).toBeTruthy()
    modal.closeModal()
    await expect.poll(dialog, soon).toBeNull()
  }
})
