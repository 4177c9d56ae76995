import { createRegistry, createUnsignedBundle, loadListings } from '@hawser/registry'
import { expect, test } from 'vitest'
import { parseClassicList } from '../../packages/core/src/wallets/explorer/classicList.ts'

test('L2: the classic variant reads the registry’s answer to WalletConnect 1', async () => {
  const listings = loadListings()
  const publicUrl = 'https://registry.example'
  const registry = createRegistry({ bundle: createUnsignedBundle(listings), publicUrl })
  const answer = await registry.fetch(new Request(`${publicUrl}/api/v2/wallets`))
  const list = parseClassicList(await answer.json(), new URL(`${publicUrl}/api/v2/wallets`))
  expect(list.listings).toEqual(listings.map((listing) => ({ ...listing, imageId: undefined })))
  for (const { id, name } of listings) {
    const { shortName, imageUrl = '' } = list.details.get(id) ?? {}
    expect(shortName).toBe(name)
    const image = await registry.fetch(new Request(imageUrl))
    expect([image.status, image.headers.get('Content-Type')]).toEqual([200, 'image/svg+xml'])
  }
})
