import type { SignInNamespace } from '@hawser/wire'
import { createContext, useContext } from 'react'
import type { WalletAccount } from '../accounts/account.ts'
import type { Failure } from '../flow/walletState.ts'
import type { Locale } from './matchLocale.ts'
import { en } from './messages/en.ts'
import type { Messages, PluralText } from './messages.ts'

/** The page's texts and their language. */
export type Words = { readonly locale: Locale; readonly messages: Messages }

export const WordsContext = createContext<Words>({ locale: 'en', messages: en })

/** Returns the texts of the page's language. */
export function useWords(): Words {
  return useContext(WordsContext)
}

/** Names of well-known chains. Other chains show their number. */
const chainNames: Readonly<Record<string, string>> = {
  'eip155:1': 'Ethereum',
  'eip155:10': 'OP Mainnet',
  'eip155:56': 'BNB Smart Chain',
  'eip155:100': 'Gnosis',
  'eip155:137': 'Polygon',
  'eip155:8453': 'Base',
  'eip155:42161': 'Arbitrum One',
  'eip155:43114': 'Avalanche',
  'eip155:59144': 'Linea',
  'eip155:11155111': 'Sepolia (test)',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'Solana',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'Solana Devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'Solana Testnet',
  'bip122:000000000019d6689c085ae165831e93': 'Bitcoin',
}

// Letters of right-to-left scripts: Hebrew, Arabic and their neighbours.
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** Fills in the braces of a text. Isolates (U+2068, U+2069) keep texts of both directions in order. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  const isMixed = [text, ...Object.values(values)].some((part) => rightToLeft.test(`${part}`))
  return text.replace(/\{(\w+)\}/g, (braces, name: string) => {
    const value = values[name]
    if (value === undefined) return braces
    return isMixed ? `\u2068${value}\u2069` : `${value}`
  })
}

/** The plural form of a text for a number. */
export function selectPlural({ locale }: Words, text: PluralText, number: number): string {
  return text[new Intl.PluralRules(locale).select(number)] ?? text.other
}

/** The plural form of a text for a number, with the number filled in. */
export function count(words: Words, text: PluralText, number: number): string {
  return fill(selectPlural(words, text, number), { count: new Intl.NumberFormat(words.locale).format(number) })
}

/** The name that the person gave an account, or otherwise its number. */
export function nameAccount({ messages, locale }: Words, { name, number }: WalletAccount): string {
  return name ?? fill(messages.account, { number: new Intl.NumberFormat(locale).format(number) })
}

/** The names of the ecosystems, the same in every language. */
export const networks: Readonly<Record<SignInNamespace, string>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
}

/** Methods of other ecosystems, with the Ethereum method that does the same. */
const sameMethods: Readonly<Record<string, string>> = {
  solana_signMessage: 'personal_sign',
  signMessage: 'personal_sign',
  solana_signTransaction: 'eth_signTransaction',
  solana_signAllTransactions: 'eth_signTransaction',
  signPsbt: 'eth_signTransaction',
  solana_signAndSendTransaction: 'eth_sendTransaction',
  sendTransfer: 'eth_sendTransaction',
}

/** Reads only a record's own property: an app can choose the name. */
function own<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

function nameMethod({ messages }: Words, method: string): string {
  return own(messages.methods, own(sameMethods, method) ?? method) ?? method
}

/** `eip155:1` → Ethereum; a chain without a name shows its id. */
export function nameChain({ messages }: Words, chainId: string): string {
  if (chainId === 'eip155:31337') return messages.localChain
  return chainNames[chainId] ?? fill(messages.chain, { id: chainId.replace(/^eip155:/, '') })
}

/** Methods and chains in plain words, without repetition. Unknown ones keep their own name. */
export function nameRequested(words: Words, asked: readonly string[]): string {
  const named = asked.map((item) => (item.includes(':') ? nameChain(words, item) : nameMethod(words, item)))
  return formatList(words, [...new Set(named)])
}

/** Items in one line, with the separators of the language. */
export function formatList({ locale }: Words, items: readonly string[]): string {
  // Not of type `unit`: Japanese, Chinese, Korean, Russian and Turkish separate units by blanks, or not at all.
  return new Intl.ListFormat(locale, { style: 'narrow', type: 'conjunction' }).format(items)
}

/** Describes a failure to a person. */
export function describeFailure({ messages }: Words, { code, message }: Failure) {
  const { failures } = messages
  const [title, text] = own<readonly [string, string]>(failures, code) ?? [failures.unexpected[0], message]
  return { title, text }
}

/** How a time is written: `14:05`, `28 November` and `22 Nov, 14:05`. */
const timeForms = {
  time: { timeStyle: 'short' },
  day: { day: 'numeric', month: 'long' },
  moment: { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>

/** Formats a time, given in epoch milliseconds, in the language's form. */
export function formatTime({ locale }: Words, form: keyof typeof timeForms, at: number): string {
  return new Intl.DateTimeFormat(locale, timeForms[form]).format(at)
}
