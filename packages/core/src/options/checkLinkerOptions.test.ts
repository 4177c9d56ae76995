import { expect, test } from 'vitest'
import { checkCombination } from '../linker/options/checkCombination.ts'
import type {
  LinkApiOptions,
  LinkerOptions,
  RegistryOptions,
  RelayOptions,
  SessionOptions,
  World,
} from '../linker/options/linkerOptions.ts'
import { InvalidLinkerOptionsError } from '../platform/errors.ts'
import type { ModalOptions } from '../wallets/modalOptions.ts'
import { checkLinkerOptions, type linkerOptionNames, type modalOptionNames } from './checkLinkerOptions.ts'

// The lists contain exactly the names of the types.
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
type Named = typeof linkerOptionNames
const areNamesAll: readonly true[] = [
  true satisfies Same<Named[''][number], keyof LinkerOptions>,
  true satisfies Same<Named['relay'][number], keyof RelayOptions>,
  true satisfies Same<Named['registry'][number], keyof RegistryOptions>,
  true satisfies Same<Named['link'][number], keyof LinkApiOptions>,
  true satisfies Same<Named['session'][number], keyof SessionOptions>,
  true satisfies Same<Named['world'][number], keyof World>,
]
const areModalNamesAll: Same<(typeof modalOptionNames)[number], keyof ModalOptions> = true

const good = {
  relay: { url: 'wss://relay.example.com' },
  metadata: { name: 'Our App', description: '', icons: [] },
  chains: ['eip155:1'],
}
const ours = { id: 'ours', name: 'Ours', provider: () => undefined }
const page = { href: 'https://app.example/wallets', host: 'app.example' }

test('options: accepts valid ones unchanged', () => {
  expect([...areNamesAll, areModalNamesAll]).not.toContain(false)
  for (const more of [
    {},
    { relay: { url: ['ws://localhost:4402', 'wss://relay.example'] } },
    { link: { url: '/link', oneTap: true, onSignInNeeded: () => {} }, registry: { url: 'https://registry.example' } },
    { chains: ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'bip122:000000000019d6689c085ae165831e93'] },
    { metadata: { ...good.metadata, url: 'https://app.example' } },
    { relay: undefined, metadata: undefined, chains: [], connector: {} },
    { modal: { themeMode: 'auto', variant: 'classic', enableExplorer: false } },
    { modal: { allowFraming: true } },
    { modal: { allowFraming: ['https://app.safe.global', 'http://localhost:3000'] } },
    { registry: { url: '/registry', key: 'ab'.repeat(32) } },
    { wallets: [] },
    { wallets: [{ id: 'ours', name: 'Ours', icon: 'data:image/png;base64,', provider: { request: () => {} } }] },
    { wallets: [{ id: 'com.ours', name: 'Ours', rdns: ['com.ours'], provider: async () => undefined }, () => ({})] },
    { wallets: [{ id: 'made', name: 'Made', type: 'made', connect: () => {}, getProvider: () => {}, uid: 'u' }] },
  ])
    expect(checkLinkerOptions({ ...good, ...more }, page), JSON.stringify(more)).toEqual([])
  // A page rendered on a server has no address to compare with.
  expect(
    checkLinkerOptions({ ...good, metadata: { ...good.metadata, url: 'https://other.example' } }, undefined),
  ).toEqual([])
})

test.each<[Record<string, unknown>, RegExp]>([
  [
    { relay: { ...good.relay, URL: 'wss://relay.example' } },
    /^There is no option `relay.URL`: did you mean `relay.url`\?$/,
  ],
  [{ relays: good.relay }, /did you mean `relay`\?$/],
  [{ relayUrl: 'wss://relay.example' }, /^There is no option `relayUrl`: write `relay: \{ url \}`\.$/],
  [{ projectId: 'p' }, /write `relay: \{ url, projectId \}`/],
  [{ registryUrl: '/registry' }, /write `registry: \{ url \}`/],
  [{ linkUrl: '/link' }, /write `link: \{ url \}`/],
  [{ link: '/link' }, /`link` is "\/link": it is an object, for example `link: \{ url \}`/],
  [{ session: true }, /`session` is true: it is an object/],
  [{ world: [] }, /`world` is a list: it is an object/],
  [{ link: { url: '/link', onetap: true } }, /did you mean `link.oneTap`\?$/],
  [{ session: { keeps: true } }, /did you mean `session.keep`\?$/],
  [{ link: { url: '/link', onSignin: () => {} } }, /did you mean `link.onSigned?In`\?$/],
  [{ project: 'x' }, /^There is no option `project`/],
  [{ somethingElse: 1 }, /^There is no option `somethingElse`\.$/],
  [{ constructor: 1 }, /^There is no option `constructor`/],
  [{ domain: 'app.example' }, /`createLink` on the server/],
  [{ locale: 'de' }, /`LinkerProvider`/],
  [{ themeMode: 'dark' }, /belongs under `modal`/],
  [{ modal: { themMode: 'dark' } }, /`modal\.themMode`: did you mean `modal\.themeMode`\?$/],
  [{ modal: { themeMode: 'black' } }, /'light', 'dark' or 'auto'/],
  [{ modal: { themeMode: 'drak' } }, /'light', 'dark' or 'auto'\. Did you mean 'dark'\?$/],
  [{ modal: { variant: 'old' } }, /'standard' or 'classic'/],
  [{ modal: { variant: 'Classic' } }, /Did you mean 'classic'\?$/],
  [{ modal: { theme: 'inc' } }, /`modal\.theme` is "inc": it is 'paper', 'ink' or 'contrast'\. Did you mean 'ink'\?$/],
  [{ modal: { theme: 'dark' } }, /`modal\.theme` is "dark": it is 'paper', 'ink' or 'contrast'\.$/],
  [{ modal: { theme: ['ink'] } }, /`modal\.theme` is a list/],
  [{ theme: 'ink' }, /`theme` belongs under `modal`/],
  [{ modal: { enableExplorer: 'false' } }, /`modal\.enableExplorer` is "false"/],
  [{ modal: { allowFraming: 'https://a.example' } }, /`modal\.allowFraming` has .*write `\['https:\/\/a\.example'\]`/],
  [{ modal: { allowFraming: ['https://a.example/'] } }, /write `\['https:\/\/a\.example'\]`/],
  [{ modal: { allowFraming: ['a.example'] } }, /list of origins/],
  [{ modal: { allowFraming: 1 } }, /list of origins/],
  [{ relay: { url: 'relay' } }, /`relay.url` is "relay": write the whole address with `wss:\/\/`/],
  [{ relay: { url: 'relay.example.com' } }, /wss:\/\//],
  [{ relay: { url: 'localhost:4402' } }, /wss:\/\//],
  [{ relay: { url: '//relay.example' } }, /wss:\/\//],
  [{ relay: { url: 'https://relay.example' } }, /write `wss:\/\/relay\.example`/],
  [{ relay: { url: 'http://localhost:4402' } }, /write `ws:\/\/localhost:4402`/],
  [{ relay: { url: undefined } }, /`relay.url` is missing/],
  [{ relay: undefined }, /`relay` is missing/],
  [{ relay: { url: [] } }, /`relay.url` is empty/],
  [{ relay: { url: ['wss://a.example', 'b'] } }, /"b"/],
  [{ relay: { url: 4402 } }, /`relay.url` is 4402/],
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
  [{ link: { url: 'link' } }, /begin it with `\/`/],
  [{ link: { url: '' } }, /`link.url` is ""/],
  [{ link: { url: 'ftp://app.example' } }, /`link.url`/],
  [{ registry: { url: 'javascript:alert(1)' } }, /`registry.url`/],
  [{ registry: { url: 5 } }, /`registry.url` is 5/],
  [{ registry: { url: '/r', key: 'abc' } }, /64 hex digits/],
  [{ registry: { url: '/r', key: [] } }, /64 hex digits/],
  [{ session: { keep: 'true' } }, /`session.keep` is "true": it is `true` or `false`/],
  [{ link: { url: '/link', oneTap: 1 } }, /`link.oneTap` is 1/],
  [{ link: { url: '/link', onSignedIn: '/home' } }, /`link.onSignedIn` is "\/home": it is a function/],
  [{ world: { now: 5 } }, /`world.now` is 5: it is a function/],
  [{ relay: { ...good.relay, projectId: 5 } }, /`relay.projectId` is 5: it is a text/],
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
  [{ wallets: [ours], chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] }, /`wallets` need a chain of `eip155`/],
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
  expect(checkLinkerOptions({ ...good, relay: { url: secret } }, page)[0]?.length).toBeLessThan(200)
  expect(checkLinkerOptions({ ...good, session: { keep: { token: secret } } }, page)[0]).not.toContain('x')
})

test.each<[string, object]>([
  ['relay.url', { connector: {}, relay: { url: 'wss://relay.example' } }],
  ['session', { connector: {}, relay: undefined, session: { keep: true } }],
  ['link', { link: {} }],
  ['link', { link: { oneTap: true } }],
  ['link', { link: { url: '', handoff: true } }],
  ['link.oneTap', { link: { url: '/link', oneTap: true }, chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] }],
  ['link.oneTap', { connector: {}, relay: undefined, link: { url: '/link', oneTap: true } }],
  ['link.originStatement', { connector: {}, relay: undefined, link: { url: '/link', originStatement: true } }],
  ['registry.key', { registry: { key: 'ab'.repeat(32) } }],
  ['wallets', { wallets: [ours], chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] }],
  ['modal.classicRegistryUrl', { modal: { classicRegistryUrl: '/list' } }],
])('options: refuses %s without effect in %o', (option, more) => {
  const refused = () => checkCombination({ ...good, ...more } as LinkerOptions)
  expect(refused).toThrow(InvalidLinkerOptionsError)
  expect(refused).toThrow(`\`${option}\` has no effect`)
})

test.each(['inc', 'Ink', 'dark', '', 'toString', 1, null])('options: refuses the theme %o', (theme) => {
  const refused = () => checkCombination({ ...good, modal: { theme } } as unknown as LinkerOptions)
  expect(refused).toThrow(InvalidLinkerOptionsError)
  expect(refused).toThrow(/`modal\.theme` is .*, not paper, ink or contrast\./)
})

test.each<object>([
  {},
  { modal: { theme: 'ink' } },
  { modal: { theme: undefined } },
  { link: undefined, registry: undefined, session: {}, modal: {} },
  {
    link: { url: '/link', oneTap: false, originStatement: false },
    chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  },
  { connector: {}, relay: { reach: 'own', projectId: 'p' }, link: { url: '/link', handoff: true } },
  { wallets: [], chains: [] },
  { modal: { variant: 'classic', classicRegistryUrl: '/list' } },
])('options: takes %o', (more) => {
  expect(() => checkCombination({ ...good, ...more } as LinkerOptions)).not.toThrow()
})
