import { expect, test } from 'vitest'
import { BaseError } from './baseError.ts'

class PageOutdatedError extends BaseError {
  readonly code = 'page_outdated'
  readonly reason = 'gone'
}

test('BaseError: its name is its code, not the name of the class, which minifiers change', () => {
  class a extends BaseError {
    readonly code = 'rpc_url_missing'
  }
  expect(new a().name).toBe('RpcUrlMissingError')
  expect(String(new PageOutdatedError('Reload.'))).toBe('PageOutdatedError: Reload.')
})

test('BaseError: docsUrl is the full address of the code’s page', () => {
  const { docsUrl } = new PageOutdatedError()
  expect(new URL(docsUrl).href).toBe(docsUrl)
  expect(docsUrl).toMatch(/^https:.*\/errors\/page_outdated$/)
})

test('BaseError: JSON keeps name, code, message and a class’s own fields, never cause or stack', () => {
  expect(JSON.parse(JSON.stringify(new PageOutdatedError('Reload.', { cause: new Error('secret') })))).toEqual({
    name: 'PageOutdatedError',
    code: 'page_outdated',
    message: 'Reload.',
    reason: 'gone',
  })
})
