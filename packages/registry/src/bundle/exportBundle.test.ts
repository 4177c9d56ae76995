import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { expect, test } from 'vitest'
import { exportBundle } from './exportBundle.ts'
import { loadBundle } from './loadBundle.ts'
import { publicKey, sampleBundle } from './sampleBundle.fixture.ts'

const folder = () => {
  const site = temporaryFolder()
  exportBundle(sampleBundle(), site)
  return site
}

/** The headers that a host with `_headers` support gives a path: those of every matching rule. */
function headersOf(path: string, rules: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  for (const block of rules.trim().split('\n\n')) {
    const [rule = '', ...lines] = block.split('\n')
    const isFor = rule.endsWith('*') ? path.startsWith(rule.slice(0, -1)) : path === rule
    for (const line of isFor ? lines : []) {
      const [, name = '', value = ''] = /^ {2}([A-Za-z-]+): (\S.*)$/.exec(line) ?? []
      // Hosts join the values of two rules, so no header must be in two rules.
      expect([path, headers.get(name)]).toEqual([path, undefined])
      headers.set(name, value)
    }
  }
  return headers
}

test('the site consists of the bundle and the files that static hosts look for', () => {
  const site = folder()
  expect(loadBundle(site, { publicKeys: [publicKey] }).manifest).toEqual(sampleBundle().manifest)
  for (const file of ['.nojekyll', '_headers', 'index.html']) expect(existsSync(join(site, file))).toBe(true)
})

test('T-102: any page may read it; caches keep files named by their hash for ever', () => {
  const rules = readFileSync(join(folder(), '_headers'), 'utf8')
  for (const path of sampleBundle().files.keys()) {
    const headers = headersOf(`/${path}`, rules)
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Content-Security-Policy')).toBe("sandbox; default-src 'none'")
    expect(headers.get('Cache-Control')).toBe(
      path === 'v1/manifest.json' ? 'public, max-age=60' : 'public, max-age=31536000, immutable',
    )
  }
  expect(headersOf('/', rules).get('Content-Security-Policy')).toMatch(/^default-src 'none';.*frame-ancestors 'none'$/)
})

test('index.html describes the site, and runs, loads and styles nothing', () => {
  const page = readFileSync(join(folder(), 'index.html'), 'utf8')
  expect(page).toContain(publicKey)
  expect(page).toContain('4 wallets')
  expect(page).toContain('version 7')
  expect(page).toMatch(/<meta http-equiv="Content-Security-Policy" content="default-src 'none'; [^"]+">/)
  expect(page).not.toMatch(/<script|<style|<img|<link|style=|src=|\son\w+=|javascript:/i)
  expect([...page.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual(['v1/manifest.json'])
})
