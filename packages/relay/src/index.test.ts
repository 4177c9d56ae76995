import { expect, test } from 'vitest'

test('@hawser/relay: its exports', async () => {
  expect(Object.keys(await import('./index.ts')).sort()).toMatchInlineSnapshot(`
    [
      "InvalidRelayOptionError",
      "MailboxFailedError",
      "MailboxInUseError",
      "MailboxLimitExceededError",
      "MailboxUnusableError",
      "PortTakenError",
      "SubscriberLimitExceededError",
      "createMemoryMailbox",
      "createRelay",
      "createSqliteMailbox",
    ]
  `)
})
