import { test } from 'vitest'
import { checkLanguages } from './checkLanguages.fixture.ts'
import { en } from './linkedWallets/en.ts'
import { loadLinkedWalletsMessages } from './loadLinkedWalletsMessages.ts'

test('C12: the list of linked wallets in all twenty languages, English for every other', async () => {
  const row = { setPrimary: 24, rename: 24, unlink: 24, linkAgain: 24, sign: 24 }
  await checkLanguages(loadLinkedWalletsMessages, en, { ...row, retry: 24, save: 24, keep: 24, older: 24 })
})
