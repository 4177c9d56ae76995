import { expect, test } from 'vitest'
import { InvalidRelayOptionError } from '../errors.ts'
import { createOriginList, describeForeignOrigin, explainOriginRule, parseOriginRule } from './originList.ts'

const host = 'relay.example'
const page = ['https://app.example']

test.each<[what: string, origins: readonly string[], origin: string | undefined, isAllowed: boolean, host?: string]>([
  // microsoft/react-native-windows#12626
  ['F04a the own host by https, as React Native sends it', page, 'https://relay.example', true],
  // Kilo-Org/cloud#3218
  ['F04b the own host by http', page, 'http://relay.example', true],
  ['the own host with its default port', page, 'https://relay.example:443', true],
  ['the own host where the proxy names the port', page, 'https://relay.example', true, 'relay.example:443'],
  ['the own host in capitals', page, 'https://Relay.Example', true, 'RELAY.example'],
  ['the own host by wss', page, 'wss://relay.example', true],
  ['the own host with its port', page, 'http://relay.example:4402', true, 'relay.example:4402'],
  ['the own host of IPv6', page, 'http://[::1]:4402', true, '[::1]:4402'],
  ['another port of the own host', page, 'http://relay.example:3000', false],
  ['a subdomain of the own host', page, 'https://x.relay.example', false],
  ['a host that ends as the own', page, 'https://evilrelay.example', false],
  ['the own host by another scheme', page, 'ftp://relay.example', false],
  ['the own host with no Host sent', page, 'https://relay.example', false, ''],
  ['no origin', page, undefined, true],
  ['an empty origin', page, '', true],
  ['null, as desktop and embedded pages send it', page, 'null', true],
  ['null where it is listed', ['null'], 'null', true],
  ['a file, as Electron sends it', page, 'file://', true],
  ['a file where it is listed', ['file://'], 'file://', true],
  ['a file with the slash of its path', page, 'file:///', true],
  ['a file in capitals', page, 'FILE://', true],
  ['a file with a path', page, 'file:///etc/passwd', false],
  ['a file on a host', page, 'file://evil.example', false],
  ['a name that begins with null', page, 'null.evil.example', false],
  ['null beside another', page, 'null, https://evil.example', false],
  ['Electron', ['app://-'], 'app://-', true],
  ['Capacitor on iOS', ['capacitor://localhost'], 'capacitor://localhost', true],
  ['Capacitor where it is not listed', page, 'capacitor://localhost', false],
  ['Ionic', ['ionic://localhost'], 'ionic://localhost', true],
  ['Ionic where it is not listed', page, 'ionic://localhost', false],
  ['Tauri', ['tauri://localhost'], 'tauri://localhost', true],
  ['Tauri where it is not listed', page, 'tauri://localhost', false],
  ['Tauri on Windows', ['http://tauri.localhost'], 'http://tauri.localhost', true],
  ['Electron where it is not listed', page, 'app://-', false],
  ['an app of Electron by its name', ['app://wallet'], 'app://wallet', true],
  ['another app of Electron', ['app://wallet'], 'app://other', false],
  ['a page of a developer on its port', ['http://localhost:5173'], 'http://localhost:5173', true],
  ['localhost where it is not listed', page, 'http://localhost:5173', false],
  ['localhost by its number, where its name is listed', ['http://localhost:5173'], 'http://127.0.0.1:5173', false],
  ['an extension that is not listed', page, 'chrome-extension://abc', false],
  ['an extension of Safari', ['safari-web-extension://A1B2'], 'safari-web-extension://a1b2', true],
  ['Capacitor on Android', ['https://localhost'], 'https://localhost', true],
  ['another port of localhost', ['http://localhost'], 'http://localhost:5173', false],
  ['an extension', ['chrome-extension://abc'], 'chrome-extension://abc', true],
  ['another extension', ['chrome-extension://abc'], 'chrome-extension://abd', false],
  ['any extension of Firefox', ['moz-extension://*'], 'moz-extension://2c127fa4-62c7-7e4f-90e5-472b45eecfdc', true],
  ['an extension of another browser', ['moz-extension://*'], 'chrome-extension://abc', false],
  ['a subdomain', ['https://*.app.example'], 'https://a.app.example', true],
  ['a subdomain of a subdomain', ['https://*.app.example'], 'https://b.a.app.example', true],
  ['a subdomain on the port listed', ['https://*.app.example:8443'], 'https://a.app.example:8443', true],
  ['a subdomain on another port', ['https://*.app.example'], 'https://a.app.example:8443', false],
  ['a subdomain by http', ['https://*.app.example'], 'http://a.app.example', false],
  ['the domain of subdomains', ['https://*.app.example'], 'https://app.example', false],
  ['a domain that ends alike', ['https://*.app.example'], 'https://evilapp.example', false],
  ['a name that begins alike', page, 'https://app.example.evil.example', false],
  ['a page by http', page, 'http://app.example', false],
  ['a page with its default port and a slash', page, 'https://app.example:443/', true],
  ['two origins', page, 'https://app.example, https://evil.example', false],
  ['no origin at all', page, 'app.example', false],
  ['an origin with a user', page, 'https://app.example@evil.example', false],
  ['a star', ['https://*.app.example'], 'https://*.app.example', true],
  ['anything of a list without items', [], 'https://app.example', false],
])('origins: %s', (_what, origins, origin, isAllowed, asked = host) => {
  expect(createOriginList(origins)({ origin, host: asked === '' ? undefined : asked })).toBe(isAllowed)
})

test('origins: without a list allows every origin', () => {
  for (const origin of [undefined, 'null', 'file://', 'https://any.example'])
    expect(createOriginList(undefined)({ origin, host })).toBe(true)
})

test('T-96 origins: with audiences only their hosts are the relay’s own, with any Host header', () => {
  const isAllowed = createOriginList(page, ['wss://relay.example:8443', 'wss://other.example'])
  expect(isAllowed({ origin: 'https://relay.example:8443', host: 'relay.example' })).toBe(true)
  expect(isAllowed({ origin: 'https://other.example', host: 'relay.example' })).toBe(true)
  expect(isAllowed({ origin: 'http://evil.example:4402', host: 'evil.example:4402' })).toBe(false)
})

test.each([
  ['https://APP.example', 'https://app.example'],
  ['https://app.example/', 'https://app.example'],
  ['HTTPS://app.example:443', 'https://app.example'],
  ['http://app.example:80/', 'http://app.example'],
  ['https://app.example:8443', 'https://app.example:8443'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['https://*.App.example', 'https://*.app.example'],
  ['Capacitor://localhost/', 'capacitor://localhost'],
  ['app://.', 'app://.'],
  ['file:///', 'file://'],
  ['null', 'null'],
])('parseOriginRule: %s is %s', (text, rule) => {
  expect(parseOriginRule(text)).toBe(rule)
  expect(createOriginList([text])({ origin: rule, host: undefined })).toBe(true)
})

test.each([
  ['*', /leave it out/],
  ['app.example', /no scheme/],
  ['', /no scheme/],
  ['wss://app.example', /address of a socket/],
  ['https://app.example/wallets', /more than scheme, host and port/],
  ['https://app.example?x', /more than/],
  ['https://user@app.example', /more than/],
  ['https://', /more than/],
  ['app://', /more than/],
  ['https://*', /too wide/],
  ['https://*.example', /too wide/],
  ['https://*app.example', /too wide/],
  ['https://a.*.example', /too wide/],
  ['https://*.*.app.example', /too wide/],
  ['chrome-extension://a*', /too wide/],
  ['https://app example', /more than/],
])('parseOriginRule: refuses %s with a reason', (text, why) => {
  expect(parseOriginRule(text)).toBeUndefined()
  expect(explainOriginRule(text)).toMatch(why)
  expect(() => createOriginList([text])).toThrow(InvalidRelayOptionError)
})

test('describeForeignOrigin: names the origin, cut to fit, and the option', () => {
  expect(describeForeignOrigin('https://evil.example')).toBe(
    'This relay does not serve pages of the origin https://evil.example: see --origins.',
  )
  expect(describeForeignOrigin('x'.repeat(8_000)).length).toBeLessThan(300)
})
