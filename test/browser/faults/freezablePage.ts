import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { chromiumArgs } from '../playwright.config.ts'

export type FreezablePage = Awaited<ReturnType<typeof openFreezablePage>>

type Answer = { readonly id?: number; readonly result?: Record<string, unknown>; readonly error?: { message: string } }

/**
 * One page in a Chromium of its own, driven without Playwright. Playwright keeps every page in the foreground, and a visible
 * page does not freeze.
 */
export async function openFreezablePage(url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'hawser-chromium-'))
  const args = [...chromiumArgs, '--headless', '--remote-debugging-port=0', `--user-data-dir=${folder}`, 'about:blank']
  // A process group of its own, so that Chromium's children end with it.
  const chromium = spawn('/usr/bin/chromium', args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  const socket = new WebSocket(await readDevToolsAddress(chromium.stderr))
  await once(socket, 'open')

  let lastId = 0
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.on('message', (text) => {
    const answer: Answer = JSON.parse(String(text))
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
  })
  const ask = (method: string, params: object, sessionId?: unknown) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      lastId += 1
      waiting.set(lastId, ({ result, error }) => {
        if (error === undefined) resolve(result ?? {})
        else reject(new Error(`${method}: ${error.message}`))
      })
      socket.send(JSON.stringify({ id: lastId, method, params, sessionId }))
    })

  const { targetId } = await ask('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await ask('Target.attachToTarget', { targetId, flatten: true })
  await ask('Page.enable', {}, sessionId)
  await ask('Page.navigate', { url }, sessionId)

  const evaluate = async (expression: string): Promise<unknown> => {
    const { result } = await ask('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true }, sessionId)
    return typeof result === 'object' && result !== null ? Reflect.get(result, 'value') : undefined
  }
  return {
    evaluate,
    /** Settles once the expression is true. */
    async until(expression: string): Promise<void> {
      const startedAt = Date.now()
      while ((await evaluate(`Boolean(${expression})`)) !== true) {
        if (Date.now() - startedAt > 60_000) {
          const seen = await evaluate(`document.querySelector('dialog')?.innerText ?? document.body.innerText`)
          throw new Error(`never came true: ${expression}; the page says: ${seen}`)
        }
        await wait(50)
      }
    },
    freeze: () => ask('Page.setWebLifecycleState', { state: 'frozen' }, sessionId),
    async wake() {
      await ask('Page.setWebLifecycleState', { state: 'active' }, sessionId)
      await ask('Target.activateTarget', { targetId })
    },
    async close() {
      socket.close()
      const ended = once(chromium, 'exit')
      if (chromium.pid !== undefined) process.kill(-chromium.pid, 'SIGKILL')
      await ended
      // Ending processes can still create files in the folder for a moment.
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

/** Reads the address of the DevTools, which Chromium prints on standard error. */
async function readDevToolsAddress(output: Readable): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const address = /^DevTools listening on (ws:\S+)$/.exec(line)?.[1]
    if (address !== undefined) {
      output.resume()
      return address
    }
  }
  throw new Error('Chromium ended before it said where its tools are.')
}
