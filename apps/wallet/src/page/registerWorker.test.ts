import { expect, test } from 'vitest'
import { registerWorker } from './registerWorker.ts'

test('registerWorker: starts the wallet’s own worker through a policy that allows no other', async () => {
  const registered: string[] = []
  const refused: string[] = []
  await registerWorker(
    { register: async (url) => void registered.push(url) },
    {
      createPolicy(name, { createScriptURL }) {
        expect(name).toBe('hawser-wallet')
        expect(() => createScriptURL('/other.js')).toThrow(TypeError)
        refused.push('/other.js')
        return { createScriptURL }
      },
    },
  )
  expect(registered).toEqual(['/sw.js'])
  expect(refused).toEqual(['/other.js'])
})

test('registerWorker: works without workers, without Trusted Types, and if the browser refuses', async () => {
  await registerWorker(undefined, undefined)
  const registered: string[] = []
  await registerWorker({ register: async (url) => void registered.push(url) }, undefined)
  expect(registered).toEqual(['/sw.js'])
  await registerWorker({ register: () => Promise.reject(new Error('no site data')) }, undefined)
})
