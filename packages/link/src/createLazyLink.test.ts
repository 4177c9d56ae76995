import { expect, test } from 'vitest'
import { createLazyLink } from './createLazyLink.ts'
import { createTestHost } from './createTestHost.fixture.ts'

const ask = () => new Request('https://app.example/wallets', { headers: { cookie: 'user=alice' } })

test('createLazyLink: opens at the first request, once for all concurrent requests', async () => {
  const { link } = await createTestHost()
  let opened = 0
  const lazy = createLazyLink(async () => {
    opened += 1
    return link
  })
  expect(opened).toBe(0)
  const { fetch } = lazy
  const answers = await Promise.all([fetch(ask()), fetch(ask()), lazy.fetch(ask())])
  expect(new Set(answers.map(({ status }) => status)).size).toBe(1)
  expect(await lazy.opened()).toBe(link)
  expect(opened).toBe(1)
})

test('createLazyLink: rejects if opening fails, and the next request retries', async () => {
  const { link } = await createTestHost()
  let opened = 0
  const { fetch } = createLazyLink(async () => {
    opened += 1
    if (opened === 1) throw new Error('The disk is away.')
    return link
  })
  await expect(fetch(ask())).rejects.toThrow('The disk is away.')
  expect((await fetch(ask())).status).toBeLessThan(500)
  expect(opened).toBe(2)
})
