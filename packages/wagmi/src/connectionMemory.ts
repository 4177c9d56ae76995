import type { ExtensionMemory } from '@hawser/core/provider'

/** The part of wagmi's storage that the connector uses. Its answers can be asynchronous, have another form, or fail. */
type WagmiStorage = {
  getItem(key: string): unknown
  setItem(key: string, value: unknown): unknown
  removeItem(key: string): unknown
}

/** The memory that survives a reload: that a wallet was connected, on which chain, and by which extension. */
export type ConnectionMemory = {
  /** Whether a choice is stored. Also true without a storage: then only the wallet knows. */
  isKept(): Promise<boolean>
  chain(): Promise<number | undefined>
  setChain(chainId: number): Promise<void>
  readonly extension: ExtensionMemory
  forget(): Promise<void>
}

/**
 * Creates the memory in wagmi's storage, under names that begin with the connector's id. A choice that cannot be stored is
 * lost.
 */
export function createConnectionMemory(storage: WagmiStorage | null | undefined, id: string): ConnectionMemory {
  const chainKey = `${id}.chainId`
  const extensionKey = `${id}.extension`

  async function attempt(use: () => unknown): Promise<unknown> {
    try {
      return await use()
    } catch {
      return undefined
    }
  }

  async function chain(): Promise<number | undefined> {
    const chainId = await attempt(() => storage?.getItem(chainKey))
    return typeof chainId === 'number' ? chainId : undefined
  }

  async function setExtension(rdns: string | undefined): Promise<void> {
    await attempt(() => (rdns === undefined ? storage?.removeItem(extensionKey) : storage?.setItem(extensionKey, rdns)))
  }

  return {
    isKept: async () => storage === null || storage === undefined || (await chain()) !== undefined,
    chain,
    async setChain(chainId) {
      await attempt(() => storage?.setItem(chainKey, chainId))
    },
    extension: {
      async get() {
        const rdns = await attempt(() => storage?.getItem(extensionKey))
        return typeof rdns === 'string' ? rdns : undefined
      },
      set: setExtension,
    },
    async forget() {
      await attempt(() => storage?.removeItem(chainKey))
      await setExtension(undefined)
    },
  }
}
