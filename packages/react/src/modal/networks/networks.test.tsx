// @vitest-environment happy-dom
import type { LinkerState } from '@hawser/core'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createScriptedLinker, galleryStates } from '../../linkerStates.fixture.ts'
import { formatPurposeMessages } from '../../messages/loadPurposeMessages.ts'
import { en } from '../../messages/modal/en.ts'
import { en as purposeTexts } from '../../messages/purposes/en.ts'
import { announcementOf } from '../announcement.ts'
import { LaterView } from '../later/LaterView.tsx'

afterEach(cleanup)

const withTexts = { ...en, ...formatPurposeMessages(purposeTexts).link }

function stateOf(name: string): LinkerState {
  const state = galleryStates[name]
  if (state === undefined) throw new Error(name)
  return state
}

function show(state: LinkerState, messages = withTexts) {
  const linker = createScriptedLinker(state)
  const { calls } = linker
  return { calls, ...render(<LaterView state={state} linker={linker} messages={messages} />) }
}

test('ChooseNetwork: the networks are a named list, in the linker’s order; one press chooses', async () => {
  const { calls } = show(stateOf('desktop.ChooseNetwork'))
  const list = await screen.findByRole('list', { name: 'Choose a network' })
  const buttons = within(list).getAllByRole('button')
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Ethereum', 'Solana', 'Bitcoin'])
  expect(screen.getByText('Harbour has accounts on several networks. Choose the one to use here.')).toBeTruthy()
  // The focus is on the heading, so that a screen reader reads it when the view appears.
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Choose a network' }))
  fireEvent.click(screen.getByRole('button', { name: 'Solana' }))
  fireEvent.click(screen.getByRole('button', { name: 'Back' }))
  const { listing } = Object(stateOf('desktop.ChooseNetwork').view)
  expect(calls).toEqual([['chooseWallet', listing, { namespace: 'solana' }], ['goBack']])
})

test('ChooseNetwork: the networks can be chosen without its texts too', async () => {
  show(stateOf('ios.ChooseNetwork'), en)
  expect(await screen.findByRole('list', { name: 'Harbour' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Bitcoin' })).toBeTruthy()
})

test('ChooseNetwork: a screen reader announces the choice', () => {
  const state = stateOf('desktop.ChooseNetwork')
  expect(announcementOf(state, withTexts)).toBe('Harbour has accounts on several networks. Choose the one to use here.')
  expect(announcementOf(state, en)).toBe('')
})

test('Linked: offers the wallet’s accounts on other networks beside Done, by one press each', () => {
  const { calls } = show(stateOf('desktop.Linked.otherNetworks'))
  const names = screen.getAllByRole('button').map((button) => button.textContent)
  expect(names.slice(-3)).toEqual([
    'Done',
    'Link your Solana account of Harbour too',
    'Link your Bitcoin account of Harbour too',
  ])
  fireEvent.click(screen.getByRole('button', { name: /Solana/ }))
  expect(calls).toMatchObject([['chooseWallet', { name: 'Harbour' }, { namespace: 'solana' }]])
})

test('Linked: offers nothing for a wallet with one network, or before its text is loaded', () => {
  const { unmount } = show(stateOf('desktop.Linked'))
  expect(screen.queryByRole('button', { name: /too$/ })).toBeNull()
  unmount()
  show(stateOf('desktop.Linked.otherNetworks'), en)
  expect(screen.queryByRole('button', { name: /too$/ })).toBeNull()
})
