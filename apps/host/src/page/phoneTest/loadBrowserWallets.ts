import { findBrowserLink } from '@hawser/core'
import { fetchJson, readField, readList } from '../client/readJson.ts'
import type { PhoneSystem } from './phoneResults.ts'

type Listing = Parameters<typeof findBrowserLink>[0]
type BrowserLinks = NonNullable<Listing['browser']>

/** A wallet whose link into its own browser can be tried. */
export type BrowserWallet = {
  readonly id: string
  readonly name: string
  readonly browser: BrowserLinks
}

/** Loads all wallets with a link into their own browser, offered or not. Rejects if the registry does not answer. */
export async function loadBrowserWallets(registryUrl: string, ask = fetchJson): Promise<readonly BrowserWallet[]> {
  const wallets: BrowserWallet[] = []
  for (let page = 1, total = 1; (page - 1) * entries < total; page += 1) {
    const answer = await ask(`${registryUrl.replace(/\/{1,8}$/, '')}/v1/wallets?entries=${entries}&page=${page}`)
    wallets.push(...readList(answer, 'listings').flatMap(readWallet))
    total = Number(readField(answer, 'total')) || 0
  }
  return wallets
}

const entries = 100

/** The link that opens an address in a wallet's own browser on a phone of this system. */
export function linkInto(wallet: BrowserWallet, system: PhoneSystem, address: string): string | undefined {
  const { namespaces } = wallet.browser
  return findBrowserLink(wallet, {
    platform: { device: 'phone', isIos: system === 'ios', isAndroid: system === 'android', isTelegram: false },
    // This page exists to try untested wallets.
    walletPage: { address, appName: 'Demo host app', namespaces, allowsUntested: true },
  })?.href
}

function readWallet(listing: unknown): readonly BrowserWallet[] {
  const [id, name, browser] = ['id', 'name', 'browser'].map((field) => readField(listing, field))
  const namespaces = readField(browser, 'namespaces')
  if (typeof id !== 'string' || typeof name !== 'string' || !Array.isArray(namespaces)) return []
  const parameters = readField(browser, 'parameters')
  const [ios, android] = [readLink(readField(browser, 'ios')), readLink(readField(browser, 'android'))]
  const read = {
    ...(ios && { ios }),
    ...(android && { android }),
    namespaces: namespaces.filter((each) => typeof each === 'string'),
    ...(isTexts(parameters) && { parameters }),
  }
  return [{ id, name, browser: read }]
}

function readLink(value: unknown): BrowserLinks['ios'] {
  const template = readField(value, 'template')
  const confidence = (['high', 'medium', 'low'] as const).find((each) => each === readField(value, 'confidence'))
  return typeof template === 'string' && confidence !== undefined ? { template, confidence } : undefined
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'string')
}
