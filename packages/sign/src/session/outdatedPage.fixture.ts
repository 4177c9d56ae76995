import { rmSync } from 'node:fs'
import { createHandmadeWallet } from '../testing/handmadeWallet.fixture.ts'
import { asked, createTestClients, granted, next } from '../testing/testClients.fixture.ts'

// A page that lost its chunks to a deployment. Runs as its own program from a bundle, and prints the events that its
// dapp still gets.

const isRestored = process.argv[2] === 'restored'
const house = createTestClients()
const proposed = await house.dapp.propose({ optionalNamespaces: asked })
const wallet = await createHandmadeWallet(house, proposed)
wallet.settle(granted)
await proposed.approval
let dapp = house.dapp
if (isRestored) {
  await dapp.stop()
  dapp = house.create(house.storages.dapp)
  await dapp.ready()
}
await house.clock.advance(60_000)
// Each chunk records that it ran (outdatedPage.test.ts). The bound ends a run in which the chunk never loads.
for (let turns = 0; turns < 1000 && !Reflect.get(globalThis, 'ranChunks').includes('sessionChanges'); turns += 1)
  await new Promise((resolve) => setImmediate(resolve))
rmSync(new URL('chunks', import.meta.url), { recursive: true })

const heard = Promise.race([next(dapp, 'sessionEvent'), next(dapp, 'failure')])
// A chain id as some wallets spell it. The code that reads such ids is also in its own chunk.
wallet.say('wc_sessionEvent', { chainId: '1', event: { name: 'chainChanged', data: '0x1' } })
const event = await heard
const changed = Promise.race([next(dapp, 'sessionUpdated'), next(dapp, 'failure')])
wallet.say('wc_sessionUpdate', { namespaces: granted })
const update = await changed
process.stdout.write(JSON.stringify([event, update].map((told) => ('topic' in told ? 'heard' : told.code))))
await house.stop()
