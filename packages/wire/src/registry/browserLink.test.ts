import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatBrowserLink, formatListing, parseBrowserLinks, parseBrowserTemplate, parseListing } from '../index.ts'

const page = { address: 'https://shop.example/link?a=1&b=%20#x', appName: 'Shop', namespace: 'eip155' }

function linksOf(template: string, parameters?: object) {
  const links = parseBrowserLinks({
    ios: { template, confidence: 'high' },
    namespaces: ['eip155', 'solana'],
    parameters,
  })
  if (links === undefined) throw new Error(`no template: ${template}`)
  return links
}

const formatOf = (template: string, more: Partial<typeof page> = {}, parameters?: object) =>
  formatBrowserLink(linksOf(template, parameters), 'ios', { ...page, ...more })

test.each([
  ['https://quay.example/u/{url}', 'https://quay.example/u/https://shop.example/link?a=1&b=%20#x'],
  ['https://quay.example/dapp/{urlNoScheme}', 'https://quay.example/dapp/shop.example/link?a=1&b=%20#x'],
  ['quay://browser?url={urlEncoded}', 'quay://browser?url=https%3A%2F%2Fshop.example%2Flink%3Fa%3D1%26b%3D%2520%23x'],
  [
    'https://quay.example/ul/{urlEncoded}?ref={originEncoded}',
    'https://quay.example/ul/https%3A%2F%2Fshop.example%2Flink%3Fa%3D1%26b%3D%2520%23x?ref=https%3A%2F%2Fshop.example',
  ],
])('formatBrowserLink: %s', (template, href) => {
  expect(formatOf(template)).toBe(href)
})

test('formatBrowserLink: an address inside a link, JSON or base64 reads back unchanged', () => {
  const twice = new URL(formatOf('https://quay.example/?deeplink=quay%3A%2F%2Fopen%3Furl%3D{urlEncodedTwice}') ?? '')
  expect(new URL(twice.searchParams.get('deeplink') ?? '').searchParams.get('url')).toBe(page.address)
  const json = new URL(formatOf('quay://open?params=%7B%22url%22%3A%22{urlJsonEncoded}%22%7D') ?? '')
  expect(JSON.parse(json.searchParams.get('params') ?? '')).toEqual({ url: page.address })
  const list = new URL(formatOf('https://quay.example/?from={appNameEncoded}&data={urlListBase64Encoded}') ?? '')
  expect(JSON.parse(atob(list.searchParams.get('data') ?? ''))).toEqual([page.address])
  expect(list.searchParams.get('from')).toBe('Shop')
})

test('formatBrowserLink: the chain is that of the namespace; without one there is no link', () => {
  const template = 'https://quay.example/open?coin={chain}&url={urlEncoded}'
  const parameters = { eip155: '60', solana: '501' }
  expect(formatOf(template, { namespace: 'solana' }, parameters)).toContain('coin=501&')
  expect(formatOf(template, {}, parameters)).toContain('coin=60&')
  expect(formatOf(template, {}, { solana: '501' })).toBeUndefined()
  expect(formatOf('quay://open?url={urlEncoded}', { namespace: 'bip122' })).toBeUndefined()
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'http://shop.example/',
  'https://user:password@shop.example/',
  'https://user@shop.example/',
  'intent://shop.example/#Intent;end',
  'quay://shop.example/',
  'shop.example/link',
  '/link',
  'https://',
])('T-10 formatBrowserLink: opens no %s', (address) => {
  expect(formatOf('https://quay.example/u/{url}', { address })).toBeUndefined()
  expect(formatOf('quay://browser?url={urlEncoded}', { address })).toBeUndefined()
})

test('formatBrowserLink: may open this machine over http, as during development', () => {
  const address = 'http://localhost:4400/link'
  expect(formatOf('https://quay.example/dapp/{urlNoScheme}', { address })).toBe(
    'https://quay.example/dapp/localhost:4400/link',
  )
})

test('formatBrowserLink: keeps scheme and host with any page address, which reads back', () => {
  const hostile = fc.constantFrom('"', '\\', '\\"},{"url":"https://evil.example', '{url}', "'", '$&', '$1', '%', '<')
  const more = fc.array(fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 3 })
  const address = fc
    .tuple(fc.webUrl({ validSchemes: ['https'] }), more, more, more)
    .map(([url, path, query, fragment]) => `${url}/${path.join('')}?q=${query.join('')}#${fragment.join('')}`)
    .filter((url) => URL.canParse(url))
  const appName = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('"', '\\', '","url":"x', '{url}', '\ud800'))
  const readers = {
    'https://quay.example/u/{url}?': undefined,
    'https://quay.example/dapp/{urlNoScheme}': (link: URL) =>
      `https://${link.href.slice('https://quay.example/dapp/'.length)}`,
    'quay://browser?url={urlEncoded}&by={appNameEncoded}': (link: URL) => link.searchParams.get('url'),
    'https://quay.example/?ref={originEncoded}&link={urlEncodedTwice}': (link: URL) =>
      decodeURIComponent(link.searchParams.get('link') ?? ''),
    'quay://open?params=%7B%22url%22%3A%22{urlJsonEncoded}%22%2C%22by%22%3A%22{appNameEncoded}%22%7D': (link: URL) =>
      JSON.parse(link.searchParams.get('params') ?? '').url,
    'https://quay.example/?from={appNameEncoded}&data={urlListBase64Encoded}': (link: URL) =>
      JSON.parse(atob(link.searchParams.get('data') ?? ''))[0],
  }
  fc.assert(
    fc.property(address, appName, (given, name) => {
      const { href } = new URL(given)
      for (const [template, read] of Object.entries(readers)) {
        const link = new URL(formatOf(template, { address: given, appName: name }) ?? '')
        expect([link.protocol, link.host]).toEqual(
          template.startsWith('quay')
            ? ['quay:', template.slice('quay://'.length).split('?')[0]]
            : ['https:', 'quay.example'],
        )
        if (read !== undefined) expect(read(link)).toBe(href)
      }
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['no place for the address', 'https://quay.example/open'],
  ['two places for it', 'https://quay.example/{urlEncoded}?url={url}'],
  ['one place twice', 'https://quay.example/{urlEncoded}?url={urlEncoded}'],
  ['an unknown place', 'https://quay.example/?url={urlEncoded}&x={secret}'],
  ['a place of every object', 'https://quay.example/?url={urlEncoded}&x={constructor}'],
  ['a brace alone', 'https://quay.example/?url={urlEncoded}&x={'],
  ['nested places', 'https://quay.example/?url={enc:{urlEncoded}}'],
  ['the address as host', 'https://{urlNoScheme}/'],
  ['the address behind the host', 'https://quay.example{urlNoScheme}'],
  ['the address as port', 'https://quay.example:{urlNoScheme}/'],
  ['the address as scheme', '{url}'],
  ['a user name', 'https://user@quay.example/?url={urlEncoded}'],
  ['a port of its own', 'https://quay.example:8443/?url={urlEncoded}'],
  ['http', 'http://quay.example/?url={urlEncoded}'],
  ['code', 'javascript://x/?url={urlEncoded}'],
  ['a scheme of Android', 'intent://x/?url={urlEncoded}'],
  ['a pairing', 'wc://x/?url={urlEncoded}'],
  ['a script in capitals', 'JavaScript://x/?url={urlEncoded}'],
  ['a line break', 'https://quay.example/\n?url={urlEncoded}'],
  ['a backslash', 'https://quay.example/\\?url={urlEncoded}'],
  ['dots that URL takes away', 'https://quay.example/a/../{urlEncoded}'],
  ['too long a text', `https://quay.example/${'a'.repeat(512)}?url={urlEncoded}`],
])('T-10 parseBrowserTemplate: refuses %s', (_, template) => {
  expect(parseBrowserTemplate(template)).toBeUndefined()
})

test('parseBrowserLinks: keeps only usable links', () => {
  const link = { template: 'https://quay.example/?url={urlEncoded}', confidence: 'high' }
  const namespaces = ['eip155']
  expect(parseBrowserLinks({ ios: link, android: { ...link, confidence: 'certain' }, namespaces, more: 1 })).toEqual({
    ios: link,
    namespaces,
  })
  expect(parseBrowserLinks({ ios: link, namespaces: [] })).toBeUndefined()
  expect(parseBrowserLinks({ ios: { ...link, template: 'x' }, namespaces })).toBeUndefined()
  const parameters = { eip155: 'ETH', solana: 'a&b', constructor: 1, 'no namespace': 'x' }
  expect(parseBrowserLinks({ ios: link, namespaces, parameters })?.parameters).toEqual({ eip155: 'ETH' })
  for (const value of [undefined, null, 1, 'x', [], [link], JSON.parse('{"__proto__":{"ios":{}}}')])
    expect(parseBrowserLinks(value)).toBeUndefined()
})

test('D1: a listing survives formatListing and parseListing, with browser links and without', () => {
  const browser = {
    ios: { template: 'https://quay.example/?c={chain}&url={urlEncoded}', confidence: 'low' },
    android: { template: 'quay://open?url={urlEncoded}', confidence: 'medium' },
    namespaces: ['eip155', 'solana'],
    parameters: { eip155: '60' },
  }
  const listing = parseListing({ id: 'quay', name: 'Quay', browser })
  expect(listing.browser).toEqual(browser)
  expect(parseListing(JSON.parse(JSON.stringify(formatListing(listing))))).toEqual(listing)
  expect(formatListing(parseListing({ id: 'quay', name: 'Quay' }))).not.toHaveProperty('browser')
})
