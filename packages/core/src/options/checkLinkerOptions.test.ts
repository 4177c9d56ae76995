import { expect, test } from 'vitest'
import type { LinkerOptions } from '../linker/options.ts'
import type { ModalOptions } from '../wallets/modalOptions.ts'
import { checkLinkerOptions, type linkerOptionNames, type modalOptionNames } from './checkLinkerOptions.ts'

// Neither a name too many nor one too few.
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
const areNamesAll: Same<(typeof linkerOptionNames)[number], keyof LinkerOptions> = true
const areModalNamesAll: Same<(typeof modalOptionNames)[number], keyof ModalOptions> = true

const good = {
  relayUrl: 'wss://relay.example.com',
  metadata: { name: 'Our App', description: '', icons: [] },
  chains: ['eip155:1'],
}
const ours = { id: 'ours', name: 'Ours', provider: () => undefined }
const page = { href: 'https://app.example/wallets', host: 'app.example' }

test('options: accepts valid ones unchanged', () => {
  expect([areNamesAll, areModalNamesAll]).toEqual([true, true])
  for (const more of [
    {},
    { relayUrl: ['ws://localhost:4402', 'wss://relay.example'] },
    { linkUrl: '/link', registryUrl: 'https://registry.example', oneTap: true, onSignInNeeded: () => {} },
    { chains: ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'bip122:000000000019d6689c085ae165831e93'] },
    { metadata: { ...good.metadata, url: 'https://app.example' } },
    { relayUrl: undefined, metadata: undefined, chains: [], connector: {} },
    { modal: { themeMode: 'auto', variant: 'classic', enableExplorer: false } },
    { modal: { allowFraming: true } },
    { modal: { allowFraming: ['https://app.safe.global', 'http://localhost:3000'] } },
    { registryKey: 'ab'.repeat(32) },
    { wallets: [] },
    { wallets: [{ id: 'ours', name: 'Ours', icon: 'data:image/png;base64,', provider: { request: () => {} } }] },
    { wallets: [{ id: 'com.ours', name: 'Ours', rdns: ['com.ours'], provider: async () => undefined }, () => ({})] },
    { wallets: [{ id: 'made', name: 'Made', type: 'made', connect: () => {}, getProvider: () => {}, uid: 'u' }] },
  ])
    expect(checkLinkerOptions({ ...good, ...more }, page), JSON.stringify(more)).toEqual([])
  // Rendered ahead on a server there is no page to compare with.
  expect(
    checkLinkerOptions({ ...good, metadata: { ...good.metadata, url: 'https://other.example' } }, undefined),
  ).toEqual([])
})

test.each<[Record<string, unknown>, RegExp]>([
  [{ relayURL: 'wss://relay.example' }, /^There is no option `relayURL`: did you mean `relayUrl`\?$/],
  [{ linkUrI: '/link' }, /did you mean `linkUrl`\?$/],
  [{ keepSessions: true }, /did you mean `keepSession`\?$/],
  [{ onSignin: () => {} }, /did you mean `onSigned?In`\?$/],
  [{ project: 'x' }, /^There is no option `project`/],
  [{ somethingElse: 1 }, /^There is no option `somethingElse`\.$/],
  [{ constructor: 1 }, /^There is no option `constructor`/],
  [{ domain: 'app.example' }, /`createLink` on the server/],
  [{ locale: 'de' }, /`LinkerProvider`/],
  [{ themeMode: 'dark' }, /belongs under `modal`/],
  [{ modal: { themMode: 'dark' } }, /`modal\.themMode`: did you mean `modal\.themeMode`\?$/],
  [{ modal: { themeMode: 'black' } }, /'light', 'dark' or 'auto'/],
  [{ modal: { variant: 'old' } }, /'standard' or 'classic'/],
  [{ modal: { enableExplorer: 'false' } }, /`modal\.enableExplorer` is "false"/],
  [{ modal: { allowFraming: 'https://a.example' } }, /`modal\.allowFraming` has .*write `\['https:\/\/a\.example'\]`/],
  [{ modal: { allowFraming: ['https://a.example/'] } }, /write `\['https:\/\/a\.example'\]`/],
  [{ modal: { allowFraming: ['a.example'] } }, /list of origins/],
  [{ modal: { allowFraming: 1 } }, /list of origins/],
  [{ relayUrl: 'relay' }, /`relayUrl` is "relay": write the whole address with `wss:\/\/`/],
  [{ relayUrl: 'relay.example.com' }, /wss:\/\//],
  [{ relayUrl: 'localhost:4402' }, /wss:\/\//],
  [{ relayUrl: '//relay.example' }, /wss:\/\//],
  [{ relayUrl: 'https://relay.example' }, /write `wss:\/\/relay\.example`/],
  [{ relayUrl: 'http://localhost:4402' }, /write `ws:\/\/localhost:4402`/],
  [{ relayUrl: undefined }, /`relayUrl` is missing/],
  [{ relayUrl: [] }, /`relayUrl` is empty/],
  [{ relayUrl: ['wss://a.example', 'b'] }, /"b"/],
  [{ relayUrl: 4402 }, /`relayUrl` is 4402/],
  [{ chains: [] }, /`chains` is empty/],
  [{ chains: undefined }, /`chains` is undefined/],
  [{ chains: 'eip155:1' }, /`chains` is "eip155:1": give a list/],
  [{ chains: [1] }, /`chains\[0\]` is 1: write `'eip155:1'`/],
  [{ chains: ['137'] }, /write `'eip155:137'`/],
  [{ chains: ['0x1'] }, /write `'eip155:1'`/],
  [{ chains: ['eip155:1', 'ethereum'] }, /`chains\[1\]` is "ethereum"/],
  [{ chains: ['eip155'] }, /the namespace and the network/],
  [{ chains: ['EIP155:1'] }, /the namespace and the network/],
  [{ chains: [null] }, /`chains\[0\]` is null/],
  [{ linkUrl: 'link' }, /begin it with `\/`/],
  [{ linkUrl: '' }, /`linkUrl` is ""/],
  [{ linkUrl: 'ftp://app.example' }, /`linkUrl`/],
  [{ registryUrl: 'javascript:alert(1)' }, /`registryUrl`/],
  [{ registryUrl: 5 }, /`registryUrl` is 5/],
  [{ registryKey: 'abc' }, /64 hex digits/],
  [{ registryKey: [] }, /64 hex digits/],
  [{ keepSession: 'true' }, /`keepSession` is "true": it is `true` or `false`/],
  [{ oneTap: 1, linkUrl: '/link' }, /`oneTap` is 1/],
  [{ oneTap: true }, /does nothing without `linkUrl`/],
  [{ onSignInNeeded: () => {} }, /does nothing without `linkUrl`/],
  [{ onSignedIn: '/home', linkUrl: '/link' }, /`onSignedIn` is "\/home": it is a function/],
  [{ now: 5 }, /`now` is 5: it is a function/],
  [{ projectId: 5 }, /`projectId` is 5: it is a text/],
  [{ modal: 'dark' }, /`modal` is "dark": it is an object/],
  [{ wallets: {} }, /`wallets` is an object: give a list of wallets/],
  [{ wallet: [] }, /did you mean `wallets`\?$/],
  [{ wallets: ['ours'] }, /`wallets\[0\]` is "ours": give `id`, `name` and `provider`/],
  [{ wallets: [{ ...ours, id: undefined }] }, /`wallets\[0\]\.id` is undefined/],
  [{ wallets: [{ ...ours, name: '' }] }, /`wallets\[0\]\.name` is ""/],
  [{ wallets: [{ ...ours, icon: 'http://app.example/i.png' }] }, /`wallets\[0\]\.icon` is "http:/],
  [{ wallets: [{ ...ours, iconUrl: 'data:image/png;base64,' }] }, /`wallets\[0\]\.iconUrl`: did you mean `icon`\?$/],
  [{ wallets: [{ ...ours, nam: 'Ours' }] }, /did you mean `wallets\[0\]\.name`\?$/],
  [{ wallets: [{ ...ours, provider: undefined }] }, /`wallets\[0\]\.provider` is undefined: give an EIP-1193 provider/],
  [{ wallets: [ours, ours] }, /`wallets` has "ours" twice/],
  [{ wallets: [ours], chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] }, /asked for accounts of `eip155`/],
  [{ metadata: undefined }, /`metadata` is undefined/],
  [{ metadata: 'Our App' }, /`metadata` is "Our App"/],
  [{ metadata: { ...good.metadata, name: '' } }, /`metadata\.name` is ""/],
  [{ metadata: { ...good.metadata, icons: 'https://app.example/icon.png' } }, /`metadata\.icons`/],
  [{ metadata: { ...good.metadata, icon: [] } }, /did you mean `metadata\.icons`\?$/],
  [{ metadata: { ...good.metadata, url: 'app.example' } }, /`metadata\.url` is "app\.example"/],
  [
    { metadata: { ...good.metadata, url: 'https://other.example' } },
    /"other\.example", and this page is at "app\.example"/,
  ],
  [{ metadata: { ...good.metadata, url: 'https://app.example:8443' } }, /this page is at/],
])('options: %o gives one sentence', (more, sentence) => {
  const problems = checkLinkerOptions({ ...good, ...more }, page)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(sentence)
  expect(problems[0]).toMatch(/[.?]$/)
})

test('options: reports a value that is not an object, and never prints a value whole', () => {
  for (const given of [undefined, null, 'wss://relay.example', 5, () => {}])
    expect(checkLinkerOptions(given, page)).toEqual([expect.stringMatching(/^The options are .*: give an object/)])
  const secret = 'x'.repeat(500)
  expect(checkLinkerOptions({ ...good, relayUrl: secret }, page)[0]?.length).toBeLessThan(200)
  expect(checkLinkerOptions({ ...good, keepSession: { token: secret } }, page)[0]).not.toContain('x')
})
