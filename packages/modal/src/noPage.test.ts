import { expect, test } from 'vitest'
import { createModal, QRCodeModal, WalletConnectModal } from './index.ts'

// Runs in Node, without a document, like the code of a server that renders the page.
const uri = `wc:${'ab'.repeat(32)}@2?relay-protocol=irn&symKey=${'cd'.repeat(32)}`

test('SSR: imports and creates everything on a server; opening reports the missing page', async () => {
  const modal = createModal({
    relay: { url: 'wss://relay.example' },
    metadata: { name: 'Host', description: '', url: 'https://app.example', icons: [] },
    chains: ['eip155:1'],
  })
  await expect(modal.open()).rejects.toMatchObject({ code: 'no_page' })
  expect(modal.getState().flow.status).toBe('closed')
  modal.stop()

  const dropIn = new WalletConnectModal()
  await expect(dropIn.openModal({ uri })).rejects.toMatchObject({ code: 'no_page' })
  dropIn.closeModal()
  dropIn.stop()
})

test('T-60 under Node the older API prints nothing and calls back', async () => {
  const printed: unknown[] = []
  const { log } = console
  console.log = (...args) => printed.push(args)
  try {
    await new Promise<void>((resolve) => QRCodeModal.open(uri, resolve))
  } finally {
    console.log = log
  }
  expect(printed).toEqual([])
})
