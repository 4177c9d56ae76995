import { expect, test } from 'vitest'
import { en } from './classic/en.ts'
import { loadClassicMessages } from './loadClassicMessages.ts'

const languages = ['de', 'en', 'es', 'fr', 'ko', 'pt', 'zh', 'fa']
const placesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()

test('M: the classic messages of the specification, letter by letter', () => {
  const texts: readonly string[] = Object.values(en)
  for (const text of [
    'Something went wrong',
    'There are no supported wallets yet',
    'No wallets found',
    'Loading...',
    'Copied to clipboard!',
    'Error',
    'Choose your preferred wallet',
    'Connect to Mobile Wallet',
    'Scan QR code with a WalletConnect-compatible wallet',
    'Connect',
    'QR Code',
    'Mobile',
    'Desktop',
    'Copy to clipboard',
    'Connect with {name}',
    'Search',
  ]) {
    expect(texts).toContain(text)
  }
})

test('C12: each of the eight classic languages has every text, with the same places for values', async () => {
  for (const language of languages) {
    const texts = await loadClassicMessages(language)
    expect(texts.language).toBe(language)
    expect(Object.keys(texts)).toEqual(Object.keys(en))
    for (const [key, text] of Object.entries(texts)) {
      expect(text.trim(), `${language} ${key}`).not.toBe('')
      const english = Object.entries(en).find(([name]) => name === key)?.[1] ?? ''
      expect(placesIn(text), `${language} ${key}`).toEqual(placesIn(english))
    }
  }
})

test('C12: the untranslated texts: title, search, error and the names of the pages', async () => {
  for (const language of languages.filter((name) => name !== 'en')) {
    const texts = await loadClassicMessages(language)
    expect(texts.title).not.toBe(en.title)
    expect(texts.search).not.toBe(en.search)
    expect(texts.nextPage).not.toBe(en.nextPage)
    // The Spanish word is the same as the English one.
    if (language !== 'es') expect(texts.error).not.toBe(en.error)
  }
})

test('C12: a region finds its language, any other language falls back to English', async () => {
  expect((await loadClassicMessages('pt-BR')).language).toBe('pt')
  expect((await loadClassicMessages('zh-Hant-TW')).language).toBe('zh')
  expect((await loadClassicMessages('ZH')).language).toBe('zh')
  for (const other of ['it', 'constructor', '__proto__', '']) expect(await loadClassicMessages(other)).toBe(en)
})
