import { serveOnLoopback } from '@hawser/test-kit/serveOnLoopback'
import { describe, expect, test } from 'vitest'
import { ImportFailedError } from '../errors.ts'
import { fetchAnswer, importLimits, parseAnswer } from './fetchAnswers.ts'

const reasonOf = async (address: string, milliseconds?: number) => {
  const world = milliseconds === undefined ? { fetch } : { fetch, milliseconds }
  const error: unknown = await fetchAnswer(address, world).catch((one: unknown) => one)
  expect(error).toBeInstanceOf(ImportFailedError)
  return String(error)
}

describe('fetchAnswer', () => {
  test('reads all pages of an address that reports its number of entries', async () => {
    const asked: (string | undefined)[] = []
    const address = await serveOnLoopback(({ url }, response) => {
      asked.push(url)
      const page = Number(new URL(url ?? '', 'http://a').searchParams.get('page') ?? 1)
      response.end(JSON.stringify({ listings: page === 3 ? [5] : [page * 2 - 1, page * 2], total: 5 }))
    })
    const answer = await fetchAnswer(`${address}/v3/wallets?projectId=x`, { fetch })
    expect(answer).toEqual({ shape: 'explorer', entries: [1, 2, 3, 4, 5], total: 5 })
    expect(asked).toEqual([
      '/v3/wallets?projectId=x',
      '/v3/wallets?projectId=x&page=2',
      '/v3/wallets?projectId=x&page=3',
    ])
  })

  test('stops at an empty page, and requests only one without a count', async () => {
    let count = 0
    const address = await serveOnLoopback(({ url }, response) => {
      count += 1
      response.end(JSON.stringify(url === '/ton' ? [1] : { data: count === 1 ? [1] : [], count: 9 }))
    })
    expect((await fetchAnswer(address, { fetch })).entries).toEqual([1])
    expect(count).toBe(2)
    expect((await fetchAnswer(`${address}/ton`, { fetch })).entries).toEqual([1])
    expect(count).toBe(3)
  })

  test('follows redirects of the same host, three at most, and none to another', async () => {
    const other: string[] = []
    const elsewhere = await serveOnLoopback(({ url }, response) => {
      other.push(url ?? '')
      response.end('[]')
    })
    const address = await serveOnLoopback(({ url }, response) => {
      if (url === '/away') response.writeHead(302, { location: `${elsewhere}/stolen` }).end()
      else if (url === '/file') response.writeHead(302, { location: 'file:///etc/passwd' }).end()
      else if (url === '/ring') response.writeHead(302, { location: '/ring' }).end()
      else if (url === '/moved') response.writeHead(301, { location: '/here' }).end()
      else response.end('[1]')
    })
    expect((await fetchAnswer(`${address}/moved`, { fetch })).entries).toEqual([1])
    expect(await reasonOf(`${address}/away`)).toMatch(/another host/)
    expect(await reasonOf(`${address}/file`)).toMatch(/another host/)
    expect(await reasonOf(`${address}/ring`)).toMatch(/more than 3 times/)
    expect(other).toEqual([])
  })

  test('stops at 32 MiB, with any amount still to come', async () => {
    let sent = 0
    const address = await serveOnLoopback((_, response) => {
      const part = Buffer.alloc(1024 * 1024, ' ')
      const send = () => {
        while (!response.destroyed && sent < 200 * part.length) {
          sent += part.length
          if (!response.write(part)) return
        }
        response.end()
      }
      response.on('drain', send)
      send()
    })
    expect(await reasonOf(address)).toMatch(/33554432 bytes/)
    expect(sent).toBeLessThan(3 * importLimits.bytes)
  })

  test('refuses more than 100,000 entries, on one page or on several, and accepts exactly that', async () => {
    const page = (count: number) => `[${'0,'.repeat(count - 1)}0]`
    const address = await serveOnLoopback(({ url }, response) => {
      const { pathname, searchParams } = new URL(url ?? '', 'http://a')
      const total = pathname === '/many' ? importLimits.entries + 1 : importLimits.entries
      const size = searchParams.has('page') ? total - 60_000 : 60_000
      if (pathname === '/page') response.end(page(4 * 1024 * 1024))
      else response.end(`{"listings":${page(size)},"total":${total}}`)
    })
    expect(await reasonOf(`${address}/page`)).toMatch(/more than 100000 entries/)
    expect(await reasonOf(`${address}/many`)).toMatch(/more than 100000 entries/)
    expect((await fetchAnswer(`${address}/few`, { fetch })).entries).toHaveLength(importLimits.entries)
  })

  test('ends if the other side is silent, gone, fails, or sends no JSON', async () => {
    const address = await serveOnLoopback(({ url }, response) => {
      if (url === '/silent') response.flushHeaders()
      else if (url === '/500') response.writeHead(500).end('{}')
      else response.end('<html>')
    })
    expect(await reasonOf(`${address}/silent`, 50)).toMatch(/too long/)
    expect(await reasonOf(`${address}/500`)).toMatch(/answered 500/)
    expect(await reasonOf(`${address}/page`)).toMatch(/not JSON/)
    expect(await reasonOf('http://127.0.0.1:1/')).toMatch(/cannot be reached/)
  })

  test.each([
    'http://registry.example/',
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
    'http://127.0.0.1.evil.example/',
    'https',
  ])('does not fetch %s', async (address) => {
    const world = { fetch: () => expect.fail('it was fetched') }
    await expect(fetchAnswer(address, world)).rejects.toThrow(/Only https addresses/)
  })
})

test.each(['{', 'null', '{}'])('parseAnswer: refuses %s with a code', (text) => {
  expect(() => parseAnswer(text)).toThrow(ImportFailedError)
})
