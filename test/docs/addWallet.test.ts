import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { isNight } from '@hawser/test-kit/night'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { parseListing } from '@hawser/wire'
import { beforeAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const { scripts }: { scripts: { registry: string } } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const page = readFileSync(join(root, 'docs/add-a-wallet.md'), 'utf8')
const copy = temporaryFolder()
const listings = join(copy, 'packages/registry/listings')

beforeAll(() => {
  mkdirSync(join(copy, 'packages/registry'), { recursive: true })
  for (const path of [
    'package.json',
    'packages/registry/package.json',
    'packages/registry/data',
    'packages/registry/src',
    'packages/registry/listings',
  ]) {
    cpSync(join(root, path), join(copy, path), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
})

type Step = { readonly command: string; printed: string }

/** Returns the commands of the page, each with its output from the next block. */
function stepsOf(text: string): readonly Step[] {
  const steps: Step[] = []
  for (const [, kind, block = ''] of text.matchAll(/```(sh|text)\n([^`]*)```/g)) {
    const last = steps.at(-1)
    if (kind === 'sh') steps.push({ command: block.trim(), printed: '' })
    else if (last !== undefined) last.printed = block
  }
  return steps
}

/** Runs a command of the page. By day the program starts directly, without npm. */
async function run(command: string): Promise<{ readonly code: number; readonly output: string }> {
  const line = isNight ? command : command.replace(/^npm run registry --/, scripts.registry)
  return new Promise((settle) => {
    execFile('/bin/sh', ['-c', `${line} 2>&1`], { cwd: copy }, (error, output) => {
      settle({ code: error === null ? 0 : Number(error.code), output })
    })
  })
}

/** Draws a picture of our own, because the page's picture is the reader's. */
async function drawPicture(): Promise<void> {
  const { default: sharp } = await import(createRequire(join(root, 'packages/registry/package.json')).resolve('sharp'))
  await sharp({ create: { width: 300, height: 300, channels: 4, background: '#1d6fa5' } })
    .png()
    .toFile(join(copy, 'quay.png'))
}

test('docs/add-a-wallet.md: its commands work as it says, in a copy of the folder', async () => {
  const steps = stepsOf(page)
  const words = steps.flatMap(({ command }) =>
    [...command.matchAll(/npm run registry -- (\w+) /g)].map(([, word]) => word),
  )
  expect(words).toEqual(['add', 'add', 'check', 'image', 'build'])
  expect(steps.filter(({ printed }) => printed !== '')).toHaveLength(3)
  if (isNight) await drawPicture()
  // By day one accepted and one refused listing: the tests of the commands cover the others.
  for (const { command, printed } of isNight ? steps : steps.slice(0, 2)) {
    const { code, output } = await run(command)
    expect(output).toContain(printed)
    expect([command, code]).toEqual([command, printed.includes('error   ') ? 1 : 0])
  }
  const listing = parseListing(JSON.parse(readFileSync(join(listings, 'quay-wallet.json'), 'utf8')))
  expect(listing).toMatchObject({ name: 'Quay Wallet', chains: ['eip155', 'solana'], mobile: { native: 'quay://' } })
  expect(readdirSync(listings)).not.toContain('quay-2.json')
  if (!isNight) return
  const { image_id: imageId } = JSON.parse(readFileSync(join(copy, 'my-listings/quay-wallet.json'), 'utf8'))
  const files = ['lg.png', 'lg.webp', 'md.png', 'md.webp', 'sm.png', 'sm.webp']
  expect(readdirSync(join(copy, 'bundle/v1/images', imageId)).sort()).toEqual(files)
}, 120_000)
