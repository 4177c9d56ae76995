import { test } from 'vitest'
import { checkLanguages } from './checkLanguages.fixture.ts'
import { loadSessionsMessages } from './loadSessionsMessages.ts'
import { en } from './sessions/en.ts'

test('C12: the list of connected wallets in all twenty languages, English for every other', async () => {
  const buttons = { retry: 20, disconnect: 20, disconnectAll: 20, cancel: 20, dismiss: 20 }
  await checkLanguages(loadSessionsMessages, en, buttons)
})
