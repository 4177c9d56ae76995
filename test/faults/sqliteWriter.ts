import { openSync, writeSync } from 'node:fs'
import { createSqliteMailbox } from '../../packages/relay/src/mailboxes/sqlite.ts'

// Puts and takes pairs of messages in a SQLite mailbox until the process is killed. Each pair is named in the ledger once the
// mailbox has promised it.
const [file = '', ledgerFile = ''] = process.argv.slice(2)
const ledger = openSync(ledgerFile, 'a')
const unlimited = { queuedMessages: 1e6, queuedLength: 1e9, keptLength: 1e9, clientMessages: 1e6, clientLength: 1e9 }
const mailbox = createSqliteMailbox({ file, limits: unlimited })
const perRound = 8

for (let round = 0; ; round += 1) {
  await Promise.all(
    Array.from({ length: perRound }, async (_, index) => {
      const name = `${round}.${index}`
      const pair = ['first', 'second'].map((half, place) => {
        const topic = (index + place * perRound).toString(16).padStart(64, '0')
        const message = `${name} ${half} `.padEnd(2_000, 'x')
        return { topic, message, ttlSeconds: 3_600, tag: 1108, prompt: false, attestation: '' }
      })
      const stored = await mailbox.put('dapp', pair)
      // The write is in the kernel when the call returns, so it survives a kill of this process.
      writeSync(ledger, `${name}\n`)
      if (round % 2 === 0) await mailbox.remove('wallet', stored)
    }),
  )
  if (round % 10 === 9) await mailbox.purge()
}
