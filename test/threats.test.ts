import { expect, test } from 'vitest'
import { names, testTitles } from './titles.ts'

// The threats and faults of the catalogue that concern the modal, the relay, the protocol client, the registry and the host's side. Each has a test whose title names it.
const span = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `T-${first + index}`)
const modal = [...span(10, 23), ...span(65, 71)]
const relay = [
  ...['T-60', ...span(80, 98)],
  ...Array.from({ length: 24 }, (_, index) => `F-R${index + 1}`),
  ...['P1', 'P2', 'P3', 'P4', 'P5', 'P6'],
  ...['Z-1', 'Z-2', 'Z-7', 'Z-10'],
]
const client = [
  ...['F-L5', 'F-L6', 'F-L7', 'F-L8', 'F-L9', 'F-L10'],
  ...['F-L12', 'F-L13', 'F-L14', 'F-L21'],
  ...['Z-3', 'Z-6'],
]
const registry = [...span(100, 104), 'F-L3', 'F-L4', 'Z-4']
const link = [...span(30, 33), ...span(40, 57), 'F-L15', 'F-L16', 'F-L17', 'Z-5']

const titles = testTitles()

test.each([
  ['modal', modal, 21],
  ['relay', relay, 54],
  ['client', client, 12],
  ['registry', registry, 8],
  ['link', link, 26],
] as const)('every threat to the %s is named by a test', (_part, ids, count) => {
  expect(ids).toHaveLength(count)
  expect(ids.filter((id) => !titles.some((title) => names(title, id)))).toEqual([])
})
