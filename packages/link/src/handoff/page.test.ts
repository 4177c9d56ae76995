import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createHandoffHost } from '../createHandoff.fixture.ts'
import { createHandoffPage } from './page.ts'

async function fetchPage(init: RequestInit = {}): Promise<Response> {
  const host = await createHandoffHost()
  return host.link.fetch(new Request('https://app.example/handoff', init))
}

test('the handoff page: one file, without caching, indexing, framing or referrer', async () => {
  const response = await fetchPage()
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
  expect(response.headers.get('set-cookie')).toBeNull()
})

test('its policy allows only its own script and style', async () => {
  const response = await fetchPage()
  const html = await response.text()
  const policy = Object.fromEntries(
    (response.headers.get('content-security-policy') ?? '').split('; ').map((each) => {
      const [name = '', ...sources] = each.split(' ')
      return [name, sources.join(' ')]
    }),
  )
  const hashIn = (name: string) => {
    const [, text = ''] = new RegExp(`<${name}(?: type="module")?>([\\s\\S]*?)</${name}>`).exec(html) ?? []
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  }
  expect(policy).toEqual({
    'default-src': "'none'",
    'script-src': hashIn('script'),
    'style-src': hashIn('style'),
    'connect-src': "'self'",
    'img-src': 'data:',
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  })
  // The first script is data: the texts of the page.
  expect(html.match(/<(?:script|style|link|img|iframe)\b/g)).toEqual(['<style', '<script', '<script'])
  expect(html).toContain('<script type="application/json" id="texts">{')
  // Code that other pages load later is part of the single script, and runs from there.
  expect(/__VITE|import\(/.test(html)).toBe(false)
  expect(gzipSync(html).byteLength).toBeLessThan(40 * 1024)
})

test('HEAD and a query get the same answer, which echoes nothing of the query', async () => {
  expect((await fetchPage({ method: 'HEAD' })).status).toBe(200)
  const host = await createHandoffHost()
  const response = await host.link.fetch(new Request('https://app.example/handoff?h=0f3c9a'))
  expect((await response.text()).includes('0f3c9a')).toBe(false)
})

test('uses the browser’s language from its first byte', async () => {
  for (const [accepted, start] of [
    ['fa-IR, en;q=0.5', '<html lang="fa" dir="rtl">'],
    ['nb, de;q=0.5', '<html lang="de" dir="ltr">'],
    ['nb', '<html lang="en" dir="ltr">'],
  ] as const) {
    const html = await (await fetchPage({ headers: { 'accept-language': accepted } })).text()
    expect(html).toContain(start)
    expect(gzipSync(html).byteLength).toBeLessThan(40 * 1024)
  }
})

test('the texts of one other language load alone, and unknown languages do not exist', async () => {
  const host = await createHandoffHost()
  const ask = (language: string) => host.link.fetch(new Request(`https://app.example/handoff/texts/${language}`))
  const answer = await ask('ar')
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.json()).toMatchObject({ language: 'ar', direction: 'rtl' })
  for (const other of ['nb', 'constructor', '__proto__', 'AR']) expect((await ask(other)).status, other).toBe(404)
})

test('a failed read is repeated by the next request', async () => {
  const title = '</script><b title="&">'
  const parts = { script: '1', style: 'b{}', texts: { en: { language: 'en', direction: 'ltr', title } } }
  let loads = 0
  const page = createHandoffPage(async () => {
    loads += 1
    if (loads === 1) throw new Error('the disk is away')
    return parts
  })
  const request = new Request('https://app.example/handoff')
  await expect(page.answer(request)).rejects.toThrow('the disk is away')
  const html = await (await page.answer(request)).text()
  expect(html).toContain('<title>&#60;/script&#62;&#60;b title=&#34;&#38;&#34;&#62;</title>')
  expect(html.match(/<\/script>/g)).toHaveLength(2)
  await page.answer(request)
  expect(loads).toBe(2)
})
