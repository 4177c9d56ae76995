import { parseListing } from '@hawser/wire'
import { expect, test } from 'vitest'
import { listBrowserWallets } from './browserWallets.ts'

const link = (name: string, confidence: string) => ({
  template: `https://${name}.example/open?chain={chain}&url={urlEncoded}`,
  confidence,
})
const listings = [
  ['sure', 'high', 'high'],
  ['likely', 'medium', 'low'],
  ['hearsay', 'low', 'low'],
].map(([name = '', ios = '', android = '']) =>
  parseListing({
    id: name,
    name,
    browser: {
      ios: link(name, ios),
      android: link(name, android),
      namespaces: ['eip155', 'solana'],
      parameters: { eip155: '60', solana: '501' },
    },
  }),
)
const none = parseListing({ id: 'none', name: 'None' })
const page = { address: 'https://app.example/link/handoff#h=x', appName: 'app.example', allowsUntested: false }
const [ios, android] = [
  { isIos: true, isAndroid: false },
  { isIos: false, isAndroid: true },
]
const namesOn = (phone: typeof ios, more: object = {}) =>
  listBrowserWallets([...listings, none], phone, { ...page, namespaces: ['eip155'], ...more }).map(({ name }) => name)

test('links of low confidence are offered only if the operator allows them', () => {
  expect(namesOn(ios)).toEqual(['sure', 'likely'])
  expect(namesOn(android)).toEqual(['sure'])
  expect(namesOn(ios, { allowsUntested: true })).toEqual(['sure', 'likely', 'hearsay'])
  expect(namesOn(android, { allowsUntested: true })).toEqual(['sure', 'likely', 'hearsay'])
})

test('skips a wallet whose browser has no usable network; the link names the first it has', () => {
  expect(namesOn(ios, { namespaces: ['bip122'] })).toEqual([])
  const [first] = listBrowserWallets(listings, ios, { ...page, namespaces: ['bip122', 'solana', 'eip155'] })
  expect(first?.href).toBe('https://sure.example/open?chain=501&url=https%3A%2F%2Fapp.example%2Flink%2Fhandoff%23h%3Dx')
})

test('the store is that of this phone, if its address is https', () => {
  const [ios1, play] = ['https://apps.apple.com/app/id1', 'https://play.google.com/store/apps/details?id=sure']
  const [sure] = listings
  const storeOn = (phone: typeof ios, app: object) =>
    listBrowserWallets(sure === undefined ? [] : [{ ...sure, app }], phone, { ...page, namespaces: ['eip155'] })[0]
      ?.store
  expect([storeOn(ios, { ios: ios1, android: play }), storeOn(android, { ios: ios1, android: play })]).toEqual([
    ios1,
    play,
  ])
  expect([storeOn(ios, { android: play }), storeOn(ios, { ios: 'javascript:alert(1)' })]).toEqual([
    undefined,
    undefined,
  ])
})

test('a desktop has none', () => {
  expect(namesOn({ isIos: false, isAndroid: false }, { allowsUntested: true })).toEqual([])
})
