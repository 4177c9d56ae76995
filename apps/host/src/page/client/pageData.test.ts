import { expect, test } from 'vitest'
import { loadPageData, parsePageData } from './pageData.ts'

const config = {
  relay: { url: 'ws://localhost:4402' },
  registry: { url: 'http://localhost:4403' },
  link: { url: '/link' },
  walletUrl: 'http://localhost:4401',
  chains: ['eip155:1'],
}
const session = { label: 'visitor-bk7d', isNew: false }
const pageData = {
  relayUrl: 'ws://localhost:4402',
  registryUrl: 'http://localhost:4403',
  walletUrl: 'http://localhost:4401',
  linkUrl: '/link',
  chains: ['eip155:1'],
  statesOrigin: false,
  framedBy: [],
  relayReach: undefined,
  visitorLabel: 'visitor-bk7d',
  accountName: undefined,
  mayLinkForMs: undefined,
  isRemembered: true,
}

test('parsePageData: reads known fields by name', () => {
  expect(parsePageData({ ...config, other: 1 }, session)).toEqual(pageData)
  expect(parsePageData(config, { ...session, isNew: true })).toEqual({ ...pageData, isRemembered: false })
})

test('parsePageData: requests statements if the host says so', () => {
  expect(parsePageData({ ...config, link: { url: '/link', originStatement: true } }, session).statesOrigin).toBe(true)
  expect(parsePageData({ ...config, link: { url: '/link', originStatement: 'yes' } }, session).statesOrigin).toBe(false)
})

test('parsePageData: an account goes by its name', () => {
  expect(parsePageData(config, { ...session, name: 'Ada' }).accountName).toBe('Ada')
  expect(parsePageData(config, { ...session, name: null }).accountName).toBeUndefined()
})

test('parsePageData: how long the password counts', () => {
  expect(parsePageData(config, { ...session, name: 'Ada', mayLinkForMs: 0 }).mayLinkForMs).toBe(0)
  expect(parsePageData(config, { ...session, name: 'Ada', mayLinkForMs: '0' }).mayLinkForMs).toBeUndefined()
})

test.each([
  [undefined, session],
  [{ ...config, relay: undefined }, session],
  [{ ...config, link: { url: 1 } }, session],
  [Object.create(config), session],
  [config, {}],
  [config, null],
])('parsePageData: refuses %j with %j', (badConfig, badSession) => {
  expect(() => parsePageData(badConfig, badSession)).toThrow(TypeError)
})

test('parsePageData: drops malformed chains', () => {
  const chains = ['eip155:1', 1, 'x', 'eip155:', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']
  expect(parsePageData({ ...config, chains }, session).chains).toEqual([chains[0], chains[4]])
})

test('parsePageData: origins that may frame the page are texts', () => {
  const framedBy = ['https://app.safe.global', 1, null]
  expect(parsePageData({ ...config, framedBy }, session).framedBy).toEqual(['https://app.safe.global'])
  expect(parsePageData({ ...config, framedBy: true }, session).framedBy).toEqual([])
  const reachOf = (reach: unknown) =>
    parsePageData({ ...config, relay: { ...config.relay, reach } }, session).relayReach
  expect(['network', 'own', 'all', undefined].map(reachOf)).toEqual(['network', 'own', undefined, undefined])
})

test('loadPageData: combines both answers, and fails with either', async () => {
  const answers: Readonly<Record<string, unknown>> = { '/session': session, '/config.json': config }
  expect(await loadPageData(async (path) => answers[path])).toEqual(pageData)
  await expect(loadPageData(async (path) => (path === '/session' ? undefined : config))).rejects.toThrow(TypeError)
})
