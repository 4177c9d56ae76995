import { createServer, type RequestListener } from 'node:http'
import { isNight } from '@hawser/test-kit/night'
import { expect, type FrameLocator, type Page } from '@playwright/test'
import { hashMessage } from 'viem'
import { type Listening, listenOnLoopback } from '../../../bench/modal/listenOnLoopback.ts'
import { answerAsSafe, type SafeToEmulate } from '../../../packages/core/src/wallets/safe/safe.fixture.ts'
import { test } from '../fixtures.ts'
import { builtPages } from '../pages/builtPages.ts'
import { startProof } from '../processes/startProof.ts'
import { type Stack, startStack } from '../processes/startStack.ts'

// The demo host app as `npm start` boots it, framed by a Safe: a page of another origin that answers the messages of Safe Apps.
// The Safe's contract exists only in the answers of the chain's RPC address.
const chainId = 1
const signature = `0x${'5a'.repeat(65)}`
/** The signatures that the contract accepts: pairs of a hash and a signature. */
const agreed: { readonly hash: string; readonly signature: string }[] = []

let framing: Listening
let node: Listening
let stack: Stack

/** The answer of the program that asks a contract (packages/link/src/verifiers/contractProgram.ts), as words in hex with 0x. */
function formatWords(agrees: boolean): string {
  const seconds = Math.floor(Date.now() / 1000) - 12
  const words = [Number(agrees), 0, 0, chainId, 100, seconds, 1, 32].map((value) =>
    value.toString(16).padStart(64, '0'),
  )
  return `0x${words.join('')}${(agrees ? '1626ba7e' : 'ffffffff').padEnd(64, '0')}`
}

const answerAsNode: RequestListener = async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const agrees = agreed.some((each) => body.includes(each.hash.slice(2)) && body.includes(each.signature.slice(2)))
  response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(body).id, result: formatWords(agrees) }))
}

/** Serves the page of a Safe, or of any other site: it frames the address in `src`, and answers its messages with `askSafe`. */
const answerAsFraming: RequestListener = (request, response) => {
  const src = new URL(request.url ?? '/', 'http://localhost').searchParams.get('src') ?? ''
  response.setHeader('content-type', 'text/html').end(`<!doctype html>
    <iframe width="1000" height="700" src="${src.replaceAll('"', '&quot;')}"></iframe>
    <script>
      addEventListener('message', async ({ data, source, origin }) => {
        const answer = await window.askSafe(data)
        if (answer) source.postMessage(answer, origin)
      })
    </script>`)
}

test.beforeAll(async () => {
  framing = await listenOnLoopback(createServer(answerAsFraming))
  node = await listenOnLoopback(createServer(answerAsNode))
  stack = await startStack(
    '--framed-by',
    `http://localhost:${framing.port}`,
    '--rpc',
    `eip155:1=http://127.0.0.1:${node.port}`,
  )
})
test.afterAll(async () => {
  await stack.stop()
  framing.stop()
  node.stop()
})

const drawnAddress = () => `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(20))).toString('hex')}`

/** Opens the modal of a host app that a Safe frames. */
async function openInSafe(page: Page, safe: SafeToEmulate, url = stack.hostUrl): Promise<FrameLocator> {
  await page.exposeFunction('askSafe', (message: unknown) => answerAsSafe(safe, message))
  await page.goto(`http://localhost:${framing.port}/?src=${encodeURIComponent(url)}`)
  const frame = page.frameLocator('iframe')
  await frame.getByRole('button', { name: 'Link a wallet' }).click()
  return frame
}

const safeEntry = (frame: FrameLocator | Page) => frame.getByRole('dialog').getByRole('button', { name: /^Safe\b/ })

async function expectLinked(frame: FrameLocator, address: string): Promise<void> {
  await expect(frame.getByRole('dialog').getByText('Wallet linked').first()).toBeVisible()
  await frame.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  const rows = frame.getByRole('listitem').filter({ hasText: new RegExp(address.slice(0, 6), 'i') })
  await expect(rows).not.toHaveCount(0)
}

test('Safe is one entry in front, and links its account', async ({ page }) => {
  const address = drawnAddress()
  const texts: string[] = []
  const frame = await openInSafe(page, {
    address,
    sign(text) {
      texts.push(text)
      agreed.push({ hash: hashMessage(text), signature })
      return { messageHash: hashMessage(text), signature }
    },
  })
  await expect(safeEntry(frame)).toHaveCount(1)
  await safeEntry(frame).click()
  await expectLinked(frame, address)
  expect(texts).toEqual([expect.stringMatching(new RegExp(`wants you to sign in[^]*${address.slice(2)}`, 'i'))])
})

test('Safe: the signature of owners who sign later links its account', async ({ page }) => {
  const address = drawnAddress()
  let checks = 0
  const frame = await openInSafe(page, {
    address,
    sign(text) {
      agreed.push({ hash: hashMessage(text), signature })
      return { messageHash: hashMessage(text) }
    },
    offChainSignature() {
      checks += 1
      return checks < 2 ? '' : signature
    },
  })
  await safeEntry(frame).click()
  await expectLinked(frame, address)
  expect(checks).toBe(2)
})

// By day, owners sign by messages, and findSafe.test.ts has transactions.
if (isNight)
  test('Safe: owners who sign by a transaction link its account once they have', async ({ page }) => {
    const address = drawnAddress()
    let hash = ''
    const frame = await openInSafe(page, {
      address,
      sign(text) {
        hash = hashMessage(text)
        return { safeTxHash: hash }
      },
    })
    await safeEntry(frame).click()
    const again = frame.getByRole('dialog').getByRole('button', { name: 'Check again' })
    await expect(again).toBeVisible()
    agreed.push({ hash, signature: '0x' })
    await again.click()
    await expectLinked(frame, address)
  })

// By day, extensions.spec.ts has a visitor who declines.
if (isNight)
  test('Safe: a visitor who declines reads so, and may try again', async ({ page }) => {
    const frame = await openInSafe(page, {
      address: drawnAddress(),
      sign: () => ({ error: 'Transaction was rejected' }),
    })
    await safeEntry(frame).click()
    await expect(
      frame
        .getByRole('dialog')
        .getByRole('button', { name: /^(Try again|Retry)/ })
        .first(),
    ).toBeVisible()
  })

// By day, Safe alone is one entry.
if (isNight)
  test('Safe beside wagmi’s safe() of the host app: one entry, which links and sends transactions', async ({
    page,
  }) => {
    const address = drawnAddress()
    const [sent, hash]: [unknown[], string] = [[], `0x${'7e'.repeat(32)}`]
    let checks = 0
    const proof = await startProof(['registry', 'relay', 'host'], undefined, builtPages.hostWallets, {
      framedBy: [`http://localhost:${framing.port}`],
      rpc: { 'eip155:1': [`http://127.0.0.1:${node.port}`] },
    })
    try {
      const safe: SafeToEmulate = {
        address,
        // Gives no signature yet, because other owners must sign too. wagmi's provider would not wait for them.
        sign(text) {
          agreed.push({ hash: hashMessage(text), signature })
          return { messageHash: hashMessage(text) }
        },
        offChainSignature() {
          checks += 1
          return signature
        },
        send(transactions) {
          sent.push(transactions)
          return hash
        },
      }
      const frame = await openInSafe(page, safe, proof.hostUrl)
      await expect(safeEntry(frame)).toHaveCount(1)
      await safeEntry(frame).click()
      await expect(frame.getByRole('dialog').getByText('Wallet linked').first()).toBeVisible()
      expect(checks).toBe(1)
      await frame.getByRole('dialog').getByRole('button', { name: 'Done' }).click()

      const ask = (method: string, params: readonly unknown[] = []) =>
        page.frames()[1]?.evaluate((request) => Reflect.get(window, 'provider').request(request), { method, params })
      expect(await ask('eth_requestAccounts')).toEqual([expect.stringMatching(new RegExp(address, 'i'))])
      const transaction = { from: address, to: drawnAddress(), value: '0x1', data: '0x' }
      expect(await ask('eth_sendTransaction', [transaction])).toBe(hash)
      expect(sent).toEqual([[expect.objectContaining({ to: transaction.to, value: '0x1' })]])

      // Outside a Safe, the connector finds nothing to ask.
      await page.goto(proof.hostUrl)
      await page.getByRole('button', { name: 'Link a wallet' }).click()
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Base Account' }).first()).toBeVisible()
      await expect(safeEntry(page)).toHaveCount(0)
    } finally {
      await proof.stop()
    }
  })

test('Safe: a page that may frame and is not a Safe shows none, and the usual code', async ({ page }) => {
  await page.exposeFunction('askSafe', () => undefined)
  await page.goto(`http://localhost:${framing.port}/?src=${encodeURIComponent(stack.hostUrl)}`)
  const frame = page.frameLocator('iframe')
  await frame.getByRole('button', { name: 'Link a wallet' }).click()
  await expect(frame.getByRole('dialog').getByRole('img', { name: /QR code/ })).toBeVisible()
  await expect(safeEntry(frame)).toHaveCount(0)
})

test('Safe: a page that the host app does not name cannot frame it', async ({ page }) => {
  await page.exposeFunction('askSafe', (message: unknown) => answerAsSafe({ address: drawnAddress() }, message))
  await page.goto(`http://127.0.0.1:${framing.port}/?src=${encodeURIComponent(stack.hostUrl)}`)
  await expect.poll(() => page.frames().some((frame) => frame.url().startsWith('chrome-error:'))).toBe(true)
})

test('a page outside a frame fetches nothing of Safe', async ({ page }) => {
  const fetched: string[] = []
  page.on('request', (request) => {
    if (/\/\w*safe[^/]*\.js$/i.test(request.url())) fetched.push(request.url())
  })
  await page.goto(stack.hostUrl)
  await page.getByRole('button', { name: 'Link a wallet' }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: /QR code/ })).toBeVisible()
  await expect(
    page
      .getByRole('dialog')
      .getByRole('button', { name: /Hawser Demo Wallet/ })
      .first(),
  ).toBeVisible()
  expect(fetched).toEqual([])
  await openInSafe(page, { address: drawnAddress() }).then((frame) => expect(safeEntry(frame)).toHaveCount(1))
  expect(fetched).toEqual([expect.stringContaining('/findSafe')])
})
