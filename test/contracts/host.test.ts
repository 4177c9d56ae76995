import type { Host } from '@hawser/app-host/server'
import { openSqliteLinkStore } from '@hawser/link'
import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestWallet, type TestWallet } from '../../packages/link/src/createTestHost.fixture.ts'
import { openHost } from '../e2e/openHost.ts'
import { deploying, ownedAccount } from './accountContracts.ts'
import { type Chain, openChain } from './openChain.ts'
import { type Anvil, startAnvil } from './startAnvil.ts'

// The demo host app and a chain: its visitors' actions with a smart account.

const publicUrl = 'http://localhost:4400'
const chainId = 'eip155:31337'
const [owner, successor] = [createTestWallet(1), createTestWallet(2)]

let anvil: Anvil
let chain: Chain

beforeAll(async () => {
  anvil = await startAnvil()
  chain = openChain(anvil.url)
})
afterAll(() => anvil?.stop())

/** Deploys a smart account, as a wallet that its owner's key signs for. */
async function deployWallet() {
  const address = getAddress(await chain.deploy(deploying(ownedAccount, owner.address)))
  return { ...owner, address, accountId: `${chainId}:${address}` as const }
}

/** Opens the page in a browser that keeps its cookie. */
async function openPage(host: Host) {
  let cookie = ''
  async function ask(method: string, path: string, body?: object) {
    const headers = { origin: publicUrl, 'content-type': 'application/json', cookie }
    const request = new Request(publicUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const response = await host.fetch(request)
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    const text = await response.text()
    return { status: response.status, text, body: text === '' ? undefined : JSON.parse(text) }
  }
  const signed = async (
    asked: { readonly purpose: string; readonly accountId: string },
    path: string,
    by: TestWallet,
  ) => {
    const { body } = await ask('POST', '/link/challenges', asked)
    return ask('POST', path, {
      purpose: asked.purpose,
      challengeId: body.challengeId,
      signature: by.sign(body.message),
    })
  }
  await ask('GET', '/session')
  return {
    ask,
    link: (by: TestWallet) => signed({ purpose: 'link', accountId: by.accountId }, '/link/proofs', by),
    signIn: (by: TestWallet) => signed({ purpose: 'signIn', accountId: by.accountId }, '/link/sign-in', by),
    wallets: async () => (await ask('GET', '/link/wallets')).body.wallets,
  }
}

test('a visitor links a smart account if the host app has an RPC address (T-46)', async () => {
  const { host } = await openHost({ publicUrl, chains: [chainId], rpc: { [chainId]: [anvil.url] } })
  const page = await openPage(host)
  const wallet = await deployWallet()
  expect(await page.link(wallet)).toMatchObject({ status: 201, body: { accountId: wallet.accountId } })
  expect(await page.wallets()).toMatchObject([{ accountId: wallet.accountId, status: 'active' }])
  expect((await page.ask('GET', '/config.json')).text).not.toContain(new URL(anvil.url).host)
})

test('without an RPC address refuses a smart account, and links a key as before', async () => {
  const { host, dataFile } = await openHost({ publicUrl, chains: [chainId] })
  const page = await openPage(host)
  const wallet = await deployWallet()
  expect(await page.link(wallet)).toMatchObject({ status: 400, body: { code: 'proof_invalid' } })
  const store = await openSqliteLinkStore({ file: dataFile })
  onTestFinished(() => store.stop())
  for (const table of ['linked_wallets', 'link_events'] as const)
    expect(await store.database.selectFrom(table).selectAll().execute()).toEqual([])
  expect((await page.link({ ...owner, accountId: `${chainId}:${owner.address}` })).status).toBe(201)
})

test('T-46: a smart account signs in; with another owner it signs no one in', async () => {
  const { host } = await openHost({ publicUrl, chains: [chainId], rpc: { [chainId]: [anvil.url] } })
  const page = await openPage(host)
  const wallet = await deployWallet()
  expect((await page.ask('POST', '/account', { name: 'Ada', password: 'correct horse' })).status).toBe(201)
  expect((await page.link(wallet)).status).toBe(201)
  expect((await (await openPage(host)).signIn(wallet)).status).toBe(200)
  await chain.sendTo(wallet.address, `0x13af4035${successor.address.slice(2).padStart(64, '0')}`)
  const stranger = await openPage(host)
  expect(await stranger.signIn({ ...wallet, sign: successor.sign })).toMatchObject({
    status: 403,
    body: { code: 'wallet_not_linked' },
  })
  expect(await page.wallets()).toMatchObject([{ accountId: wallet.accountId, status: 'stale' }])
})
