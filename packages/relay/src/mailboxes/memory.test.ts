import { testMailbox } from './mailbox.conformance.ts'
import { createMemoryMailbox } from './memory.ts'

testMailbox('memory', async (options) => createMemoryMailbox(options))
