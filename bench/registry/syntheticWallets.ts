import { createHash } from 'node:crypto'
import { createRandom, type Random } from '@hawser/test-kit/random'
import { type Listing, parseListing } from '@hawser/wire'

type Names = { readonly share: number; readonly name: (random: Random) => string }

const letters = (text: string): readonly [string, ...string[]] => {
  const [first = '', ...rest] = text.split(' ')
  return [first, ...rest]
}
const times = (random: Random, from: number, to: number, one: () => string) =>
  Array.from({ length: from + random.integer(to - from + 1) }, one).join('')
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const onsets = letters('b br c ch cl d dr f fl g gr h j k kr l m n p pl qu r s sh sk st t th tr v w y z')
const vowels = letters('a e i o u ai ea io ou y')
const codas = letters('l n r s t x m nd rk st th ck ff ng')
const things = letters('Wallet Wallet Wallet Vault Pay Safe Finance Pro Keys Chain ID X Connect Cash Coin Swap Mobile')
const cyrillicOnsets = letters('б в г д ж з к л м н п р с т ф х ц ч ш щ')
const cyrillicVowels = letters('а е ё и о у ы э ю я')
const cyrillicThings = letters('Кошелёк Кошелёк Банк Ключ Сейф')
const kana = letters(
  'ア イ ウ エ オ カ キ ク ケ コ サ シ ス セ ソ タ チ ツ テ ト ナ ニ ノ ハ ヒ マ ミ ム メ モ ラ リ ル レ ロ ー ン',
)
const arabic = letters('ا ب ت ج ح د ر ز س ش ع ف ق ک گ ل م ن ه و ی')
const devanagari = letters(
  'क का कि की कु के को ग गा ज जा त ता ति द दा न ना नि प पा पी ब बा म मा मे र रा री ल ला व वा स सा ह हा',
)
const hanFrom = 0x4e00
const hangulFrom = 0xac00

function latinWord(random: Random): string {
  const syllable = () => random.pick(onsets) + random.pick(vowels) + (random.chance(0.4) ? random.pick(codas) : '')
  return capital(times(random, 1, 3, syllable))
}

/** The kinds of wallet names, with their shares. */
const scripts: readonly Names[] = [
  { share: 0.34, name: (random) => `${latinWord(random)} ${random.pick(things)}` },
  { share: 0.2, name: latinWord },
  { share: 0.1, name: (random) => `${latinWord(random)}${random.pick(things)}` },
  { share: 0.06, name: (random) => `${latinWord(random)} ${latinWord(random)} ${random.pick(things)}` },
  { share: 0.04, name: (random) => `${latinWord(random)}${random.integer(1000)}` },
  {
    share: 0.02,
    name: (random) => `${latinWord(random).replace(/[aeo]/, random.pick(letters('á è ö ñ ą ś')))} Wallet`,
  },
  {
    share: 0.08,
    name: (random) => {
      const word = times(random, 2, 3, () => random.pick(cyrillicOnsets) + random.pick(cyrillicVowels))
      return random.chance(0.5) ? capital(word) : `${capital(word)} ${random.pick(cyrillicThings)}`
    },
  },
  {
    share: 0.06,
    name: (random) => `${times(random, 2, 4, () => String.fromCharCode(hanFrom + random.integer(2_000)))}钱包`,
  },
  { share: 0.03, name: (random) => `${times(random, 2, 5, () => random.pick(kana))}ウォレット` },
  {
    share: 0.03,
    name: (random) => `${times(random, 2, 3, () => String.fromCharCode(hangulFrom + random.integer(11_172)))} 지갑`,
  },
  { share: 0.03, name: (random) => `کیف ${times(random, 3, 6, () => random.pick(arabic))}` },
  { share: 0.01, name: (random) => `${times(random, 2, 4, () => random.pick(devanagari))} वॉलेट` },
]

const ends = letters('com com com io io app xyz org finance network cash me')
const chainLists = [['eip155'], ['eip155:1'], ['eip155:1', 'eip155:137', 'eip155:10', 'eip155:8453'], ['solana'], []]
const storeId = (random: Random) => String(1_000_000_000 + random.integer(2_000_000_000))
const extensionId = (random: Random) => times(random, 32, 32, () => 'abcdefghijklmnop'.charAt(random.integer(16)))

/** Creates `count` wallets with names in many scripts and realistic links. The same seed gives the same wallets. */
export function createSyntheticWallets(count: number, seed = 1): readonly Listing[] {
  const random = createRandom(seed)
  const seen = new Set<string>()
  const listings: Listing[] = []
  while (listings.length < count) {
    const name = nameOf(random)
    if (seen.has(name)) continue
    seen.add(name)
    listings.push(parseListing({ name, ...factsOf(random, name, listings.length) }))
  }
  return listings
}

function nameOf(random: Random): string {
  let at = random.word() / 2 ** 32
  for (const { share, name } of scripts) {
    if (at < share) return name(random)
    at -= share
  }
  return latinWord(random)
}

function factsOf(random: Random, name: string, index: number): object {
  const ascii = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '')
  const slug = ascii.length >= 3 ? ascii : `${ascii}w${index}`
  const end = random.pick(ends)
  const site = `https://${random.chance(0.2) ? 'www.' : ''}${slug}.${end}/`
  const hasPhone = random.chance(0.8)
  const hasExtension = random.chance(0.4)
  const maybe = (probability: number, value: string) => (random.chance(probability) ? value : undefined)
  return {
    id: random.chance(0.8) ? createHash('sha256').update(`${index}`).digest('hex') : `${slug}-${index}`.slice(0, 64),
    homepage: site,
    app: {
      ios: hasPhone ? `https://apps.apple.com/app/${slug}/id${storeId(random)}` : undefined,
      android: hasPhone ? `https://play.google.com/store/apps/details?id=${end}.${slug}` : undefined,
      chrome: hasExtension ? `https://chromewebstore.google.com/detail/${slug}/${extensionId(random)}` : undefined,
      firefox: maybe(0.15, `https://addons.mozilla.org/firefox/addon/${slug}/`),
      browser: maybe(0.3, `${site}download`),
    },
    mobile: hasPhone ? { native: `${slug}://`, universal: maybe(0.6, `https://link.${slug}.${end}/`) } : {},
    desktop: { native: maybe(0.1, `${slug}-desktop://`), universal: maybe(0.2, `https://app.${slug}.${end}/`) },
    chains: chainLists[random.integer(chainLists.length)],
    rdns: random.chance(0.6) ? `${end}.${slug}` : undefined,
  }
}
