import { existsSync, readdirSync, rmSync } from 'node:fs'
import { isNight } from '@hawser/test-kit/night'
import { startPostgres } from '@hawser/test-kit/startPostgres'
import { expect, type Page, test } from '@playwright/test'
import { root } from '../processes/runProcess.ts'
import { startWallets } from '../processes/startWallets.ts'
import { copyExample, type ExampleCopy } from './copyExample.ts'
import { ownLines } from './ownLines.ts'
import { besideEachOther, installFromHere, runCommand, startCommands, useTarballs } from './runExample.ts'

const examples = readdirSync(`${root}/examples`).filter((name) => existsSync(`${root}/examples/${name}/package.json`))
test.setTimeout(1_200_000)

/** Signs up in the one example that has accounts of its own. */
async function signUp(page: Page): Promise<void> {
  const either = page.getByRole('button', { name: /^(?:Link a wallet|Sign up)$/ })
  if ((await either.innerText()) !== 'Sign up') return
  await page.getByLabel('Email').fill('alice@app.example')
  await page.getByLabel('Password').fill('a long password')
  await either.click()
  await expect(page.getByText('Signed in as alice@app.example')).toBeVisible()
}

/** Links a wallet as a visitor does: opens the modal, takes the code of the app's own relay to a wallet, approves and signs. */
async function linkWallet(page: Page, { url, relayUrl }: ExampleCopy, name: string): Promise<void> {
  const wallets = await startWallets(relayUrl)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(url)
  await signUp(page)
  const proof = page.waitForResponse((response) => response.url().endsWith('/proofs'))
  await page.getByRole('button', { name: 'Link a wallet' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^I have another wallet that uses localhost/ }).click()
  await dialog.getByRole('button', { name: 'Copy link' }).first().click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const pairingUri = await page.evaluate(() => navigator.clipboard.readText())
  await wallets.tell(`pair ${name} - ${pairingUri}`, `signed ${name}`)
  expect((await proof).status()).toBe(201)
  await expect(dialog.getByRole('heading', { name: /linked/i })).toBeVisible()
  await wallets.stop()
}

function installFromTarballs(copy: ExampleCopy): void {
  useTarballs(copy)
  for (const command of copy.commands.slice(0, -1))
    runCommand(command.replace('npm install', 'npm install --prefer-offline --no-audit --no-fund'), copy)
}

if (!isNight)
  test('the Vite example links a wallet, from the packages that npm gets', async ({ page }) => {
    const copy = await copyExample('vite-hono')
    installFromHere(copy)
    const running = await startCommands(besideEachOther(copy), copy)
    try {
      await linkWallet(page, copy, 'Vite')
    } finally {
      await running.stop()
      rmSync(copy.folder, { recursive: true, force: true })
    }
  })

test('the Vite example: three commands at most, and fifteen lines of the user’s own', async () => {
  const lines = ownLines('vite-hono', ['src/main.tsx', 'server.ts', 'vite.config.ts'])
  const { commands, folder } = await copyExample('vite-hono')
  rmSync(folder, { recursive: true, force: true })
  console.log(`vite-hono: ${commands.length} commands, ${lines.length} lines of the user’s own`)
  expect(commands.length).toBeLessThanOrEqual(3)
  expect(lines.length).toBeLessThanOrEqual(15)
  expect(lines.join()).toContain('createLinker')
})

// Only by night, because each example installs its dependencies from npm.
if (isNight)
  for (const name of examples)
    test(`the example ${name} links a wallet by the commands of its README`, async ({ page }) => {
      const copy = await copyExample(name)
      const startedAt = Date.now()
      installFromTarballs(copy)
      const postgres = name.includes('postgres') ? await startPostgres() : undefined
      const running = await startCommands(copy.commands.slice(-1), copy, { DATABASE_URL: postgres?.url })
      try {
        await linkWallet(page, copy, name)
        const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1)
        console.log(`${name}: linked after ${copy.commands.length} commands, in ${minutes} minutes`)
      } finally {
        await running.stop()
        await postgres?.stop()
        rmSync(copy.folder, { recursive: true, force: true })
      }
    })

if (isNight)
  test('the Next.js example links a wallet as it is built, and with webpack', async ({ page }) => {
    const copy = await copyExample('nextjs')
    installFromTarballs(copy)
    runCommand('npx next build', copy)
    try {
      for (const [name, command] of [
        ['Built', 'next start'],
        ['Webpack', 'next dev --webpack'],
      ] as const) {
        const commands = besideEachOther(copy).map((each) => each.replace('next dev', command))
        const running = await startCommands(commands, copy)
        try {
          await linkWallet(page, copy, name)
        } finally {
          await running.stop()
        }
      }
    } finally {
      rmSync(copy.folder, { recursive: true, force: true })
    }
  })
