import { expect, test } from 'vitest'
import { requestedMethodsOf } from './requestedMethods.ts'

const all = ['eip155', 'solana', 'bip122']

test('methods: left out, each namespace is asked for what its accounts are proven by', () => {
  expect(all.map((namespace) => requestedMethodsOf(undefined, namespace, all))).toEqual([
    ['personal_sign'],
    ['solana_signMessage'],
    ['signMessage'],
  ])
})

test('methods: a list is for eip155 as given, and not for other namespaces', () => {
  const list = ['eth_sendTransaction', 'personal_sign']
  expect(requestedMethodsOf(list, 'eip155', all)).toBe(list)
  expect(requestedMethodsOf(list, 'solana', all)).toEqual(['solana_signMessage'])
  expect(requestedMethodsOf([], 'eip155', all)).toEqual([])
})

test('methods: without a chain of eip155 a list is for every namespace', () => {
  const list = ['solana_signMessage', 'solana_signTransaction']
  expect(requestedMethodsOf(list, 'solana', ['solana'])).toBe(list)
})

test('methods: by namespace, each gets its own; an unnamed one gets the default', () => {
  const methods = { eip155: ['eth_sendTransaction'], solana: [] }
  expect(requestedMethodsOf(methods, 'eip155', all)).toEqual(['eth_sendTransaction'])
  expect(requestedMethodsOf(methods, 'solana', all)).toEqual([])
  expect(requestedMethodsOf(methods, 'bip122', all)).toEqual(['signMessage'])
})
