import { sharedPostgres } from '@hawser/test-kit/sharedServers'
import { sql } from 'kysely'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { CannotCheckNowError } from '../errors.ts'
import { openPostgresLinkStore } from '../stores/postgres/postgresLinkStore.ts'
import { printFailure } from './printFailure.ts'

const postgres = sharedPostgres()
afterEach(() => vi.restoreAllMocks())

function printed(error: unknown): string {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {})
  printFailure(error)
  const text = print.mock.calls.flat().join('\n')
  print.mockRestore()
  return text
}

test('does not print a row that PostgreSQL repeats in its error, but prints the constraint', async () => {
  const store = await openPostgresLinkStore({ url: await postgres.newSchema() })
  onTestFinished(() => store.stop())
  const address = '0x2c7536e3605d9c16a7a3d7b1898e529396a65c23'
  await sql`create table held (address text primary key)`.execute(store.database)
  const hold = () => sql`insert into held values (${address})`.execute(store.database)
  await hold()
  const error = await hold().catch((failure) => failure)
  expect(error.detail).toContain(address)
  const text = printed(new Error('The link could not be kept.', { cause: error }))
  expect(text).toContain('The link could not be kept.')
  expect(text).toMatch(/duplicate key value violates unique constraint "held_pkey"/)
  expect(text).toContain('[23505]')
  expect(text).not.toContain(address)
})

test('prints every cause, also of several endpoints; a cycle of causes ends', () => {
  const first = new CannotCheckNowError('Endpoint 1 is silent.')
  const both = new AggregateError([first, new Error('Endpoint 2 lags.')], 'Nobody answered.')
  const text = printed(new Error('Not checked.', { cause: both }))
  for (const part of [
    'Not checked.',
    'Nobody answered.',
    'Endpoint 1 is silent.',
    '[cannot_check_now]',
    'Endpoint 2 lags.',
  ])
    expect(text).toContain(part)
  const circle = new Error('Round.')
  circle.cause = circle
  expect(printed(circle).match(/Error: Round\./g)).toHaveLength(5)
})

test('prints only texts of values that are not errors', () => {
  expect(printed('The clock stands.')).toBe('The clock stands.')
  expect(printed({ address: '0xa' })).toBe('thrown: object')
})
