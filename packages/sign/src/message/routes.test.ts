import { expect, test } from 'vitest'
import { answerRoute, routes, type WcMethod } from './routes.ts'

test('answerRoute: a success has the tag after its request’s, and a refused proposal its own', () => {
  for (const method of Object.keys(routes) as WcMethod[]) {
    expect(answerRoute(method, 'result')).toEqual({ ...routes[method], tag: routes[method].tag + 1, prompt: false })
  }
  expect(answerRoute('wc_sessionPropose', 'error')).toMatchObject({ tag: 1120, ttlSeconds: 300 })
  expect(answerRoute('wc_sessionPropose', 'refusal')).toMatchObject({ tag: 1121, ttlSeconds: 300 })
  expect(answerRoute('wc_sessionRequest', 'error')).toMatchObject({ tag: 1109 })
  expect(answerRoute('wc_nothing', 'refusal')).toMatchObject({ tag: 0, ttlSeconds: 86_400 })
})
