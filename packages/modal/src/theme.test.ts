import { createLinker } from '@hawser/core'
import { expect, test } from 'vitest'
import { withTheme } from './theme.ts'

function makeLinker() {
  return createLinker({
    relay: { url: 'ws://localhost:1' },
    metadata: { name: '', description: '', url: '', icons: [] },
    chains: ['eip155:1'],
    modal: { themeMode: 'light', enableExplorer: false },
  })
}

test('withTheme: without a theme the state is the linker’s own', () => {
  const plain = makeLinker()
  expect(withTheme(plain).linker.getState()).toBe(plain.getState())
})

test('withTheme: applies a theme at once, over the options; one snapshot until a change', () => {
  const plain = makeLinker()
  const { linker, setTheme } = withTheme(plain)
  let toldCount = 0
  const unsubscribe = linker.subscribe(() => {
    toldCount += 1
  })
  setTheme({ themeMode: 'dark' })
  expect(toldCount).toBe(1)
  expect(linker.getState().options).toEqual({ themeMode: 'dark', enableExplorer: false })
  expect(linker.getState()).toBe(linker.getState())
  expect(plain.getState().options.themeMode).toBe('light')

  linker.open()
  expect(linker.getState().flow.status).toBe('choosing')
  expect(linker.getState().options.themeMode).toBe('dark')
  expect(toldCount).toBe(2)

  unsubscribe()
  setTheme({ theme: 'ink', themeVariables: { '--hawser-accent': 'red' } })
  expect(toldCount).toBe(2)
  expect(linker.getState().options).toMatchObject({
    themeMode: 'dark',
    theme: 'ink',
    themeVariables: { '--hawser-accent': 'red' },
  })
  linker.stop()
})
