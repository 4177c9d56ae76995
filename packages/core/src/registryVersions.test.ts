import { expect, test } from 'vitest'
import { createRegistryVersions, registryVersionsKey } from './registryVersions.ts'

const key = 'ab'.repeat(32)

function create(text?: string) {
  const values = new Map(text === undefined ? [] : [[registryVersionsKey, text]])
  const versions = createRegistryVersions({
    get: (name) => values.get(name),
    set: (name, value) => void values.set(name, value),
    remove: (name) => void values.delete(name),
  })
  return { values, versions }
}

test('T-104 the highest version of each key is kept, a lower one changes nothing', () => {
  const { values, versions } = create()
  expect(versions.highest(key)).toBe(0)
  versions.note(key, 3)
  versions.note(key, 2)
  expect(versions.highest(key)).toBe(3)
  expect([...values]).toEqual([['hawser.registryVersions', JSON.stringify({ [key]: 3 })]])
  // Another tab has seen more meanwhile.
  values.set(registryVersionsKey, JSON.stringify({ [key]: 9 }))
  expect(versions.highest(key)).toBe(9)
  versions.note(key, 8)
  expect(values.get(registryVersionsKey)).toContain(':9')
})

test('T-14 what has another form is removed by reading it', () => {
  for (const text of ['', '{', 'null', '[]', '{"a":1}', `{"${key}":"1"}`, `{"${key}":1.5}`, `{"__proto__":1}`]) {
    const { values, versions } = create(text)
    expect(versions.highest(key), text).toBe(0)
    expect(values.size, text).toBe(0)
  }
})

test('of too many keys the oldest are forgotten', () => {
  const { values, versions } = create()
  const keys = Array.from({ length: 40 }, (_, index) => index.toString(16).padStart(64, '0'))
  for (const each of keys) versions.note(each, 1)
  expect(Object.keys(JSON.parse(values.get(registryVersionsKey) ?? ''))).toEqual(keys.slice(-32))
})
