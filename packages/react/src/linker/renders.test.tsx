// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, expect, test } from 'vitest'
import { LinkButton } from '../button/LinkButton.tsx'
import { ready } from '../linkedWallets/linkedWalletsStates.fixture.ts'
import { useLinkedWallets } from '../linkedWallets/useLinkedWallets.ts'
import { closed, createScriptedLinker, scanning } from '../linkerStates.fixture.ts'
import { LinkerProvider } from '../provider/LinkerProvider.tsx'
import { useLinker } from './useLinker.ts'

afterEach(cleanup)

function List() {
  return <output>{useLinkedWallets().wallets.length}</output>
}

function Status() {
  return <output>{useLinker((state) => state.flow.status)}</output>
}

test('renders only the code while it counts down for ten seconds', () => {
  const linker = createScriptedLinker({ ...closed, linkedWallets: ready })
  const renders: string[] = []
  const note = (id: string) => void renders.push(id)
  render(
    <LinkerProvider linker={linker}>
      {[LinkButton, List, Status].map((Part) => (
        <Profiler key={Part.name} id={Part.name} onRender={note}>
          <Part />
        </Profiler>
      ))}
    </LinkerProvider>,
  )
  const state = { ...scanning, linkedWallets: ready }
  act(() => linker.show(state))
  expect(renders).toContain('Status')
  renders.length = 0
  for (let second = 1; second <= 10; second += 1)
    act(() => linker.show({ ...state, codeSecondsLeft: (state.codeSecondsLeft ?? 0) - second }))
  expect(renders).toEqual([])
  act(() => linker.show({ ...closed, linkedWallets: { ...ready, wallets: [] } }))
  expect(renders.toSorted()).toEqual(['List', 'Status'])
})

test('useLinker: keeps one linker, and selecting an object causes no endless loop', () => {
  const linker = createScriptedLinker(closed)
  const seen: unknown[] = []
  function Part() {
    seen.push(useLinker())
    const { relay } = useLinker(({ relay }) => ({ relay }))
    return <output>{relay}</output>
  }
  const { container } = render(
    <LinkerProvider linker={linker}>
      <Part />
    </LinkerProvider>,
  )
  act(() => linker.show({ ...closed, relay: 'slow' }))
  expect(container.textContent).toContain('slow')
  expect(new Set(seen).size).toBe(1)
})
