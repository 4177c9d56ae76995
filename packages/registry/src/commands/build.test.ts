import { join } from 'node:path'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { loadBundle } from '../bundle/loadBundle.ts'
import { runHere } from '../runCli.fixture.ts'

/** Builds a bundle of one wallet with an image, and returns what the command wrote to standard error. */
async function build(columns: number | undefined): Promise<string> {
  let at = 1_800_000_000_000
  // Each look at the clock is five seconds later, so that every report is due.
  const now = () => {
    at += 5_000
    return at
  }
  const [folder, out] = [temporaryFolder(), join(temporaryFolder(), 'bundle')]
  const picture = join(temporaryFolder(), 'quay.png')
  await sharp({ create: { width: 99, height: 99, channels: 3, background: 'red' } }).toFile(picture)
  const listings = ['--listings', folder]
  await runHere(['add', ...listings, '--name', 'Quay', '--mac', 'https://quay.example/get'])
  await runHere(['image', 'add', '--wallet', 'quay', picture, ...listings])
  const { code, stderr } = await runHere(['build', ...listings, '--out', out], { now, columns })
  expect([code, loadBundle(out).images.size]).toEqual([0, 1])
  return stderr
}

// A page, the digests, the hashes of the images, and six files of one image.
const files = Array.from({ length: 9 }, (_, index) => `files written: ${index + 1} of 9`)

test('build: in a pipe, its progress is plain lines', async () => {
  expect((await build(undefined)).split('\n')).toEqual(['images checked: 1', ...files, ''])
})

test('build: on a terminal, its progress is one line that is rewritten and goes away', async () => {
  expect((await build(80)).split('\r\u001B[K')).toEqual(['', 'images checked: 1', '', ...files, ''])
})
