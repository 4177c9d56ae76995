import { type HandoffStart, parseChallengeResponse, parseHandoffPhoneStatus, parseHandoffStart } from '@hawser/wire'
import Database from 'libsql'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createHandoffHost, type HandoffHost, handoff, wrongDigits } from './createHandoff.fixture.ts'
import { createTestWallet } from './createTestHost.fixture.ts'

const [victims, thiefs] = [createTestWallet(1), createTestWallet(2)]

/** Expects that neither user has a linked wallet. */
async function expectNothing(host: HandoffHost): Promise<void> {
  for (const user of ['alice', 'mallory']) expect(await host.link.linkedWallets(user)).toEqual([])
}

describe('T-30: a handoff under attack', () => {
  test('a lured victim signs for the attacker: nothing is linked, and the text names the account', async () => {
    const host = await createHandoffHost()
    const started = await host.start('mallory')
    const { grant, label } = await host.claim(started)
    expect(label).toBe('mallory@mail.example')
    const signed = await host.sign(started.id, grant, victims)
    // The victim’s phone shows the digits. The attacker has the session, and sees none of them.
    const { digits = '' } = parseHandoffPhoneStatus(signed.body)
    const seen = await host.send(`/handoffs/${started.id}`, { user: 'mallory' })
    expect(seen.text).not.toContain(digits)
    expect(await host.status(started.id, 'mallory')).toMatchObject({ state: 'proven' })
    await expectNothing(host)
    host.clock.now += 120_000
    expect((await host.finish(started.id, digits, 'mallory')).body).toMatchObject({ code: 'handoff_over' })
    await expectNothing(host)
  })

  test('a photographed code: the thief’s wallet has the digits, so the victim cannot finish', async () => {
    const host = await createHandoffHost()
    const started = await host.start()
    const { grant } = await host.claim(started)
    await host.sign(started.id, grant, thiefs)
    expect(await host.status(started.id)).toMatchObject({ state: 'proven', accountId: thiefs.accountId })
    // The holder of the grant has no session, and the routes of the screen do not take a grant.
    for (const path of ['finish', 'undo'])
      expect((await host.post(`/handoffs/${started.id}/${path}`, { grant, body: { digits: '000000' } })).status).toBe(
        401,
      )
    expect((await host.send(`/handoffs/${started.id}`, { method: 'DELETE', user: 'alice' })).status).toBe(204)
    await expectNothing(host)
  })

  test('a thief takes a photographed code into their wallet: the phone says so, nothing is linked', async () => {
    const host = await createHandoffHost()
    const started = await host.start()
    const { grant } = await host.claim(await host.hop(started))
    const { digits = '' } = parseHandoffPhoneStatus((await host.sign(started.id, grant, thiefs)).body)
    for (const path of ['hop', 'claim', 'no-wallet'])
      expect(
        (await host.post(`/handoff/${started.id}/${path}`, { body: { secret: started.secret } })).body,
      ).toMatchObject({
        code: 'handoff_elsewhere',
      })
    expect(await host.status(started.id)).toMatchObject({ state: 'proven', walletName: thiefs.name })
    // The thief has the digits, but no session to type them in.
    expect((await host.post(`/handoffs/${started.id}/finish`, { grant, body: { digits } })).status).toBe(401)
    await expectNothing(host)
  })

  test.each([
    ['at once', [0]],
    ['after a minute', [60_000]],
    ['in the last second', [299_999]],
    ['three times, a little before the end of each', [290_000, 290_000, 290_000]],
    ['twice in one moment', [10_000, 0]],
  ])('codes that were renewed %s: each is good for its five minutes, and one phone goes on', async (_, waits) => {
    const host = await createHandoffHost()
    const codes = [{ ...(await host.start()), at: host.clock.now }]
    for (const wait of waits) {
      host.clock.now += wait
      const renewed = await host.post(`/handoffs/${codes[0]?.id}/renew`, { user: 'alice' })
      codes.push({ ...parseHandoffStart(renewed.body), at: host.clock.now })
    }
    const latestFirst = [...codes].reverse()
    const outcomes = []
    for (const { id, secret } of latestFirst)
      outcomes.push((await host.post(`/handoff/${id}/claim`, { body: { secret } })).status)
    // The first claim succeeds, the second ends the handoff for both, and later claims achieve nothing.
    expect(outcomes.map((status) => status === 200)).toEqual(codes.map((_, index) => index === 0))
    const good = latestFirst.filter(({ at }) => host.clock.now < at + 300_000)
    const state = good.length > 1 ? 'elsewhere' : 'opened'
    expect(await host.status(codes[0]?.id ?? '')).toMatchObject({ state })
    await expectNothing(host)
  })

  test('any number of hops: an older secret opens nothing, and the latest does', async () => {
    const host = await createHandoffHost({ rateLimits: { proofsPerUser: 100, proofsPerAddress: 1000 } })
    let latest: Pick<HandoffStart, 'id' | 'secret'> = await host.start()
    const older = []
    for (let times = 0; times < 25; times += 1) {
      older.push(latest)
      latest = await host.hop(latest)
    }
    for (const { id, secret } of older)
      expect((await host.post(`/handoff/${id}/claim`, { body: { secret } })).status).toBeGreaterThanOrEqual(404)
    expect((await host.claim(latest)).label).toBe('alice@mail.example')
  })

  test('a leaked link: after the hop it opens nothing and ends nothing', async () => {
    const host = await createHandoffHost()
    const leaked = await host.start()
    const hopped = await host.hop(leaked)
    for (const path of ['hop', 'claim']) {
      const answer = await host.post(`/handoff/${leaked.id}/${path}`, { body: { secret: leaked.secret } })
      expect([answer.status, answer.body]).toMatchObject([410, { code: 'handoff_elsewhere' }])
    }
    expect((await host.claim(hopped)).grant).toMatch(/^[\w-]{43}$/)
  })

  test('a leaked link or an id cannot use up the phone’s limits', async () => {
    const host = await createHandoffHost({ rateLimits: { proofsPerUser: 5, challengesPerUser: 5, handoffLooks: 5 } })
    const leaked = await host.start()
    const hopped = await host.hop(leaked)
    const flood = async (paths: readonly string[], sent: object) => {
      for (const path of paths)
        for (let times = 0; times < 12; times += 1) await host.post(`/handoff/${leaked.id}${path}`, sent)
    }
    for (const secret of [leaked.secret, 'x'.repeat(43)])
      await flood(['/hop', '/claim', '/no-wallet'], { body: { secret } })
    const { grant } = await host.claim(hopped)
    const headers = { authorization: `Handoff ${'x'.repeat(43)}` }
    await flood(['/challenges', '/proofs', '/decline'], {
      grant: 'x'.repeat(43),
      body: { purpose: 'link', accountId: victims.accountId },
    })
    for (let times = 0; times < 12; times += 1) await host.send(`/handoff/${leaked.id}`, { headers })
    const signed = await host.sign(leaked.id, grant, victims)
    expect(signed.status, signed.text).toBe(201)
    expect(await host.phone(leaked.id, grant)).toMatchObject({ state: 'proven' })
  })

  test.each([
    ['WhatsApp', 'WhatsApp/2.23.20.0'],
    ['Telegram', 'TelegramBot (like TwitterBot)'],
    ['Slack', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
    ['Facebook', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
    ['Discord', 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)'],
    ['Google', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
    ['LinkedIn', 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)'],
    ['Teams', 'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com'],
    ['an unnamed one', ''],
  ])('a preview bot of %s opens the page: it uses up nothing and learns no name', async (_, userAgent) => {
    const host = await createHandoffHost()
    const started = await host.start()
    for (const method of ['HEAD', 'GET', 'GET']) {
      const headers = { 'user-agent': userAgent }
      // Browsers send no part of a fragment. Some bots send it as a query.
      for (const query of ['', `?h=${started.id}.${started.secret}`]) {
        const page = await host.link.fetch(new Request(`https://app.example/handoff${query}`, { method, headers }))
        expect(page.status).toBe(200)
        expect((await page.text()).includes('alice')).toBe(false)
      }
    }
    expect(await host.status(started.id)).toMatchObject({ state: 'waiting', version: 1, isOpenedOnPhone: false })
  })

  test('prefetch and prerender use up nothing: a GET is not a claim', async () => {
    const host = await createHandoffHost()
    const started = await host.start()
    for (const purpose of ['prefetch', 'prefetch;prerender']) {
      for (const path of ['/handoff', `/handoff/${started.id}/claim`, `/handoff/${started.id}/hop`]) {
        const request = new Request(`https://app.example${path}`, { headers: { 'sec-purpose': purpose } })
        await (await host.link.fetch(request)).text()
      }
    }
    expect(await host.status(started.id)).toMatchObject({ state: 'waiting', version: 1 })
  })

  test('a claim by a form or a page of another site is refused', async () => {
    const host = await createHandoffHost()
    const { id, secret } = await host.start()
    for (const headers of [{ origin: 'https://evil.example' }, { origin: undefined }, { 'sec-fetch-mode': 'navigate' }])
      expect(
        (await host.send(`/handoff/${id}/claim`, { method: 'POST', body: { secret }, headers })).body,
      ).toMatchObject({ code: 'forbidden_origin' })
    expect(await host.status(id)).toMatchObject({ state: 'waiting' })
  })

  test('T-52: another site’s page cannot start, renew, finish, undo or end one for the visitor', async () => {
    const host = await createHandoffHost()
    const { id, digits } = await host.proven(victims)
    for (const [method, path] of [
      ['POST', '/handoffs'],
      ['POST', `/handoffs/${id}/renew`],
      ['POST', `/handoffs/${id}/finish`],
      ['POST', `/handoffs/${id}/undo`],
      ['DELETE', `/handoffs/${id}`],
    ] as const)
      for (const headers of [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { 'sec-fetch-mode': 'navigate' },
      ]) {
        const body = path.endsWith('finish') ? { digits } : {}
        const answer = await host.send(path, { method, user: 'alice', headers, ...(method === 'POST' && { body }) })
        expect([method, path, answer.body]).toMatchObject([method, path, { code: 'forbidden_origin' }])
      }
    await expectNothing(host)
    expect(await host.status(id)).toMatchObject({ state: 'proven', attemptsLeft: 3 })
  })

  test('the code leads to the configured page, with any host in a request', async () => {
    const host = await createHandoffHost()
    for (const headers of [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
    ]) {
      const { body } = await host.send('/handoffs', { method: 'POST', user: 'alice', body: {}, headers })
      expect((body as { address: string }).address.split('#')[0]).toBe(handoff.pageUrl)
    }
  })

  test('T-10: nothing that the screen or a phone sends becomes a link of the page', async () => {
    const host = await createHandoffHost()
    const evil = { template: 'https://evil.example/?url={urlEncoded}', confidence: 'high' }
    const wallets = [
      { id: 'metamask', name: 'MetaMask', browser: { ios: evil, android: evil, namespaces: ['eip155'] } },
    ]
    for (const body of [{ wallets }, { namespaces: ['eip155'], wallets }, { wallet: wallets[0] }])
      expect((await host.post('/handoffs', { user: 'mallory', body })).body).toMatchObject({
        code: 'invalid_link_body',
      })
    const { id, secret } = await host.start('mallory')
    expect((await host.post(`/handoff/${id}/hop`, { body: { secret, wallets } })).status).toBe(400)
    const hopped = await host.post(`/handoff/${id}/hop`, { body: { secret } })
    expect(hopped.body).toMatchObject({ wallets: [] })
    expect(hopped.text).not.toContain('evil')
  })

  test('a second claim ends it for both, also after the signature', async () => {
    const host = await createHandoffHost()
    const first = await host.start()
    const { grant } = await host.claim(first)
    expect((await host.post(`/handoff/${first.id}/claim`, { body: { secret: first.secret } })).status).toBe(410)
    expect(await host.status(first.id)).toMatchObject({ state: 'elsewhere' })
    const body = { purpose: 'link', accountId: victims.accountId }
    expect((await host.post(`/handoff/${first.id}/challenges`, { grant, body })).body).toMatchObject({
      code: 'handoff_elsewhere',
    })

    const second = await host.proven(victims)
    expect((await host.post(`/handoff/${second.id}/claim`, { body: { secret: second.secret } })).status).toBe(410)
    expect((await host.finish(second.id, second.digits)).body).toMatchObject({ code: 'handoff_elsewhere' })
    expect(await host.phone(second.id, second.grant)).toMatchObject({ state: 'elsewhere', digits: undefined })
    await expectNothing(host)
  })

  test('two phones with two codes of one screen: the second claim ends it for both', async () => {
    const host = await createHandoffHost()
    const first = await host.start()
    const renewed = await host.post(`/handoffs/${first.id}/renew`, { user: 'alice' })
    const second = parseHandoffStart(renewed.body)
    const { grant } = await host.claim(second)
    await host.sign(second.id, grant, thiefs)
    // The visitor’s own phone, which had opened the earlier code.
    const late = await host.post(`/handoff/${first.id}/claim`, { body: { secret: first.secret } })
    expect([late.status, late.body]).toMatchObject([410, { code: 'handoff_elsewhere' }])
    expect(await host.status(first.id)).toMatchObject({ state: 'elsewhere' })
    expect(await host.phone(first.id, grant)).toMatchObject({ state: 'elsewhere', digits: undefined })
    await expectNothing(host)
  })

  test('of fifty claims at once one gets a grant, and the others end the handoff', async () => {
    const host = await createHandoffHost()
    const { id, secret } = await host.start()
    const claims = await Promise.all(
      Array.from({ length: 50 }, () => host.post(`/handoff/${id}/claim`, { body: { secret } })),
    )
    expect(claims.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await host.status(id)).toMatchObject({ state: 'elsewhere' })
  })

  test('of many digits guessed at once the server checks three', async () => {
    const host = await createHandoffHost()
    const { id, digits } = await host.proven(thiefs)
    const guesses = Array.from({ length: 40 }, (_, index) => `${index}`.padStart(6, '0')).filter(
      (each) => each !== digits,
    )
    const answers = await Promise.all(guesses.map((guess) => host.finish(id, guess)))
    const codes = answers.map(({ body }) => (body as { code: string }).code)
    expect(codes.filter((code) => code === 'digits_wrong')).toHaveLength(3)
    expect(codes.filter((code) => code === 'handoff_over')).toHaveLength(guesses.length - 3)
    expect((await host.finish(id, digits)).status).toBe(410)
    await expectNothing(host)
  })

  test('counts only six digits as an attempt: no other scripts, lengths, numbers or lists', async () => {
    const host = await createHandoffHost({ rateLimits: { proofsPerUser: 100 } })
    const { id, digits } = await host.proven(thiefs)
    const inScript = (zero: number) => [...digits].map((each) => String.fromCodePoint(zero + Number(each))).join('')
    const odd = [
      inScript(0x0660),
      inScript(0xff10),
      inScript(0x0966),
      digits.slice(1),
      `${digits}0`,
      '',
      `${digits}\u0000`,
    ]
    for (const each of [...odd, Number(digits), [digits], { 0: digits }, null, true])
      expect((await host.post(`/handoffs/${id}/finish`, { user: 'alice', body: { digits: each } })).body).toMatchObject(
        {
          code: 'invalid_link_body',
        },
      )
    expect(await host.status(id)).toMatchObject({ state: 'proven', attemptsLeft: 3 })
    // Spaced the way people write digits down.
    const spaced = ` ${digits.slice(0, 3)} - ${digits.slice(3)}\t`
    expect((await host.finish(id, spaced)).status).toBe(201)
  })

  test('digits are limited across handoffs: five attempts a minute for a host user', async () => {
    const host = await createHandoffHost({ rateLimits: { proofsPerUser: 5 } })
    let attempts = 0
    for (let round = 0; round < 3; round += 1) {
      const { id, digits } = await host.proven(thiefs)
      for (let index = 0; index < 3; index += 1)
        if ((await host.finish(id, wrongDigits(digits))).status !== 429) attempts += 1
    }
    expect(attempts).toBe(5)
  })

  test('a replayed proof, challenge or grant links nothing', async () => {
    const host = await createHandoffHost()
    const started = await host.start()
    const { grant } = await host.claim(started)
    const body = { purpose: 'link', accountId: victims.accountId }
    const issued = await host.post(`/handoff/${started.id}/challenges`, { grant, body })
    const { challengeId, message } = parseChallengeResponse(issued.body)
    const proof = { purpose: 'link', challengeId, signature: victims.sign(message) }
    // Only the grant can answer the text of a handoff: no session can, not even the one that started it.
    for (const user of ['alice', 'mallory'])
      expect((await host.prove(user, challengeId, proof.signature)).body).toMatchObject({ code: 'challenge_unknown' })
    expect((await host.post(`/handoff/${started.id}/proofs`, { grant, body: proof })).status).toBe(201)
    expect((await host.post(`/handoff/${started.id}/proofs`, { grant, body: proof })).status).toBe(410)
    const other = await host.start('mallory')
    const theirs = await host.claim(other)
    expect((await host.post(`/handoff/${other.id}/proofs`, { grant: theirs.grant, body: proof })).body).toMatchObject({
      code: 'challenge_unknown',
    })
    expect((await host.post(`/handoff/${other.id}/challenges`, { grant, body })).body).toMatchObject({
      code: 'handoff_unknown',
    })
    await expectNothing(host)
  })

  test('a grant cannot answer a text of a session', async () => {
    const host = await createHandoffHost()
    const { challengeId, message } = await host.challenge('alice', victims)
    const started = await host.start()
    const { grant } = await host.claim(started)
    const body = { purpose: 'link', challengeId, signature: victims.sign(message) }
    expect((await host.post(`/handoff/${started.id}/proofs`, { grant, body })).body).toMatchObject({
      code: 'challenge_unknown',
    })
  })

  test('a grant allows one link: it cannot unlink, release, sign in, list or start', async () => {
    const host = await createHandoffHost()
    await host.linkWallet('alice', createTestWallet(3))
    const [row] = await host.link.linkedWallets('alice')
    const started = await host.start()
    const { grant } = await host.claim(started)
    for (const body of [
      { purpose: 'unlink', walletId: row?.id },
      { purpose: 'release', accountId: victims.accountId },
      { purpose: 'signIn', accountId: victims.accountId },
    ])
      expect((await host.post(`/handoff/${started.id}/challenges`, { grant, body })).status).toBe(400)
    for (const path of ['/challenges', '/proofs', '/handoffs', `/handoffs/${started.id}/renew`])
      expect((await host.post(path, { grant, body: { purpose: 'link', accountId: victims.accountId } })).status).toBe(
        401,
      )
    const headers = { authorization: `Handoff ${grant}` }
    for (const path of ['/wallets', '/history', `/handoffs/${started.id}`])
      expect((await host.send(path, { headers })).status).toBe(401)
  })

  test('fixation: a handoff belongs to the session that started it, and no phone gets a session', async () => {
    const host = await createHandoffHost()
    const started = await host.start('alice', 'the one session')
    const claimed = await host.post(`/handoff/${started.id}/claim`, { body: { secret: started.secret } })
    expect(claimed.headers.get('set-cookie')).toBeNull()
    const { grant } = claimed.body as { grant: string }
    const { digits } = parseHandoffPhoneStatus((await host.sign(started.id, grant, victims)).body)
    // For another session of the same user, and for another user, the handoff does not exist.
    for (const [user, session] of [
      ['alice', 'another session'],
      ['mallory', 'the one session'],
    ] as const) {
      expect((await host.finish(started.id, digits, user, session)).body).toMatchObject({ code: 'handoff_unknown' })
      const headers = { 'x-test-session': session }
      expect((await host.send(`/handoffs/${started.id}`, { user, headers })).status).toBe(404)
      expect((await host.send(`/handoffs/${started.id}`, { method: 'DELETE', user, headers })).status).toBe(404)
      expect((await host.post(`/handoffs/${started.id}/renew`, { user, session })).status).toBe(404)
    }
    expect((await host.finish(started.id, digits, 'alice', 'the one session')).status).toBe(201)
  })

  test('a session has one handoff: the next one ends it, in any state of its phone', async () => {
    const host = await createHandoffHost()
    const first = await host.proven(victims)
    await host.start()
    expect((await host.finish(first.id, first.digits)).body).toMatchObject({ code: 'handoff_unknown' })
    const headers = { authorization: `Handoff ${first.grant}` }
    expect((await host.send(`/handoff/${first.id}`, { headers })).status).toBe(404)
    await expectNothing(host)
  })

  test('a flood of polls gets 429, also with streams that stay open', async () => {
    const host = await createHandoffHost({ rateLimits: { handoffLooks: 30 } })
    const { id } = await host.start()
    const answers = await Promise.all(Array.from({ length: 60 }, () => host.send(`/handoffs/${id}`, { user: 'alice' })))
    const limited = answers.filter(({ status }) => status === 429)
    expect(limited.length).toBeGreaterThanOrEqual(30)
    for (const { headers } of limited) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)

    const busy = await createHandoffHost()
    const open = await busy.start()
    const stop = new AbortController()
    const follow = () =>
      busy.link.fetch(
        new Request(`https://app.example/handoffs/${open.id}`, {
          headers: { accept: 'text/event-stream', 'x-test-user': 'alice' },
          signal: stop.signal,
        }),
      )
    const streams = await Promise.all(Array.from({ length: 6 }, follow))
    expect(streams.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429, 429])
    stop.abort()
    await Promise.all(streams.map((stream) => stream.text().catch(() => '')))
    expect((await busy.send(`/handoffs/${open.id}`, { user: 'alice' })).status).toBe(200)
  })

  test('T-93: looks with made-up grants leave nothing in the store', async () => {
    const host = await createHandoffHost()
    const started = await host.start()
    const database = new Database(host.file, { readonly: true })
    onTestFinished(() => void database.close())
    const countBuckets = () => database.prepare('SELECT key FROM link_buckets').all().length
    const before = countBuckets()
    for (const id of [started.id, 'A'.repeat(24)])
      for (const method of ['GET', 'HEAD'])
        for (let index = 0; index < 20; index += 1) {
          const headers = { authorization: `Handoff ${String(index).padStart(43, 'x')}` }
          expect((await host.send(`/handoff/${id}`, { method, headers })).status).toBe(404)
        }
    expect(countBuckets()).toBe(before)
    const { grant } = await host.claim(started)
    const claimed = countBuckets()
    await host.phone(started.id, grant)
    expect(countBuckets()).toBe(claimed + 1)
  })

  test('a grant has its limit of looks', async () => {
    const host = await createHandoffHost({ rateLimits: { handoffLooks: 5 } })
    const started = await host.start()
    const headers = { authorization: `Handoff ${(await host.claim(started)).grant}` }
    const statuses = []
    for (let times = 0; times < 7; times += 1)
      statuses.push((await host.send(`/handoff/${started.id}`, { headers })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })

  test('the head of a stream takes no place of later ones', async () => {
    const host = await createHandoffHost()
    const { id } = await host.start()
    for (const accept of ['text/event-stream', 'application/json'])
      for (let times = 0; times < 6; times += 1) {
        const answer = await host.send(`/handoffs/${id}?after=99`, {
          method: 'HEAD',
          user: 'alice',
          headers: { accept },
        })
        expect([answer.status, answer.text]).toEqual([200, ''])
      }
    expect((await host.send(`/handoffs/${id}`, { user: 'alice' })).status).toBe(200)
  })

  test('repeated starts are limited', async () => {
    const host = await createHandoffHost({ rateLimits: { handoffsPerUser: 10 } })
    const answers = []
    for (let index = 0; index < 12; index += 1) answers.push((await host.post('/handoffs', { user: 'alice' })).status)
    expect(answers.filter((status) => status === 201)).toHaveLength(10)
    expect((await host.post('/handoffs/x/renew', { user: 'alice' })).status).toBe(429)
  })

  test('`mayLink` withdrawn in the meantime: refused at the end, and no attempt is counted', async () => {
    let mayLink = true
    const host = await createHandoffHost({ mayLink: async () => mayLink })
    const { id, digits } = await host.proven(victims)
    mayLink = false
    expect((await host.finish(id, digits)).body).toMatchObject({ code: 'proof_required' })
    expect((await host.finish(id, wrongDigits(digits))).body).toMatchObject({ code: 'proof_required' })
    for (const path of ['/handoffs', `/handoffs/${id}/renew`])
      expect((await host.post(path, { user: 'alice' })).body).toMatchObject({ code: 'proof_required' })
    await expectNothing(host)
    expect(await host.status(id)).toMatchObject({ state: 'proven', attemptsLeft: 3 })
    mayLink = true
    expect((await host.finish(id, digits)).status).toBe(201)
  })

  test.each<[string, () => Promise<boolean>]>([
    ['throws', () => Promise.reject(new Error('the password service is down'))],
    ['says something else than true', async () => 'yes' as never],
    ['says nothing', async () => undefined as never],
  ])('`mayLink` that %s at the end links nothing and counts nothing', async (_, then) => {
    let answer = async () => true
    const host = await createHandoffHost({ mayLink: () => answer() })
    const { id, digits } = await host.proven(victims)
    answer = then
    expect((await host.finish(id, digits)).status).toBeGreaterThanOrEqual(400)
    await expectNothing(host)
    expect(await host.status(id)).toMatchObject({ state: 'proven', attemptsLeft: 3 })
    answer = async () => true
    expect((await host.finish(id, digits)).status).toBe(201)
  })

  test('`mayLink` that takes longer than the digits live: they are over by then', async () => {
    let answer = async () => true
    const host = await createHandoffHost({ mayLink: () => answer() })
    const { id, digits } = await host.proven(victims)
    answer = async () => {
      host.clock.now += 120_000
      return true
    }
    expect((await host.finish(id, digits)).body).toMatchObject({ code: 'handoff_over', reason: 'time' })
    await expectNothing(host)
  })

  test('a host user who signed out or was erased in the meantime gets no wallet', async () => {
    const host = await createHandoffHost()
    const { id, digits } = await host.proven(victims)
    expect((await host.post(`/handoffs/${id}/finish`, { body: { digits } })).body).toMatchObject({
      code: 'not_signed_in',
    })
    await host.store.eraseHostUser('alice')
    expect((await host.finish(id, digits)).body).toMatchObject({ code: 'handoff_unknown' })
    await expectNothing(host)
  })

  test('a session that ends during the check of the digits links nothing', async () => {
    let asked = 0
    const hostUser = async () => {
      asked += 1
      return isEnding && asked > 1 ? undefined : { id: 'alice', label: 'alice', sessionId: 'one' }
    }
    let isEnding = false
    const host = await createHandoffHost({ hostUser })
    const { id, digits } = await host.proven(victims)
    isEnding = true
    asked = 0
    expect((await host.finish(id, digits)).body).toMatchObject({ code: 'not_signed_in' })
    await expectNothing(host)
  })

  test('the clock decides about lateness: for the secret, for the signature, for the digits', async () => {
    const host = await createHandoffHost()
    const unclaimed = await host.start()
    host.clock.now += 300_000
    const late = await host.post(`/handoff/${unclaimed.id}/claim`, { body: { secret: unclaimed.secret } })
    expect(late.body).toMatchObject({ code: 'handoff_over', reason: 'time' })

    const unsigned = await host.start()
    const { grant } = await host.claim(unsigned)
    const issued = await host.post(`/handoff/${unsigned.id}/challenges`, {
      grant,
      body: { purpose: 'link', accountId: victims.accountId },
    })
    const { challengeId, message } = parseChallengeResponse(issued.body)
    host.clock.now += 300_000
    const body = { purpose: 'link', challengeId, signature: victims.sign(message) }
    expect((await host.post(`/handoff/${unsigned.id}/proofs`, { grant, body })).body).toMatchObject({ reason: 'time' })

    const { id, digits } = await host.proven(victims)
    host.clock.now += 120_000
    expect((await host.finish(id, digits)).body).toMatchObject({ code: 'handoff_over', reason: 'time' })
    expect(await host.status(id)).toMatchObject({ state: 'expired', reason: 'time' })
    await expectNothing(host)
  })

  test('logs, errors, history and storage contain no secret, grant or digits', async () => {
    const host = await createHandoffHost({ mayLink: async () => true })
    const started = await host.proven(victims)
    const hopless = await host.post(`/handoff/${started.id}/claim`, { body: { secret: started.secret } })
    const wrong = await host.finish(started.id, wrongDigits(started.digits))
    const kept = JSON.stringify(await host.store.exportHostUser('alice'))
    const said = JSON.stringify([host.events, host.failures, hopless.text, wrong.text, kept])
    for (const secret of [started.secret, started.grant, started.digits]) expect(said).not.toContain(secret)
    expect(host.failures).toEqual([])
  })
})
