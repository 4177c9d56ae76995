import type { AccountId } from '@hawser/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTimers } from '../../platform/timers.fixture.ts'
import type { AnnouncedWallet } from '../../wallets/discovery/announcement.ts'
import type { PageConnector } from './pageConnector.ts'

/** The behaviour of an emulated wallet for each request. Each function answers, throws, or never settles. */
export type WalletAnswers = {
  /** Answers a request for accounts: with addresses, or with anything else. */
  readonly accounts: () => unknown
  /** Answers a request for a signature by the account of an address. */
  readonly signature: (address: string) => unknown
}

/** An emulated wallet in a page of its own, with the discovery and the connector that use it. */
export type PageOfWallet = {
  /** Runs the wallet's script, which announces the wallet in the way of its make, even if no page listens. */
  announce(): void
  readonly discovery: { start(): void; stop(): void; wallets(): readonly AnnouncedWallet[] }
  readonly connector: PageConnector
  readonly rdns: string
  /** Makes the wallet report, in the way of its make, that the page is no longer connected. */
  end(): void
  /** Makes the wallet report that the page is connected again. */
  resume(): void
  /** Returns how many listeners of the page the wallet has. */
  listeners(): number
  /** The requests that the wallet received, by method name. */
  readonly asked: readonly string[]
}

/** A make of wallets, for `testPageConnector`. */
export type WalletMake = {
  readonly name: string
  /** Two accounts that a wallet of this make can share. */
  readonly accountId: AccountId
  readonly otherAccountId: AccountId
  /** The wallet's answer to a request for a signature, and the form that the link API accepts. */
  readonly signature: unknown
  readonly signatureText: string
  /** Opens a page with a wallet. `name` and `icon` are the wallet's own claims. */
  open(wallet: {
    readonly name: string
    readonly icon: string
    readonly answers: WalletAnswers
    readonly timers: ReturnType<typeof createTimers>
    readonly onChange: () => void
  }): PageOfWallet
}

const icon = 'data:image/png;base64,iVBORw0KGgo='
const never = () => new Promise<never>(() => {})
const addressOf = (accountId: AccountId) => accountId.slice(accountId.lastIndexOf(':') + 1)
const fiveMinutes = 300_000

/** An object that throws on any access. */
const hostile = new Proxy(
  {},
  {
    get() {
      throw new Error('no')
    },
  },
)
const throwing = (thrown: unknown) => () => {
  throw thrown
}

/** Tests the contract of every connector to wallets of the page, with any make of wallet. */
export function testPageConnector(make: WalletMake): void {
  const address = addressOf(make.accountId)

  function open(answers: Partial<WalletAnswers> = {}) {
    const timers = createTimers()
    const stop = new AbortController()
    let changes = 0
    const page = make.open({
      name: 'Quay',
      icon,
      answers: { accounts: () => [address], signature: () => make.signature, ...answers },
      timers,
      onChange: () => (changes += 1),
    })
    const { rdns, connector } = page
    const connect = () => connector.connect({ rdns, signal: stop.signal })
    const sign = (accountId = make.accountId) =>
      connector.signMessage({ rdns, accountId, message: 'Ahoy €', signal: stop.signal })
    return { ...page, timers, stop, connect, sign, changes: () => changes }
  }

  /** Opens a page that has found its wallet. */
  function begin(answers: Partial<WalletAnswers> = {}) {
    const page = open(answers)
    page.announce()
    page.discovery.start()
    return page
  }

  describe(`page connector: ${make.name}`, () => {
    test.each(['before', 'after'])('finds a wallet that announces itself %s the page asks, once', (when) => {
      const page = open()
      if (when === 'before') page.announce()
      page.discovery.start()
      if (when === 'after') page.announce()
      page.announce()
      page.discovery.start()
      expect(page.discovery.wallets()).toMatchObject([{ name: 'Quay', icon, rdns: page.rdns }])
      expect(page.changes()).toBe(1)
      expect(page.asked).toEqual([])
    })

    test('does not find a wallet that comes after the search', () => {
      const page = open()
      page.discovery.start()
      page.discovery.stop()
      page.announce()
      expect([page.discovery.wallets(), page.changes()]).toEqual([[], 0])
    })

    test('requests accounts and a signature, and leaves no timer', async () => {
      const page = begin()
      expect(await page.connect()).toEqual({
        walletName: 'Quay',
        accountId: make.accountId,
        accounts: [make.accountId],
      })
      expect(await page.sign()).toBe(make.signatureText)
      expect(page.timers.open()).toBe(0)
    })

    test('knows every account once, proves the first, and skips garbage', async () => {
      const other = addressOf(make.otherAccountId)
      const page = begin({ accounts: () => [null, address, other, address, 7, 'x', { address: 9 }, `${other}\n`] })
      expect(await page.connect()).toMatchObject({
        accountId: make.accountId,
        accounts: [make.accountId, make.otherAccountId],
      })
      const endless = begin({ accounts: () => Array.from({ length: 5_000 }, () => address) })
      expect((await endless.connect()).accounts).toEqual([make.accountId])
    })

    test('a wallet that shares no account granted none', async () => {
      await expect(begin({ accounts: () => [] }).connect()).rejects.toMatchObject({ code: 'account_not_granted' })
    })

    test.each<[string, unknown]>([
      ['a code', { code: 4001, message: 'x' }],
      ['a code in an Error', Object.assign(new Error('x'), { code: 4001 })],
      ['words in an Error', new Error('User rejected the request.')],
      ['words alone', 'User rejected the request'],
    ])('a visitor’s no by %s is a refusal, of accounts and of signatures', async (_, thrown) => {
      for (const throws of [throwing(thrown), () => Promise.reject(thrown)]) {
        const page = begin({ accounts: throws, signature: throws })
        await expect(page.connect()).rejects.toMatchObject({ code: 'extension_declined' })
        const signing = begin({ signature: throws })
        await signing.connect()
        await expect(signing.sign()).rejects.toMatchObject({ code: 'extension_declined' })
        expect([page.timers.open(), signing.timers.open()]).toEqual([0, 0])
      }
    })

    test.each<[string, () => unknown]>([
      ['throws nothing', throwing(undefined)],
      ['throws null', throwing(null)],
      ['throws a number', throwing(7)],
      ['throws a symbol', throwing(Symbol('x'))],
      ['throws a text', throwing('boom')],
      ['throws an Error', throwing(new Error('boom'))],
      ['throws what throws on reading', throwing(hostile)],
      ['answers what throws on reading', () => hostile],
      ['answers nothing', () => undefined],
      ['answers null', () => null],
      ['answers a number', () => 7],
      ['answers a text', () => 'signed'],
      ['answers a function', () => () => {}],
    ])('T-23 a wallet that %s is a failure with a code', async (_, answer) => {
      const connecting = begin({ accounts: answer })
      const codes = /^(?:extension_failed|account_not_granted)$/
      await expect(connecting.connect()).rejects.toMatchObject({ code: expect.stringMatching(codes) })
      const page = begin({ signature: answer })
      await page.connect()
      await expect(page.sign()).rejects.toMatchObject({ code: 'extension_failed' })
      expect([connecting.timers.open(), page.timers.open()]).toEqual([0, 0])
    })

    test('T-23 any answer of a wallet gives an account, a signature or an error with a code', async () => {
      await fc.assert(
        fc.asyncProperty(fc.anything(), fc.anything(), async (accounts, signature) => {
          const page = begin({ accounts: () => accounts, signature: () => signature })
          const code = (error: unknown) => String(Reflect.get(Object(error), 'code'))
          const connected = await page.connect().then(() => 'account', code)
          expect(['account', 'extension_failed', 'account_not_granted', 'extension_declined']).toContain(connected)
          const signed = await page.sign().then(String, code)
          expect(['undefined', '']).not.toContain(signed)
        }),
        { numRuns: 50 },
      )
    })

    test('T-66 gives up on a silent wallet after five minutes', async () => {
      for (const silent of ['connect', 'sign'] as const) {
        const page = begin(silent === 'connect' ? { accounts: never } : { signature: never })
        if (silent === 'sign') await page.connect()
        let code: unknown
        const asked = page[silent]().catch((error) => (code = error.code))
        await page.timers.advance(fiveMinutes - 1)
        expect(code).toBeUndefined()
        await page.timers.advance(1)
        await asked
        expect([code, page.timers.open()]).toEqual(['extension_silent', 0])
      }
    })

    test('an aborted request settles at once, and sends nothing to the wallet', async () => {
      for (const asking of ['connect', 'sign'] as const) {
        const page = begin(asking === 'connect' ? { accounts: never } : { signature: never })
        if (asking === 'sign') await page.connect()
        const asked = page[asking]()
        await page.timers.settle()
        const before = page.asked.length
        page.stop.abort()
        await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
        await expect(page[asking]()).rejects.toMatchObject({ name: 'AbortError' })
        expect([page.timers.open(), page.asked.length]).toEqual([0, before])
      }
    })

    test('a wallet that ends the connection while it is asked to sign is not waited for', async () => {
      const page = begin({ signature: never })
      await page.connect()
      for (const _ of ['once', 'and again']) {
        const asked = page.sign()
        const code = asked.catch((error) => error.code)
        await page.timers.settle()
        page.end()
        await page.timers.advance(3_000)
        expect([await code, page.timers.open(), page.listeners()]).toEqual(['extension_failed', 0, 0])
      }
    })

    test('an answer that comes right after the end of the connection counts', async () => {
      let answer: (signature: unknown) => void = () => {}
      const page = begin({ signature: () => new Promise((resolve) => (answer = resolve)) })
      await page.connect()
      const asked = page.sign()
      await page.timers.settle()
      page.end()
      answer(make.signature)
      expect(await asked).toBe(make.signatureText)
      expect([page.timers.open(), page.listeners()]).toEqual([0, 0])
    })

    test('a wallet that is connected again after an end is waited for', async () => {
      let answer: (signature: unknown) => void = () => {}
      const page = begin({ signature: () => new Promise((resolve) => (answer = resolve)) })
      await page.connect()
      const asked = page.sign()
      const signed = asked.catch((error) => error.code)
      await page.timers.settle()
      page.end()
      await page.timers.advance(2_999)
      page.resume()
      await page.timers.advance(10_000)
      answer(make.signature)
      expect([await signed, page.timers.open(), page.listeners()]).toEqual([make.signatureText, 0, 0])
    })

    test('does not let another account sign after a switch during the prompt', async () => {
      // A wallet can refuse, or sign with its current account. Only the link API can detect the second.
      const unauthorized = { code: 4100, message: 'The account is not authorized.' }
      const page = begin({ signature: (asked) => (asked === address ? make.signature : Promise.reject(unauthorized)) })
      await page.connect()
      await expect(page.sign(make.otherAccountId)).rejects.toMatchObject({
        code: expect.stringMatching(/^(?:extension_failed|account_not_granted)$/),
      })
      expect(await page.sign()).toBe(make.signatureText)
    })

    test('reports a wallet of another name, or a removed one, as missing', async () => {
      const page = open()
      page.discovery.start()
      await expect(page.connect()).rejects.toMatchObject({ code: 'extension_missing' })
      await expect(page.sign()).rejects.toMatchObject({ code: 'extension_missing' })
    })

    test('T-60 no error contains a wallet’s text', async () => {
      const secret = 'canary-7f6e'
      const page = begin({ accounts: throwing(new Error(secret)), signature: throwing(secret) })
      for (const asked of [page.connect(), page.sign()]) {
        const error = await asked.then(
          () => expect.fail('it should have failed'),
          (reason) => reason,
        )
        expect(`${error.message} ${error.stack} ${JSON.stringify(error)} ${error.cause}`).not.toContain(secret)
      }
    })
  })
}
