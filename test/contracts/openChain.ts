import {
  type Address,
  createTestClient,
  type Hex,
  http,
  type PrivateKeyAccount,
  publicActions,
  walletActions,
} from 'viem'
import { foundry } from 'viem/chains'
import { expect } from 'vitest'
import { anvilAccount } from './startAnvil.ts'

export type Chain = ReturnType<typeof openChain>

/** Opens a client of the anvil at this address. The client can also deploy code. */
export function openChain(url: string) {
  const client = createTestClient({ mode: 'anvil', chain: foundry, transport: http(url), pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions)
  const send = async (transaction: Parameters<typeof client.sendTransaction>[0]) => {
    const hash = await client.sendTransaction(transaction)
    return client.waitForTransactionReceipt({ hash })
  }
  const fromAnvil = { account: anvilAccount, gas: 2_000_000n } as const
  let places = 0
  return {
    ...client,
    deploy: async (data: Hex): Promise<Address> => (await send({ ...fromAnvil, data })).contractAddress ?? '0x',
    sendTo: (to: Address, data: Hex) => send({ ...fromAnvil, to, data }),
    /** Places code at a new address. */
    async place(runtime: string): Promise<Address> {
      places += 1
      const address: Address = `0x${(0xc0de0000 + places).toString(16).padStart(40, '0')}`
      await client.setCode({ address, bytecode: `0x${runtime}` })
      return address
    },
    /** Makes a key's account run the code of a contract (EIP-7702). */
    async delegate(key: PrivateKeyAccount, code: Address): Promise<void> {
      await client.setBalance({ address: key.address, value: 10n ** 18n })
      const authorization = await key.signAuthorization({ address: code, chainId: 31_337, nonce: 1 })
      await send({ account: key, to: key.address, authorizationList: [authorization], gas: 200_000n })
      expect(await client.getCode({ address: key.address })).toBe(`0xef0100${code.slice(2)}`.toLowerCase())
    },
  }
}
