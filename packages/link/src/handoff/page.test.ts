import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createHandoffHost } from '../createHandoff.fixture.ts'

async function fetchPage(init: RequestInit = {}): Promise<Response> {
  const host = await createHandoffHost()
  return host.link.fetch(new Request('https://app.example/handoff', init))
}

test('the page of a handoff: one file, for nobody to keep, to index, to frame or to tell', async () => {
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

test('its policy lets in its own script and style and nothing else', async () => {
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
  expect(html.match(/<(?:script|style|link|img|iframe)\b/g)).toEqual(['<style', '<script'])
  // Code that is fetched later elsewhere stands in the one script, and runs from there.
  expect(/__VITE|import\(/.test(html)).toBe(false)
  expect(gzipSync(html).byteLength).toBeLessThan(40 * 1024)
})

test('HEAD and a query answer alike, and nothing of a query comes back', async () => {
  expect((await fetchPage({ method: 'HEAD' })).status).toBe(200)
  const host = await createHandoffHost()
  const response = await host.link.fetch(new Request('https://app.example/handoff?h=0f3c9a'))
  expect((await response.text()).includes('0f3c9a')).toBe(false)
})
