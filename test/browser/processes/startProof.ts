import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HostOptions } from '@hawser/app-host/server'
import type { LinkerMethods } from '@hawser/core'
import { expect, type Page } from '@playwright/test'
import { builtPages } from '../pages/builtPages.ts'
import { approve } from './approve.ts'
import { freePorts, runProcess } from './runProcess.ts'

export type Proof = Awaited<ReturnType<typeof startProof>>

/**
 * Starts the stack with the proof page, or another page, as host page, under the headers of the demo host app. Parts can be
 * stopped and started.
 */
export async function startProof(
  parts: readonly string[] = ['registry', 'relay', 'wallet', 'host'],
  reportUrl?: string,
  pageDir: string = builtPages.proof,
  options: Pick<HostOptions, 'framedBy' | 'rpc'> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'hawser-proof-'))
  const port = await freePorts()
  const running = runProcess('test/browser/processes/partsProcess.ts', [
    String(port),
    join(folder, 'host.sqlite'),
    pageDir,
    reportUrl ?? '',
    JSON.stringify(options),
  ])
  const order = async (line: string) => {
    const done = running.nextLine(new RegExp(`done: ${line}$`))
    running.write(line)
    await done
  }
  for (const part of parts) await order(`start ${part}`)
  return {
    hostUrl: `http://localhost:${port}`,
    walletUrl: `http://localhost:${port + 1}`,
    relayUrl: `ws://localhost:${port + 2}`,
    registryUrl: `http://localhost:${port + 3}`,
    order,
    async stop() {
      await running.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Opens the modal on a page of the stack; resolves once the code is on screen and the relay has its proposal. */
export async function openModal(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('button', { name: 'Link a wallet' }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: /QR code/ })).toBeVisible()
  await expect(page.locator('[data-relay="acknowledged"]')).toBeVisible()
}

/** The pairing URI in the code of the proof page's linker. */
export function shownUri(page: Page): Promise<string> {
  return page.evaluate(() => Reflect.get(window, 'linker').getState().pairingUri)
}

/** Picks the demo wallet, which opens in its own tab, approves and signs. Returns that tab. */
export async function linkWithDemoWallet(page: Page): Promise<Page> {
  const dialog = page.getByRole('dialog')
  const opened = page.context().waitForEvent('page')
  await dialog
    .getByRole('button', { name: /Hawser Demo Wallet/ })
    .first()
    .click()
  const wallet = await opened
  await approve(wallet)
  await wallet.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(dialog.getByText('Wallet linked').first()).toBeVisible()
  return wallet
}

/** Calls a method of the proof page's linker. */
export function callLinker(page: Page, method: keyof LinkerMethods, given?: unknown): Promise<void> {
  return page.evaluate(([name, value]) => Reflect.get(window, 'linker')[name as string](value), [method, given])
}
