import { readFileSync } from 'node:fs'
import { loadListings } from '@hawser/registry'
import { formatBrowserLink, type Listing } from '@hawser/wire'
import { expect, test } from 'vitest'

type Surveyed = {
  readonly wallet: string
  readonly listing: string | null
  readonly confidence: string
  readonly ios: string | null
  readonly android: string | null
  readonly json?: unknown
  readonly injects: readonly string[] | null
}

const survey: { readonly wallets: readonly Surveyed[] } = JSON.parse(
  readFileSync(new URL('../vectors/browserLinks/wallet-browser-links.json', import.meta.url), 'utf8'),
)
const listings = loadListings()
const systems = ['ios', 'android'] as const
const namespaces = ['eip155', 'solana', 'bip122'] as const
const page = { address: 'https://shop.example/link?a=1&b=x y#top', appName: 'Shop & Co' }
const { href, origin } = new URL(page.address)

const nameOf = ({ wallet }: Surveyed) => wallet.split(' (', 1)[0] ?? ''
const isLinkable = ({ injects }: Surveyed) => injects?.some((each) => namespaces.includes(each as never)) === true
const hasLink = ({ ios, android }: Surveyed) => ios !== null || android !== null

function listingOf(surveyed: Surveyed): Listing | undefined {
  const name = nameOf(surveyed)
  return listings.find(({ id }) => id === surveyed.listing) ?? listings.find((listing) => listing.name === name)
}

/** Builds the link from the survey's own placeholders, independent of the code under test. */
function surveyedLink({ json }: Surveyed, template: string, namespace: string): string {
  const chain = { eip155: ['60', '1', 'ETH'], solana: ['501', '101', 'SOLANA'], bip122: [] }[namespace] ?? []
  const filled = (value: unknown) =>
    JSON.stringify(value, (_, part) =>
      part === '{url}' ? href : part === '{appName}' ? page.appName : part === 'ETH' ? chain[2] : part,
    )
  const plain = (text: string) =>
    text
      .replaceAll('{urlEncoded}', () => encodeURIComponent(href))
      .replaceAll('{originEncoded}', () => encodeURIComponent(origin))
      .replaceAll('{appNameEncoded}', () => encodeURIComponent(page.appName))
      .replaceAll('{urlNoScheme}', () => href.replace('https://', ''))
      .replaceAll('{url}', () => href)
      .replaceAll('{slip44}', () => chain[0] ?? '')
      .replaceAll('{chainNumber}', () => chain[1] ?? '')
      .replaceAll('{jsonEncoded}', () => encodeURIComponent(filled(json)))
      .replaceAll('{base64JsonEncoded}', () => encodeURIComponent(btoa(filled(json))))
  return plain(template.replace(/\{enc:(.*)\}$/, (_, inner: string) => encodeURIComponent(plain(inner))))
}

const linkable = survey.wallets.filter((each) => hasLink(each) && isLinkable(each))

test('the survey has 52 wallets, 34 with a link', () => {
  expect([survey.wallets.length, survey.wallets.filter(hasLink).length]).toEqual([52, 34])
})

test.each(linkable.map((each) => [nameOf(each), each] as const))('%s: opens a page as surveyed', (_, surveyed) => {
  const browser = listingOf(surveyed)?.browser
  const expected = surveyed.injects?.filter((each) => namespaces.includes(each as never))
  expect(browser?.namespaces).toEqual(expected)
  for (const system of systems) {
    const template = surveyed[system]
    if (template === null || template.startsWith('intent:')) {
      expect(browser?.[system]).toBeUndefined()
      continue
    }
    for (const namespace of expected ?? []) {
      const link = formatBrowserLink(browser, system, { ...page, namespace })
      expect(new URL(link ?? 'none:').href).toBe(new URL(surveyedLink(surveyed, template, namespace)).href)
    }
  }
})

test('lists a link from a document or a product as such, a second-hand one as low', () => {
  for (const surveyed of linkable) {
    const { confidence } = surveyed
    const wanted = (text: string) => (/low/.test(text) ? 'low' : text === 'high' ? 'high' : 'medium')
    for (const system of systems) {
      const own = { ios: /(\S+) \(iOS\)/, android: /(\S+) \(Android\)/ }[system].exec(confidence)?.[1] ?? confidence
      const listed = listingOf(surveyed)?.browser?.[system]
      if (listed !== undefined)
        expect([nameOf(surveyed), system, listed.confidence]).toEqual([nameOf(surveyed), system, wanted(own)])
    }
  }
})

test('no wallet has a withdrawn or invented link, or one outside of the survey', () => {
  const known = new Set(linkable.map((each) => listingOf(each)?.id))
  for (const { id, browser } of listings) if (browser !== undefined) expect(known).toContain(id)
  // Withdrawn: ERC-1710's scheme, Coinbase's mini apps and Binance's links. Invented: the others, which circulate in public
  // lists.
  const dead =
    /^(dapp|bnc|exodus|kucoinwallet|safepalwallet):|^cbwallet:\/\/miniapp|^rabby:\/\/open_url|[?&]_dp=|binance\.com/
  for (const { id, browser } of listings)
    for (const system of systems)
      expect([id, browser?.[system]?.template ?? '']).not.toEqual([id, expect.stringMatching(dead)])
  for (const surveyed of survey.wallets) {
    if (!hasLink(surveyed))
      expect([nameOf(surveyed), listingOf(surveyed)?.browser]).toEqual([nameOf(surveyed), undefined])
  }
})
