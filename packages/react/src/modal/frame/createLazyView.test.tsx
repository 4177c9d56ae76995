// @vitest-environment happy-dom
import { ClientUnavailableError } from '@hawser/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { choosing, createScriptedLinker } from '../../linkerStates.fixture.ts'
import { en } from '../../messages/modal/en.ts'
import { createLazyView } from './createLazyView.tsx'
import type { ViewProps } from './viewProps.ts'

afterEach(cleanup)

test('a late view: its frame at once, Retry if its code fails to load, then the view', async () => {
  const linker = createScriptedLinker(choosing)
  let isAway = true
  const Late = createLazyView<ViewProps>(
    async () => {
      if (isAway) throw new ClientUnavailableError('No network.')
      return ({ messages }) => <p>{messages.done}</p>
    },
    ({ messages }) => messages.usePhone,
  )
  render(<Late state={choosing} linker={linker} messages={en} />)
  expect(screen.getByRole('heading', { name: en.usePhone })).toBeTruthy()
  expect(document.querySelector('[aria-busy="true"]')).toBeTruthy()
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(document.querySelector('[aria-busy="true"]')).toBeNull()
  isAway = false
  fireEvent.click(screen.getByRole('button', { name: en.retry }))
  expect(await screen.findByText(en.done)).toBeTruthy()
  expect(screen.queryByRole('heading', { name: en.usePhone })).toBeNull()
})
