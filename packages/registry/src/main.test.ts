import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import {
  formatManifest,
  formatSignedManifest,
  parseSignedManifest,
  type RegistryManifest,
  registryPaths,
} from '@hawser/wire'
import { describe, expect, test } from 'vitest'
import { publicKeyOf, signManifest } from './bundle/bundleKey.ts'
import { sampleBundle, sampleImage, sampleListings, signingKey } from './bundle/sampleBundle.fixture.ts'
import { writeBundle } from './bundle/writeBundle.ts'
import { loadBundle, loadListings } from './index.ts'
import { factsOnly, fieldsNeedingSource, formatListingFile, type ListingFile } from './listings/listingFile.ts'
import { type CliRun, runHere, runProcess } from './runCli.fixture.ts'

// For tests that start their own processes.
const timeout = 60_000
const runCli = (...args: readonly string[]) => runHere(args)
const commandNames = readdirSync(join(import.meta.dirname, 'commands'))
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((name) => !['listingsFolder', 'describeBundle', 'settings'].includes(name) && !name.includes('.'))

const seedHex = Buffer.from(signingKey).toString('hex')
const publicKey = publicKeyOf(signingKey)

/** Makes a folder with a key. The tests know every form of the key, and can look for it in the output. */
function makeKey(mode = 0o600): { readonly folder: string; readonly key: string } {
  const folder = temporaryFolder()
  const key = join(folder, 'key')
  writeFileSync(key, `${seedHex}\n`)
  chmodSync(key, mode)
  return { folder, key }
}

function listingFile(fields: Partial<ListingFile> & { readonly id: string; readonly name: string }): string {
  const listing = {
    ...{ image_id: null, homepage: null, app: {}, chains: ['eip155'], rdns: null, licence: factsOnly, sources: {} },
    mobile: { native: `${fields.id}://`, universal: null },
    desktop: { native: null, universal: null },
    ...fields,
  }
  const sources = Object.fromEntries(fieldsNeedingSource(listing).map((field) => [field, 'owner']))
  return formatListingFile({ ...listing, sources })
}

function makeListings(): string {
  const folder = temporaryFolder()
  const { imageId, image } = sampleImage('quay')
  writeFileSync(join(folder, 'quay.json'), listingFile({ id: 'quay', name: 'Quay', image_id: imageId }))
  writeFileSync(join(folder, 'pier.json'), listingFile({ id: 'pier', name: 'Pier' }))
  mkdirSync(join(folder, 'images', imageId), { recursive: true })
  for (const [name, bytes] of Object.entries(image)) writeFileSync(join(folder, 'images', imageId, name), bytes)
  return folder
}

/** Writes the sample bundle with a changed manifest that has a valid signature. */
function writeManifest(folder: string, change: Partial<RegistryManifest>): string {
  const bundle = sampleBundle()
  writeBundle(bundle, folder)
  const text = formatManifest({ ...bundle.manifest, ...change })
  const manifestJson = formatSignedManifest({ text, signature: signManifest(text, signingKey), publicKey })
  writeFileSync(join(folder, registryPaths.manifest), manifestJson)
  return manifestJson
}

function refused(run: CliRun, message: RegExp): void {
  expect(run).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(/^hawser registry( [a-z]+)?: [^\n]+\n$/) })
  expect(run.stderr).toMatch(message)
}

/** Expects one line for each problem of the command line. */
function misunderstood(run: CliRun, message: RegExp): void {
  expect(run).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^(hawser registry( [a-z]+)?: [^\n]+\n)+$/),
  })
  expect(run.stderr).toMatch(message)
}

function secretFree(run: CliRun): CliRun {
  const seed = Buffer.from(signingKey)
  for (const form of [seedHex, seedHex.toUpperCase(), seed.toString('base64'), seed.toString('base64url')])
    expect(run.stdout + run.stderr).not.toContain(form)
  return run
}

describe('hawser registry', () => {
  test('--help lists every command, and each lists its options', { timeout }, async () => {
    const all = await runProcess('--help')
    expect(await runCli('--help')).toEqual(all)
    expect(all).toMatchObject({ code: 0, stderr: '' })
    const listed = [...all.stdout.matchAll(/^ {2}([a-z]+) +\S.*$/gm)].map(([, name]) => name)
    expect([...listed].sort()).toEqual([...commandNames].sort())
    const helps = await Promise.all(commandNames.map((name) => runCli(name, '--help')))
    helps.forEach((help, index) => {
      expect(help).toMatchObject({ code: 0, stderr: '' })
      expect(help.stdout).toMatch(new RegExp(`^Usage: hawser registry ${commandNames[index]} `))
      for (const line of help.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
    })
  })

  test('an unknown command or option, or too many, gives a clear line and exit code 2', { timeout }, async () => {
    const runs = await Promise.all([
      runProcess('nonsense'),
      runProcess('build', '--nonsense'),
      runCli('constructor'),
      runCli('--nonsense'),
      ...commandNames.map((name) => runCli(name, '--nonsense')),
      runCli('build', 'nonsense', '--out', 'x'),
      runCli('verify', '--public-key', publicKey, 'a', 'b'),
      runCli('diff', 'a', 'b', 'c'),
    ])
    for (const run of runs) misunderstood(run, /--help\.$/m)
  })

  test('names a missing required option', { timeout }, async () => {
    const lines = [
      [['keygen'], /--out is missing/],
      [['build'], /--out is missing/],
      [['sign', '--key', 'x'], /--bundle is missing/],
      [['sign', '--bundle', 'x'], /--key is missing/],
      [['verify', 'x'], /--public-key is missing/],
      [['verify', '--public-key', publicKey], /DIR is missing/],
      [['verify', '--public-key', 'x', 'y'], /64 lowercase hex digits/],
      [['export', '--out', 'x'], /--bundle is missing/],
      [['diff', 'x'], /NEW is missing/],
      [['build', '--out', 'x', '--valid-days', '367'], /--valid-days must be a whole number from 1 to 366/],
    ] as const
    const runs = await Promise.all(lines.map(([args]) => runCli(...args)))
    lines.forEach(([, message], index) => {
      const run = runs[index]
      if (run !== undefined) misunderstood(run, message)
    })
  })
})

describe('T-104: keys', () => {
  test('keygen: a new file for this user alone, and the public half on standard output', { timeout }, async () => {
    const key = join(temporaryFolder(), 'key')
    const run = await runProcess('keygen', '--out', key)
    expect(run).toEqual({ code: 0, stdout: expect.stringMatching(/^[0-9a-f]{64}\n$/), stderr: '' })
    expect(statSync(key).mode & 0o777).toBe(0o600)
    const text = readFileSync(key, 'utf8')
    expect(text).toMatch(/^[0-9a-f]{64}\n$/)
    expect(run.stdout).toBe(`${publicKeyOf(Buffer.from(text.trim(), 'hex'))}\n`)
    expect(run.stdout).not.toContain(text.trim())
    refused(await runCli('keygen', '--out', key), /already exists; a key is never overwritten/)
    expect(readFileSync(key, 'utf8')).toBe(text)
  })

  test('T-60: refuses a malformed key, or one that others may read, and never prints it', { timeout }, async () => {
    const { folder, key } = makeKey()
    const out = join(folder, 'bundle')
    expect(secretFree(await runProcess('build', '--out', out, '--key', key)).code).toBe(0)
    chmodSync(key, 0o644)
    refused(secretFree(await runProcess('sign', '--bundle', out, '--key', key)), /chmod 600/)
    for (const mode of [0o640, 0o604, 0o620, 0o601]) {
      chmodSync(key, mode)
      for (const run of await Promise.all([
        runCli('build', '--out', join(folder, 'other'), '--key', key),
        runCli('sign', '--bundle', out, '--key', key),
      ]))
        refused(secretFree(run), /chmod 600/)
    }
    chmodSync(key, 0o600)
    writeFileSync(key, `${seedHex}${seedHex}`)
    refused(secretFree(await runCli('sign', '--bundle', out, '--key', key)), /has 64 hex digits/)
    refused(await runCli('sign', '--bundle', out, '--key', join(folder, 'missing')), /cannot be read/)
    refused(await runCli('sign', '--bundle', out, '--key', folder), /is not a key/)
    expect(readdirSync(folder)).not.toContain('other')
  })
})

describe('build, sign, verify', () => {
  test('T-104: verifies a bundle by the key’s public half, and reports one changed byte', {
    timeout,
  }, async () => {
    const { folder, key } = makeKey()
    const out = join(folder, 'bundle')
    const built = await runProcess('build', '--listings', makeListings(), '--out', out, '--key', key)
    expect(built).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        new RegExp(`^version 1: 2 wallets, 1 images, valid until \\d{4}-\\S+Z, signed by ${publicKey}\n$`),
      ),
      stderr: '',
    })
    expect(await runProcess('verify', '--public-key', publicKey, out)).toEqual(built)
    const other = publicKeyOf(new Uint8Array(32).fill(9))
    refused(await runCli('verify', '--public-key', other, out), /No trusted key has signed/)
    expect(await runCli('verify', '--public-key', other, '--public-key', publicKey, out)).toEqual(built)
    refused(await runCli('verify', '--public-key', publicKey, '--not-below', '2', out), /version 1, below 2/)
    const image = readdirSync(out, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith('md.webp')) ?? ''
    const bytes = readFileSync(join(out, image))
    bytes[3] = (bytes[3] ?? 0) ^ 1
    writeFileSync(join(out, image), bytes)
    const told = await runProcess('verify', '--public-key', publicKey, out)
    refused(told, /does not have the expected sha256/)
    expect(told.stderr).toContain(image)
  })

  test('without a key a bundle is unsigned until `sign` signs it, and the command says so', { timeout }, async () => {
    const { folder, key } = makeKey()
    const out = join(folder, 'bundle')
    const listings = makeListings()
    expect((await runCli('build', '--listings', listings, '--out', out)).stdout).toMatch(/, not signed\n$/)
    refused(await runCli('verify', '--public-key', publicKey, out), /The manifest is not signed/)
    expect((await runCli('sign', '--bundle', out, '--key', key)).stdout).toContain(`signed by ${publicKey}`)
    expect((await runCli('verify', '--public-key', publicKey, out)).code).toBe(0)
    const again = await runCli('build', '--listings', listings, '--out', out)
    expect(again.stdout).toMatch(/^version 2:.*, not signed\n$/)
    expect(again.stderr).toMatch(/The previous version was signed/)
  })

  test('builds the package’s own listings without further options, for thirty days', { timeout }, async () => {
    const out = temporaryFolder()
    const before = Date.now()
    expect((await runCli('build', '--out', out)).code).toBe(0)
    const { manifest, listings } = loadBundle(out)
    expect(listings).toEqual(loadListings())
    expect(manifest.createdAt).toBeGreaterThanOrEqual(before)
    expect(manifest.createdAt).toBeLessThanOrEqual(Date.now())
    expect(manifest.expiresAt - manifest.createdAt).toBe(30 * 86_400_000)
  })

  test('T-104: versions only go up, from the one in --out', { timeout }, async () => {
    const out = temporaryFolder()
    const build = (...args: string[]) => runCli('build', '--listings', listings, '--out', out, ...args)
    const listings = makeListings()
    expect((await build('--version', '41')).stdout).toMatch(/^version 41:/)
    expect((await build()).stdout).toMatch(/^version 42:/)
    refused(await build('--version', '42'), /has version 42, and clients never go back/)
    misunderstood(await build('--version', '0'), /--version must be a whole number/)
    expect(loadBundle(out).manifest.version).toBe(42)
  })

  test('reports a clock that is behind the bundle in --out', { timeout }, async () => {
    const out = temporaryFolder()
    const createdAt = Date.now() + 3_600_000
    writeBundle(sampleBundle({ createdAt, expiresAt: createdAt + 1_000 }), out)
    refused(await runCli('build', '--listings', makeListings(), '--out', out), /This machine's clock says/)
  })

  test('T-104: neither verifies nor signs an expired bundle', { timeout }, async () => {
    const { folder, key } = makeKey()
    const out = join(folder, 'bundle')
    const expiresAt = 1_700_000_000_000
    writeBundle(sampleBundle({ createdAt: expiresAt - 1, expiresAt }), out)
    const expired = /The bundle expired at 2023-11-14T22:13:20\.000Z/
    refused(await runCli('verify', '--public-key', publicKey, out), expired)
    refused(await runCli('sign', '--bundle', out, '--key', key), expired)
  })

  test('T-104: signs nothing that build would not make: too long, made in the future', {
    timeout,
  }, async () => {
    const { folder, key } = makeKey()
    const now = Date.now()
    const [hour, day] = [3_600_000, 86_400_000]
    const cases = [
      [{ createdAt: now, expiresAt: now + 366 * day }, undefined],
      [{ createdAt: now + 23 * hour, expiresAt: now + 2 * day }, undefined],
      [{ createdAt: now, expiresAt: now + 366 * day + 1 }, /valid for more than 366 days/],
      [{ createdAt: now, expiresAt: 9e15 }, /valid for more than 366 days/],
      [{ createdAt: 9e15, expiresAt: 9e15 + day }, /not a valid year/],
      [{ createdAt: now + 25 * hour, expiresAt: now + 2 * day }, /claims to be made at \d{4}-\S+Z, after now/],
    ] as const
    for (const [index, [times, message]] of cases.entries()) {
      const out = join(folder, `bundle-${index}`)
      const signed = writeManifest(out, times)
      const runs = [await runCli('sign', '--bundle', out, '--key', key)]
      if (message !== undefined) expect(readFileSync(join(out, registryPaths.manifest), 'utf8')).toBe(signed)
      runs.push(await runCli('verify', '--public-key', publicKey, out))
      for (const run of runs) {
        if (message === undefined) expect(run).toMatchObject({ code: 0, stderr: '' })
        else refused(run, message)
      }
    }
  })

  test('T-104: signs a version far above the limit only with an explicit option', { timeout }, async () => {
    const { folder, key } = makeKey()
    const out = join(folder, 'bundle')
    const createdAt = Date.now()
    const times = { createdAt, expiresAt: createdAt + 86_400_000 }
    const sign = (...args: string[]) => runCli('sign', '--bundle', out, '--key', key, ...args)
    const signed = writeManifest(out, { ...times, version: Number.MAX_SAFE_INTEGER })
    refused(await sign(), /version 9007199254740991, above 1000000\. .+ --not-above/)
    expect(readFileSync(join(out, registryPaths.manifest), 'utf8')).toBe(signed)
    writeManifest(out, { ...times, version: 1_000_000 })
    expect((await sign()).stdout).toMatch(/^version 1000000:/)
    refused(await sign('--not-above', '999999'), /above 999999/)
    misunderstood(await sign('--not-above', 'x'), /--not-above must be a whole number/)
    writeManifest(out, { ...times, version: 20_261_122 })
    refused(await sign(), /above 1000000/)
    expect((await sign('--not-above', '20261122')).code).toBe(0)
  })

  test('T-10, T-13: writes nothing if a listing or an image is wrong', { timeout }, async () => {
    const out = join(temporaryFolder(), 'bundle')
    const refusals = [
      [
        '{"id":"mole"}',
        /^hawser registry build: mole\.json, name: .+ There are \d+ more\. "hawser registry check" says how/,
      ],
      [listingFile({ id: 'mole', name: 'Mole', image_id: 'f'.repeat(64) }), /mole\.json, image_id: .+f{64}/],
      [listingFile({ id: 'mole', name: 'Quay' }), /quay\.json, name: .+ \(mole\.json\)/],
      [listingFile({ id: 'mole', name: 'Mole', homepage: 'javascript:alert(1)' }), /mole\.json, homepage: /],
    ] as const
    for (const [text, message] of refusals) {
      const listings = makeListings()
      writeFileSync(join(listings, 'mole.json'), text)
      refused(await runCli('build', '--listings', listings, '--out', out), message)
    }
    refused(await runCli('build', '--listings', join(out, 'x'), '--out', out), /cannot be read/)
    expect(() => statSync(out)).toThrow(/ENOENT/)
  })
})

test('diff: lists added, removed and changed wallets, for people and for programs', { timeout }, async () => {
  const [older, newer] = [temporaryFolder(), temporaryFolder()]
  const [first, second, third] = sampleListings(3)
  const of = (...listings: (typeof first)[]) => ({ listings: listings.flatMap((listing) => listing ?? []) })
  writeBundle(sampleBundle({ ...of(first, second), version: 1 }), older)
  const renamed = second && { ...second, name: 'Wallet One' }
  writeBundle(sampleBundle({ ...of(renamed, third), version: 2 }), newer)
  expect(await runProcess('diff', older, newer)).toEqual({
    code: 0,
    stdout: [
      'version 1 to 2: 1 added, 1 removed, 1 changed',
      '+ wallet-2 (Wallet 2)',
      '- wallet-0 (Wallet 0)',
      '~ wallet-1 (Wallet One)',
      '    name: "Wallet 1" to "Wallet One"',
      '',
    ].join('\n'),
    stderr: '',
  })
  expect(JSON.parse((await runCli('diff', '--json', older, newer)).stdout)).toEqual({
    version: { from: 1, to: 2 },
    added: [{ id: 'wallet-2', name: 'Wallet 2' }],
    removed: [{ id: 'wallet-0', name: 'Wallet 0' }],
    changed: [{ id: 'wallet-1', name: 'Wallet One', fields: [{ field: 'name', from: 'Wallet 1', to: 'Wallet One' }] }],
  })
  refused(await runCli('diff', older, join(newer, 'missing')), /cannot be read/)
})

test('export: makes a site of static files that verifies as the bundle does', { timeout }, async () => {
  const [folder, site] = [temporaryFolder(), join(temporaryFolder(), 'site')]
  const now = Date.now()
  const bundle = sampleBundle({ createdAt: now, expiresAt: now + 60_000 })
  writeBundle(bundle, folder)
  expect((await runProcess('export', '--bundle', folder, '--out', site)).code).toBe(0)
  expect(await runCli('verify', '--public-key', publicKey, site)).toMatchObject({ code: 0 })
  expect(parseSignedManifest(JSON.parse(readFileSync(join(site, 'v1/manifest.json'), 'utf8'))).manifest).toEqual(
    bundle.manifest,
  )
  const [page = ''] = bundle.manifest.pages
  writeFileSync(join(folder, 'v1/pages', `${page}.json`), '{}')
  refused(await runCli('export', '--bundle', folder, '--out', join(site, 'other')), /does not have the expected sha256/)
})
