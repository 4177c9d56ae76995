import { expect, test } from 'vitest'
import { createRegistryVersions, registryVersionsKey } from './versions.ts'

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

test('T-104 keeps the highest version of each key, and refuses a lower one', () => {
  const { values, versions } = create()
  expect(versions.accept(key, 3)).toBe(true)
  expect(versions.accept(key, 2)).toBe(false)
  expect(versions.accept(key, 3)).toBe(true)
  expect([...values]).toEqual([['hawser.registryVersions', JSON.stringify({ [key]: 3 })]])
  // Another tab has seen a later version in the meantime.
  values.set(registryVersionsKey, JSON.stringify({ [key]: 9 }))
  expect(versions.accept(key, 8)).toBe(false)
  expect(values.get(registryVersionsKey)).toContain(':9')
  // A version seen in this page counts even without its stored record.
  values.clear()
  expect(versions.accept(key, 2)).toBe(false)
  expect(versions.accept(key, 4)).toBe(true)
})

test('T-14 does not believe a version that no registry has reached: the signed one counts', () => {
  for (const poison of [1_000_008, 2_000_000_000_000, Number.MAX_SAFE_INTEGER]) {
    const { values, versions } = create(JSON.stringify({ [key]: poison }))
    expect(versions.accept(key, 7), `${poison}`).toBe(true)
    expect([...values]).toEqual([[registryVersionsKey, JSON.stringify({ [key]: 7 })]])
    expect(versions.accept(key, 6)).toBe(false)
  }
  expect(create(JSON.stringify({ [key]: 1_000_007 })).versions.accept(key, 7)).toBe(false)
})

test('T-14 replaces a value of another form', () => {
  for (const text of ['', '{', 'null', '[]', '{"a":1}', `{"${key}":"1"}`, `{"${key}":1.5}`, `{"__proto__":1}`]) {
    const { values, versions } = create(text)
    expect(versions.accept(key, 1), text).toBe(true)
    expect([...values], text).toEqual([[registryVersionsKey, JSON.stringify({ [key]: 1 })]])
  }
})

test('forgets the oldest of too many keys', () => {
  const { values, versions } = create()
  const keys = Array.from({ length: 40 }, (_, index) => index.toString(16).padStart(64, '0'))
  for (const each of keys) versions.accept(each, 1)
  expect(Object.keys(JSON.parse(values.get(registryVersionsKey) ?? ''))).toEqual(keys.slice(-32))
})
