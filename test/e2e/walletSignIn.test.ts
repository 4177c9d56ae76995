import type { Host } from '@hawser/app-host/server'
import { openSqliteLinkStore } from '@hawser/link'
import { createDateClock, type DateClock } from '@hawser/test-kit/dateClock'
import { expect, onTestFinished, test } from 'vitest'
import { createTestWallet, type TestWallet } from '../../packages/link/src/createTestHost.fixture.ts'
import { openHost } from './openHost.ts'

const publicUrl = 'http://localhost:4400'
const [wallet, second] = [createTestWallet(1), createTestWallet(2)]
const password = 'correct horse'

/** Opens the demo host app with a clock that the test controls. */
async function openAtClock(): Promise<{ readonly host: Host; readonly clock: DateClock; readonly dataFile: string }> {
  const clock = createDateClock(1_795_246_101_455)
  return { ...(await openHost({ publicUrl })), clock }
}

/** Opens a browser that keeps its cookie. */
function openBrowser(host: Host, cookie?: string) {
  let kept = cookie
  let extra: Readonly<Record<string, string>> = {}
  async function ask(method: string, path: string, body?: object) {
    const headers = new Headers(method === 'GET' ? {} : { origin: publicUrl, 'content-type': 'application/json' })
    if (kept !== undefined) headers.set('cookie', kept)
    for (const [name, value] of Object.entries(extra)) headers.set(name, value)
    const request = new Request(publicUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const response = await host.fetch(request)
    const text = await response.text()
    const given = response.headers.getSetCookie()[0]?.split(';')[0]
    if (given !== undefined) kept = given
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text), given }
  }
  const signed = async (
    asked: { readonly purpose: string; readonly accountId: string },
    path: string,
    by: TestWallet,
  ) => {
    const { body } = await ask('POST', '/link/challenges', asked)
    return ask('POST', path, {
      purpose: asked.purpose,
      challengeId: body.challengeId,
      signature: by.sign(body.message),
    })
  }
  return {
    ask,
    cookie: () => kept,
    /** Adds these headers to every request from now on. */
    sends: (headers: Readonly<Record<string, string>>) => {
      extra = headers
    },
    signUp: (name: string) => ask('POST', '/account', { name, password }),
    link: (by: TestWallet, path = '/link/proofs') => signed({ purpose: 'link', accountId: by.accountId }, path, by),
    signIn: (by: TestWallet) => signed({ purpose: 'signIn', accountId: by.accountId }, '/link/sign-in', by),
    name: async () => (await ask('GET', '/session')).body.name,
  }
}

/** Creates an account whose user has linked this wallet and has signed out. */
async function leaveAccount(host: Host, name: string, by: TestWallet) {
  const browser = openBrowser(host)
  await browser.ask('GET', '/session')
  expect((await browser.signUp(name)).status).toBe(201)
  expect((await browser.link(by)).status).toBe(201)
  expect((await browser.ask('DELETE', '/session')).status).toBe(204)
}

test('a wallet signs in to its account in a browser that never saw it, in a new session (T-53)', async () => {
  const { host } = await openAtClock()
  await leaveAccount(host, 'Ada', wallet)
  const browser = openBrowser(host)
  await browser.ask('GET', '/session')
  const before = browser.cookie()
  const answer = await browser.signIn(wallet)
  expect(answer).toMatchObject({ status: 200, body: { accountId: wallet.accountId } })
  expect(answer.given).not.toBe(before)
  expect(await browser.name()).toBe('Ada')
  expect((await browser.ask('GET', '/link/wallets')).body.wallets).toMatchObject([{ accountId: wallet.accountId }])
  // The old token opens neither this account nor the anonymous visitor's.
  const old = openBrowser(host, before)
  expect((await old.ask('GET', '/sessions')).status).toBe(401)
  expect(await old.name()).toBe(null)
})

test('T-53: a session with another way to sign in gets another token; the old one ends', async () => {
  const { host, clock } = await openAtClock()
  const browser = openBrowser(host)
  await browser.ask('GET', '/session')
  // An anonymous visitor could not sign in again, so their only token stays.
  const anonymous = browser.cookie()
  expect(await browser.link(second)).toMatchObject({ status: 201, given: undefined })
  await browser.signUp('Ada')
  const before = browser.cookie()
  expect((await browser.link(wallet)).status).toBe(201)
  expect(new Set([anonymous, before, browser.cookie()]).size).toBe(3)
  clock.now += 60_000
  expect((await openBrowser(host, before).ask('GET', '/sessions')).status).toBe(401)
  const { body } = await browser.ask('GET', '/sessions')
  expect(body.sessions).toMatchObject([{ isCurrent: true }])
})

test('T-53: a link by handoff gives the screen’s session another token, and the phone’s none', async () => {
  const { host, clock } = await openAtClock()
  const screen = openBrowser(host)
  await screen.ask('GET', '/session')
  await screen.signUp('Ada')
  // The phone's browser has an account of its own.
  const phone = openBrowser(host)
  await phone.ask('GET', '/session')
  await phone.signUp('Bob')
  const { body: started } = await screen.ask('POST', '/link/handoffs', {})
  const path = `/link/handoff/${started.id}`
  const { body: claimed } = await phone.ask('POST', `${path}/claim`, { secret: started.secret })
  phone.sends({ authorization: `Handoff ${claimed.grant}` })
  const { body: asked } = await phone.ask('POST', `${path}/challenges`, {
    purpose: 'link',
    accountId: wallet.accountId,
  })
  const proof = { purpose: 'link', challengeId: asked.challengeId, signature: wallet.sign(asked.message) }
  const proven = await phone.ask('POST', `${path}/proofs`, proof)
  expect(proven).toMatchObject({ status: 201, given: undefined })

  const before = screen.cookie()
  const { digits } = proven.body
  expect((await screen.ask('POST', `/link/handoffs/${started.id}/finish`, { digits })).status).toBe(201)
  expect(screen.cookie()).not.toBe(before)
  // Requests in progress still find the session, for a minute.
  expect((await openBrowser(host, before).ask('GET', '/link/wallets')).body.wallets).toHaveLength(1)
  expect((await screen.ask('POST', `/link/handoffs/${started.id}/undo`)).status).toBe(204)
  clock.now += 60_000
  expect((await openBrowser(host, before).ask('GET', '/sessions')).status).toBe(401)
  expect([await screen.name(), await phone.name()]).toEqual(['Ada', 'Bob'])
})

test.each(['/link/proofs/', '/link//proofs', '/link/%70roofs'])(
  'T-53: a link at %s gives the session another token too',
  async (path) => {
    const { host } = await openAtClock()
    const browser = openBrowser(host)
    await browser.ask('GET', '/session')
    await browser.signUp('Ada')
    const before = browser.cookie()
    expect((await browser.link(wallet, path)).status).toBe(201)
    expect(browser.cookie()).not.toBe(before)
  },
)

test('unlinks the anonymous visitor’s wallets before the answer, as with a password', async () => {
  const { host } = await openAtClock()
  await leaveAccount(host, 'Ada', wallet)
  const browser = openBrowser(host)
  await browser.ask('GET', '/session')
  expect((await browser.link(second)).status).toBe(201)
  expect((await browser.signIn(wallet)).status).toBe(200)
  expect((await browser.ask('GET', '/link/wallets')).body.wallets).toHaveLength(1)
  const next = openBrowser(host)
  await next.ask('GET', '/session')
  expect((await next.link(second)).status).toBe(201)
})

test('an unknown wallet, or an anonymous visitor’s, signs no one in; the session stays', async () => {
  const { host } = await openAtClock()
  const anonymous = openBrowser(host)
  await anonymous.ask('GET', '/session')
  await anonymous.link(wallet)
  const browser = openBrowser(host)
  await browser.ask('GET', '/session')
  const answers = [await browser.signIn(wallet), await browser.signIn(second)]
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 403, body: { code: 'wallet_not_linked' }, given: undefined })
    expect(answer.body).toEqual(answers[0]?.body)
  }
  expect(await browser.name()).toBe(null)
  expect((await browser.link(second)).status).toBe(201)
})

test('T-30: the text of one session does not answer in another, or without a session', async () => {
  const { host } = await openAtClock()
  await leaveAccount(host, 'Ada', wallet)
  const [mallory, victim] = [openBrowser(host), openBrowser(host)]
  for (const each of [mallory, victim]) await each.ask('GET', '/session')
  const { body } = await mallory.ask('POST', '/link/challenges', { purpose: 'signIn', accountId: wallet.accountId })
  const proof = { purpose: 'signIn', challengeId: body.challengeId, signature: wallet.sign(body.message) }
  expect(await victim.ask('POST', '/link/sign-in', proof)).toMatchObject({ status: 404, given: undefined })
  const stranger = openBrowser(host)
  expect(await stranger.ask('POST', '/link/sign-in', proof)).toMatchObject({ status: 401, given: undefined })
  expect(
    (await stranger.ask('POST', '/link/challenges', { purpose: 'signIn', accountId: wallet.accountId })).status,
  ).toBe(401)
  expect(await victim.name()).toBe(null)
})

test('of 50 equal answers at once one starts a session', async () => {
  const { host } = await openAtClock()
  await leaveAccount(host, 'Ada', wallet)
  const browser = openBrowser(host)
  await browser.ask('GET', '/session')
  const { body } = await browser.ask('POST', '/link/challenges', { purpose: 'signIn', accountId: wallet.accountId })
  const proof = { purpose: 'signIn', challengeId: body.challengeId, signature: wallet.sign(body.message) }
  const cookie = browser.cookie()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => openBrowser(host, cookie).ask('POST', '/link/sign-in', proof)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ given }) => given !== undefined)).toHaveLength(1)
  // The challenge is used, its session has ended, or the minute's limit is exceeded.
  for (const { status } of answers) expect([200, 401, 404, 429]).toContain(status)
})

test('T-55: linking takes a recent password; a session started by a wallet is no step-up', async () => {
  const { host, clock } = await openAtClock()
  const browser = openBrowser(host)
  await browser.ask('GET', '/session')
  await browser.signUp('Ada')
  expect((await browser.link(wallet)).status).toBe(201)
  const refused = { status: 401, body: { code: 'proof_required' } }
  const asked = () => browser.ask('POST', '/link/challenges', { purpose: 'link', accountId: second.accountId })
  clock.now += 30 * 60_000
  expect(await asked()).toMatchObject(refused)
  // An attacker who made the owner sign a sign-in text could otherwise link a wallet of their own.
  expect((await browser.signIn(wallet)).status).toBe(200)
  expect(await asked()).toMatchObject(refused)
  expect((await browser.ask('POST', '/session', { name: 'Ada', password })).status).toBe(200)
  expect((await browser.link(second)).status).toBe(201)
})

test('T-55: a session started by a wallet requires the password; given, it links and unlinks', async () => {
  const { host } = await openAtClock()
  await leaveAccount(host, 'Ada', wallet)
  const browser = openBrowser(host)
  await browser.ask('GET', '/session')
  expect((await browser.signIn(wallet)).status).toBe(200)
  const before = browser.cookie()
  expect((await browser.ask('GET', '/session')).body.mayLinkForMs).toBe(0)
  const [{ id }] = (await browser.ask('GET', '/link/wallets')).body.wallets
  expect((await browser.ask('POST', '/session/password', { password: 'wrong horse' })).status).toBe(401)
  expect((await browser.ask('DELETE', `/link/wallets/${id}`)).status).toBe(401)
  expect(await browser.ask('POST', '/session/password', { password })).toMatchObject({
    status: 200,
    body: { mayLinkForMs: 30 * 60_000 },
  })
  expect((await browser.link(second)).status).toBe(201)
  expect((await browser.ask('DELETE', `/link/wallets/${id}`)).status).toBe(204)
  expect((await openBrowser(host, before).ask('GET', '/sessions')).status).toBe(401)
})

test('T-55: a wallet’s own signature unlinks it, or a recent password does', async () => {
  const { host, clock } = await openAtClock()
  await leaveAccount(host, 'Ada', wallet)
  const browser = openBrowser(host)
  await browser.ask('GET', '/session')
  expect((await browser.signIn(wallet)).status).toBe(200)
  const [{ id }] = (await browser.ask('GET', '/link/wallets')).body.wallets
  const refused = { status: 401, body: { code: 'proof_required' } }
  expect(await browser.ask('DELETE', `/link/wallets/${id}`)).toMatchObject(refused)
  const { body } = await browser.ask('POST', '/link/challenges', { purpose: 'unlink', walletId: id })
  const proof = { purpose: 'unlink', challengeId: body.challengeId, signature: wallet.sign(body.message) }
  expect((await browser.ask('POST', `/link/wallets/${id}/unlink`, proof)).status).toBe(204)

  // The wallet is lost. Anyone who knows the password can stop it from signing in, for half an hour after entering the
  // password.
  const enter = () => browser.ask('POST', '/session', { name: 'Ada', password })
  await enter()
  const { body: lost } = await browser.link(wallet)
  clock.now += 30 * 60_000
  expect(await browser.ask('DELETE', `/link/wallets/${lost.id}`)).toMatchObject(refused)
  await enter()
  clock.now += 29 * 60_000
  expect((await browser.ask('DELETE', `/link/wallets/${lost.id}`)).status).toBe(204)
  const thief = openBrowser(host)
  await thief.ask('GET', '/session')
  expect((await thief.signIn(wallet)).status).toBe(403)
  // An anonymous visitor has no password to enter.
  const { body: own } = await thief.link(second)
  expect(await thief.ask('DELETE', `/link/wallets/${own.id}`)).toMatchObject(refused)
})

test('T-30: the text names the browser that asks; the history records the sign-in', async () => {
  const { host } = await openAtClock()
  await leaveAccount(host, 'Ada', wallet)
  const browser = openBrowser(host)
  await browser.ask('GET', '/session')
  const textFor = async (userAgent: string) => {
    browser.sends({ 'user-agent': userAgent })
    return (
      await browser.ask('POST', '/link/challenges', { purpose: 'signIn', accountId: wallet.accountId })
    ).body.message.split('\n')[3]
  }
  const says = (words: string) =>
    `Sign in to localhost:4400 in ${words} with this wallet. This costs nothing and moves no funds.`
  expect(await textFor('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe(
    says('Firefox on Linux'),
  )
  expect(await textFor('your own wallet on this telephone')).toBe(says('a browser'))
  expect((await browser.signIn(wallet)).status).toBe(200)
  const { body } = await browser.ask('GET', '/link/history')
  expect(body.events.map(({ type }: { type: string }) => type)).toEqual(['signed-in', 'linked'])
})

test('T-53: of two wallets that sign in at once in one session one does', async () => {
  const { host } = await openAtClock()
  await leaveAccount(host, 'Ada', wallet)
  await leaveAccount(host, 'Bob', second)
  const browser = openBrowser(host)
  await browser.ask('GET', '/session')
  const asked = []
  for (const by of [wallet, second]) {
    const { body } = await browser.ask('POST', '/link/challenges', { purpose: 'signIn', accountId: by.accountId })
    asked.push({ purpose: 'signIn', challengeId: body.challengeId, signature: by.sign(body.message) })
  }
  const cookie = browser.cookie()
  const answers = await Promise.all(asked.map((proof) => openBrowser(host, cookie).ask('POST', '/link/sign-in', proof)))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toMatchObject([{ status: 401, body: { code: 'not_signed_in' }, given: undefined }])
})

test('F-L15, T-53: answers a link whose answer is lost again with the new token', async () => {
  const { host, clock } = await openAtClock()
  const browser = openBrowser(host)
  await browser.ask('GET', '/session')
  await browser.signUp('Ada')
  const before = browser.cookie()
  const { body } = await browser.ask('POST', '/link/challenges', { purpose: 'link', accountId: wallet.accountId })
  const proof = { purpose: 'link', challengeId: body.challengeId, signature: wallet.sign(body.message) }
  const lost = await openBrowser(host, before).ask('POST', '/link/proofs', proof)
  expect(lost.status).toBe(201)
  clock.now += 500
  const again = await browser.ask('POST', '/link/proofs', { ...proof, again: true })
  expect(again).toMatchObject({ status: 201, body: { id: lost.body.id } })
  // The same token as in the lost answer, so the browser has it in whichever order the two answers arrive.
  expect(again.given).toBe(lost.given)
  clock.now += 60_000
  expect((await openBrowser(host, before).ask('GET', '/sessions')).status).toBe(401)
  expect(await browser.name()).toBe('Ada')
})

test('F-L10: answers another tab’s pending requests while the token changes', async () => {
  const { host, clock } = await openAtClock()
  const browser = openBrowser(host)
  await browser.ask('GET', '/session')
  await browser.signUp('Ada')
  const other = openBrowser(host, browser.cookie())
  const { body } = await other.ask('POST', '/link/challenges', { purpose: 'link', accountId: second.accountId })
  const proof = { purpose: 'link', challengeId: body.challengeId, signature: second.sign(body.message) }
  expect((await browser.link(wallet)).status).toBe(201)
  clock.now += 20_000
  expect((await other.ask('GET', '/link/wallets')).body.wallets).toHaveLength(1)
  // A thief of the earlier token cannot request the new token.
  for (const path of ['/session', '/sessions', '/link/history'])
    expect(await other.ask('GET', path)).toMatchObject({ status: 200, given: undefined })
  expect(await other.ask('POST', '/link/proofs', proof)).toMatchObject({ status: 201, given: browser.cookie() })
})

test('T-53: signing out or in with the earlier token ends the session of the later one', async () => {
  for (const leave of [
    (old: ReturnType<typeof openBrowser>) => old.ask('DELETE', '/session'),
    (old: ReturnType<typeof openBrowser>) => old.ask('POST', '/session', { name: 'Ada', password }),
  ]) {
    const { host } = await openAtClock()
    const browser = openBrowser(host)
    await browser.ask('GET', '/session')
    await browser.signUp('Ada')
    const old = openBrowser(host, browser.cookie())
    expect((await browser.link(wallet)).status).toBe(201)
    expect([200, 204]).toContain((await leave(old)).status)
    expect((await browser.ask('GET', '/sessions')).status).toBe(401)
  }
})

test('T-30: an anonymous visitor’s link signs no one in until the account has proven it', async () => {
  const { host } = await openAtClock()
  const browser = openBrowser(host)
  await browser.ask('GET', '/session')
  // Linked by an earlier visitor of this browser.
  expect((await browser.link(wallet)).status).toBe(201)
  expect((await browser.signUp('Ada')).status).toBe(201)
  expect((await browser.ask('GET', '/link/wallets')).body.wallets).toMatchObject([{ status: 're-prove' }])
  const elsewhere = openBrowser(host)
  await elsewhere.ask('GET', '/session')
  expect(await elsewhere.signIn(wallet)).toMatchObject({ status: 403, body: { code: 'wallet_not_linked' } })
  expect((await browser.link(wallet)).status).toBe(201)
  expect((await elsewhere.signIn(wallet)).status).toBe(200)
  expect(await elsewhere.name()).toBe('Ada')
})

test('T-30: neither does a link proven before the sign-up and written after it', async () => {
  const { host, clock, dataFile } = await openAtClock()
  const browser = openBrowser(host)
  await browser.ask('GET', '/session')
  const { body: linked } = await browser.link(wallet)
  clock.now += 1
  expect((await browser.signUp('Ada')).status).toBe(201)
  const store = await openSqliteLinkStore({ file: dataFile })
  onTestFinished(() => store.stop())
  const row = await store.heldWallet({ namespace: 'eip155', address: wallet.address.toLowerCase() })
  expect(row).toMatchObject({ id: linked.id, status: 're-prove' })
  if (row !== undefined) await store.putLinkedWallet(row)
  expect((await browser.ask('GET', '/link/wallets')).body.wallets).toMatchObject([{ status: 'active' }])
  const elsewhere = openBrowser(host)
  await elsewhere.ask('GET', '/session')
  expect(await elsewhere.signIn(wallet)).toMatchObject({ status: 403, body: { code: 'wallet_not_linked' } })
})
