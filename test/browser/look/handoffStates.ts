import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from '@playwright/test'
import { createHandoffPage } from '../../../packages/link/src/handoff/page.ts'

// Serves the page of a handoff with answers that keep it in each of its states.

const id = '7f'.repeat(11)
const secret = `${'Sf'.repeat(21)}A`
const minutes = 60_000
const label = 'ada.lovelace@a-rather-long-mail.example'
const grant = {
  grant: secret,
  label,
  domain: 'accounts.host.example',
  chains: ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
}

type Answers = Readonly<Record<string, object | 'never' | number>>
type HandoffPageState = {
  /** The wallets in the page, by their reaction to a request. */
  readonly wallets?: readonly ('approves' | 'rejects' | 'never')[]
  /** After the claim, in the state that a reload restores. */
  readonly isClaimed?: boolean
  /** Answers by the last part of the path; '' is the state of the handoff. */
  readonly answers?: Answers
  /** The buttons that the visitor presses, by their English labels. */
  readonly presses?: readonly RegExp[]
  /** A selector of the part that the visitor unfolds after the presses. */
  readonly opens?: string
  /** How many milliseconds the clock advances after the page has loaded. */
  readonly afterMs?: number
  /** A selector of the element that has the focus. */
  readonly focus: string
}

/** A wallet of the operator's own registry. */
const own = {
  id: 'quay',
  name: 'Quay, a wallet of the operator’s own with a long name',
  app: { ios: 'https://apps.apple.com/app/id1' },
  browser: {
    ios: { template: 'https://quay.example/open?url={urlEncoded}', confidence: 'high' },
    namespaces: ['eip155'],
  },
}

const ended = (reason: string) => ({
  isClaimed: true,
  answers: { '': { state: 'refused', reason, expiresAt: 1 } },
  focus: 'h1',
})

export const handoffStates: Readonly<Record<string, HandoffPageState>> = {
  looking: { focus: 'body' },
  noWallet: { afterMs: 9_000, focus: '.button.primary' },
  links: {
    presses: [/^Open in/],
    answers: {
      hop: { secret, namespaces: ['eip155', 'solana', 'bip122'], allowsUntested: false, expiresAt: 5 * minutes },
    },
    focus: '.row',
  },
  stores: {
    presses: [/^Open in/],
    opens: 'summary',
    answers: {
      hop: { secret, namespaces: ['eip155'], allowsUntested: false, wallets: [own], expiresAt: 5 * minutes },
    },
    focus: 'summary',
  },
  oneWallet: { wallets: ['approves'], focus: '.button.primary' },
  wallets: { wallets: ['approves', 'approves', 'approves'], focus: '.button' },
  claiming: { wallets: ['approves'], answers: { claim: 'never' }, presses: [/^Continue with/], focus: 'h1' },
  question: {
    wallets: ['approves'],
    answers: { claim: { ...grant, expiresAt: 5 * minutes } },
    presses: [/^Continue with/],
    focus: '.button.primary',
  },
  noNetwork: {
    wallets: ['approves'],
    answers: { claim: { ...grant, chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'], expiresAt: 5 * minutes } },
    presses: [/^Continue with/],
    focus: '.button.stop',
  },
  // After a reload, before the wallet has announced itself.
  awaitingWallet: { isClaimed: true, answers: { '': { state: 'opened', expiresAt: 5 * minutes } }, focus: 'body' },
  refused: {
    wallets: ['rejects'],
    answers: { claim: { ...grant, expiresAt: 5 * minutes } },
    presses: [/^Continue with/, /^Yes/],
    focus: '.button.primary',
  },
  connecting: {
    wallets: ['never'],
    answers: { claim: { ...grant, expiresAt: 5 * minutes } },
    presses: [/^Continue with/, /^Yes/],
    focus: 'h1',
  },
  digits: {
    isClaimed: true,
    answers: { '': { state: 'proven', digits: '402917', expiresAt: 2 * minutes } },
    focus: '.digits',
  },
  linked: { isClaimed: true, answers: { '': { state: 'linked', expiresAt: 1 } }, focus: 'h1' },
  cancelled: ended('cancelled'),
  elsewhere: ended('elsewhere'),
  wrongDigits: ended('digits'),
  over: ended('time'),
  taken: ended('taken'),
  stopped: {
    wallets: ['approves'],
    answers: { claim: { ...grant, expiresAt: 5 * minutes }, decline: 204 },
    presses: [/^Continue with/, /^No/],
    focus: 'h1',
  },
  unavailable: { isClaimed: true, answers: { '': 500 }, focus: 'h1' },
}

/** Serves the page, in one state at a time. */
export async function serveHandoffPage() {
  const page = createHandoffPage()
  let answers: Answers = {}
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', origin)
    const [, , part = '', which = '', last = ''] = pathname.split('/')
    if (part === 'handoff' && which === '') {
      const headers = { 'accept-language': request.headers['accept-language'] ?? '' }
      return send(response, await page.answer(new Request(origin, { headers })))
    }
    if (which === 'texts') return send(response, await page.answerTexts(last))
    const found = answers[last]
    if (found === 'never') return
    if (found === undefined || typeof found === 'number') {
      response.writeHead(found ?? 404, { 'content-type': 'application/json' })
      response.end(found === 204 ? '' : JSON.stringify({ code: 'some_code', message: 'No.' }))
      return
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    // The times in the answers are relative to now.
    response.end(
      JSON.stringify({ ...found, ...('expiresAt' in found && { expiresAt: Date.now() + Number(found.expiresAt) }) }),
    )
  }

  return {
    /** Opens a page in this state. */
    async open(context: BrowserContext, name: string): Promise<Page> {
      const state = handoffStates[name]
      if (state === undefined) throw new Error(`The page of a handoff has no state ${name}.`)
      answers = state.answers ?? {}
      const opened = await context.newPage()
      // tsx and Playwright insert calls of `__name` into functions, including those that run in the page.
      await opened.addInitScript('globalThis.__name = (named) => named')
      await opened.addInitScript(announce, state.wallets ?? [])
      if (state.isClaimed === true) {
        const kept = { id, rdns: 'example.quay0', grant: { ...grant, expiresAt: Date.now() + 5 * minutes } }
        await opened.addInitScript((value) => sessionStorage.setItem('hawser-handoff', value), JSON.stringify(kept))
      }
      if (state.afterMs !== undefined) await opened.clock.install()
      await opened.goto(`${origin}/link/handoff${state.isClaimed === true ? '' : `#h=${id}.${secret}`}`)
      if (state.afterMs !== undefined) await opened.clock.runFor(state.afterMs)
      for (const text of state.presses ?? []) await opened.getByRole('button', { name: text }).click()
      if (state.opens !== undefined) await opened.locator(state.opens).click()
      await opened.waitForFunction((selector) => document.activeElement?.matches(selector), state.focus)
      return opened
    },
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function send(response: ServerResponse, answer: Response | undefined): Promise<void> {
  response.writeHead(answer?.status ?? 404, Object.fromEntries(answer?.headers ?? []))
  response.end(await answer?.text())
}

/** Announces wallets to the page. Runs in the page. */
function announce(wallets: readonly string[]): void {
  const names = ['Quay', 'Harbour Wallet', 'A wallet with quite a long name']
  const shape = encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#c33" d="M0 0h8v8H0z"/></svg>',
  )
  const details = wallets.map((answer, index) => ({
    info: { uuid: `${index}`, name: names[index], icon: `data:image/svg+xml,${shape}`, rdns: `example.quay${index}` },
    provider: {
      on() {},
      request: () =>
        answer === 'rejects' ? Promise.reject(Object.assign(new Error('No.'), { code: 4001 })) : new Promise(() => {}),
    },
  }))
  const tell = () => {
    for (const detail of details)
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze(detail) }))
  }
  window.addEventListener('eip6963:requestProvider', tell)
  tell()
}
