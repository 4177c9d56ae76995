import { createContext, useContext } from 'react'
import { en } from './messages/en.ts'
import type { Counted, Messages } from './messages/messages.ts'
import type { Failure } from './walletState.ts'

/** The page's words and the language they are in. */
export type Words = { readonly locale: string; readonly messages: Messages }

const WordsContext = createContext<Words>({ locale: 'en', messages: en })

/** Gives everything below it the words of one language. */
export const WordsProvider = WordsContext.Provider

/** The words of the language the page is in. */
export function useWords(): Words {
  return useContext(WordsContext)
}

/** Names of chains people know; the number says the rest. */
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
}

/** Puts values into the braces of a text. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (braces, name: string) => String(values[name] ?? braces))
}

/** The form for a number, with the number in it. */
export function count({ messages: _, locale }: Words, [one, more]: Counted, number: number): string {
  return fill(number === 1 ? one : more, { count: new Intl.NumberFormat(locale).format(number) })
}

/** An account by its place in the list, which counts from 1. */
export function nameAccount({ messages, locale }: Words, number: number): string {
  return fill(messages.account, { number: new Intl.NumberFormat(locale).format(number) })
}

/** `eip155:1` → Ethereum; a chain without a name shows its id. */
export function nameChain({ messages }: Words, chainId: string): string {
  if (chainId === 'eip155:31337') return messages.localChain
  return chainNames[chainId] ?? fill(messages.chain, { id: chainId.replace(/^eip155:/, '') })
}

/** Methods in plain words, each once; unknown ones by their own name. */
export function nameMethods(words: Words, methods: readonly string[]): string {
  const named: Readonly<Record<string, string | undefined>> = words.messages.methods
  return listed(words, [
    ...new Set(methods.map((method) => (Object.hasOwn(named, method) ? named[method] : undefined) ?? method)),
  ])
}

/** What an app required: a chain id or a method or an event. */
export function nameMissing(words: Words, missing: readonly string[]): string {
  const named: Readonly<Record<string, string | undefined>> = { ...words.messages.methods, ...chainNames }
  return listed(
    words,
    missing.map((item) => (Object.hasOwn(named, item) ? named[item] : undefined) ?? item),
  )
}

/** Items in one line, as the language separates them. */
export function listed({ locale }: Words, items: readonly string[]): string {
  return new Intl.ListFormat(locale, { style: 'short', type: 'unit' }).format(items)
}

/** A failure as a person is told. */
export function describeFailure(
  { messages }: Words,
  failure: Failure,
): { readonly title: string; readonly text: string } {
  const known: Readonly<Record<string, readonly [string, string] | undefined>> = messages.failures
  const [title, text] = (Object.hasOwn(known, failure.code) ? known[failure.code] : undefined) ?? [
    messages.failures.unexpected[0],
    failure.message,
  ]
  return { title, text }
}

/** `14:05`, as the reader writes it. Epoch milliseconds in. */
export function formatTime({ locale }: Words, at: number): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(at)
}

/** `28 November`, as the reader writes it. Epoch milliseconds in. */
export function formatDay({ locale }: Words, at: number): string {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' }).format(at)
}

/** `22 Nov, 14:05`, as the reader writes it. Epoch milliseconds in. */
export function formatMoment({ locale }: Words, at: number): string {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' }).format(
    at,
  )
}
