import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { createSignInMessageText } from '@solana/wallet-standard-util'
import { createTestWallet } from '../../../packages/link/src/createTestHost.fixture.ts'
import { createBitcoinWallet, createSolanaWallet } from '../../../packages/link/src/verifiers/testWallets.fixture.ts'

// Emulates extensions as their documentation describes them, in the page of a test. Their keys stay outside the page.

export type Network = 'Ethereum' | 'Solana' | 'Bitcoin'

export type Extension = {
  readonly name: string
  /** Announced by EIP-6963, with `window.ethereum` of the same provider. */
  readonly eip1193?: { readonly rdns: string; readonly flags: readonly string[]; readonly isAlone?: boolean }
  /** Registered by the Wallet Standard. With `signsIn`, the wallet has `solana:signIn`, which can fail. */
  readonly solana?: { readonly version: string; readonly isArray?: boolean; readonly signsIn?: boolean | 'fails' }
  readonly bitcoin?: {
    readonly shape: 'xverse' | 'leather' | 'unisat'
    readonly path: string
    readonly kind: 'p2wpkh' | 'p2tr'
  }
  /** How the visitor, or the wallet, reacts to a request; 'approves' by default. */
  readonly answer?: 'approves' | 'rejects' | 'never'
  /** Announces itself only when the page calls `window.announceExtension`. */
  readonly isLate?: boolean
}

export type InstalledExtension = {
  readonly addresses: Readonly<Record<Network, string>>
  /** The texts that the extension signed, in order. */
  readonly signed: readonly string[]
}

const require = createRequire(import.meta.url)
/** The helper with which Wallet Standard wallets register. `registration` puts it in a page, as `window.registerWallet`. */
const helper = readFileSync(join(dirname(require.resolve('@wallet-standard/wallet')), 'register.js'), 'utf8')
export const registration = `{ const exports = {}; ${helper}\n window.registerWallet = exports.registerWallet }`

/**
 * Puts an extension into the pages that `page` opens from now on.
 * @param seed - the seed of its keys: the same seed gives the same accounts
 */
export async function installExtension(page: Page, extension: Extension, seed: number): Promise<InstalledExtension> {
  const keys = {
    Ethereum: createTestWallet(seed),
    Solana: createSolanaWallet(seed),
    Bitcoin: createBitcoinWallet(seed, extension.bitcoin?.kind ?? 'p2wpkh'),
  }
  const addresses = {
    Ethereum: keys.Ethereum.address,
    Solana: keys.Solana.address,
    Bitcoin: keys.Bitcoin.address,
  }
  const signed: string[] = []
  await page.exposeFunction('signWithExtension', async (network: Network, message: string) => {
    signed.push(message)
    return await keys[network].sign(message)
  })
  // The library that wallets are built with writes the text of a sign-in.
  await page.exposeFunction('writeSignIn', (input: Parameters<typeof createSignInMessageText>[0]) =>
    createSignInMessageText({ ...input, address: addresses.Solana }),
  )
  // One script, because several run in no defined order.
  const given = JSON.stringify({ extension, addresses })
  await page.addInitScript(`${registration};(${noticeLooks})();(${runExtension})(${given})`)
  return { addresses, signed }
}

/**
 * Records in `window.looked` that wallets of Solana and of Bitcoin have been looked for. Runs in the page, before any of its
 * code.
 */
export function noticeLooks(): void {
  const looked = { Solana: false, Bitcoin: false }
  let providers: unknown
  Object.assign(window, { looked })
  window.addEventListener('wallet-standard:app-ready', () => {
    looked.Solana = true
  })
  Object.defineProperty(window, 'btc_providers', {
    configurable: true,
    get() {
      looked.Bitcoin = true
      return providers
    },
    set(value) {
      providers = value
    },
  })
}

/**
 * Resolves once the modal has looked for wallets of every network. An earlier press would ask only the known wallets, because
 * the code for Solana and Bitcoin loads later.
 */
export async function untilLooked(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.values(Reflect.get(window, 'looked')).every(Boolean))
}

/** Runs in the page. */
function runExtension({
  extension,
  addresses,
}: {
  readonly extension: Extension
  readonly addresses: Readonly<Record<Network, string>>
}): void {
  const icon = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4='
  const refusal = Object.assign(new Error('User rejected the request.'), { code: 4001 })
  /** Settles as the visitor answers a prompt of the extension. */
  const prompt = <T>(approved: () => T | Promise<T>): Promise<T> => {
    if (extension.answer === 'rejects') return Promise.reject(refusal)
    return extension.answer === 'never' ? new Promise<T>(() => {}) : Promise.resolve().then(approved)
  }
  /** Phantom and Backpack reject, without a prompt, a sign-in text for another host than the page's. */
  const checksHost = ['Phantom', 'Backpack'].includes(extension.name)
  const sign = (network: string, message: string): Promise<string> => {
    const [, domain = location.host] = /^(\S+) wants you to sign in/.exec(message) ?? []
    if (checksHost && domain !== location.host)
      return Promise.reject(Object.assign(new Error('The domain is not that of the page.'), { code: -32_000 }))
    return Reflect.get(window, 'signWithExtension')(network, message)
  }
  const put = (path: string, value: object) => {
    const names = path.split('.')
    const last = names.pop() ?? path
    let place: object = window
    for (const name of names) {
      if (Reflect.get(place, name) === undefined) Reflect.set(place, name, {})
      place = Reflect.get(place, name)
    }
    Reflect.set(place, last, value)
  }

  function announceEthereum({ rdns, flags, isAlone }: NonNullable<Extension['eip1193']>): void {
    const provider = {
      ...Object.fromEntries(flags.map((flag) => [flag, true])),
      on() {},
      removeListener() {},
      async request({ method, params }: { readonly method: string; readonly params?: readonly string[] }) {
        if (method === 'eth_chainId') return '0x1'
        if (method === 'eth_accounts') return []
        // Wallets write addresses in lower case.
        if (method === 'eth_requestAccounts') return prompt(() => [addresses.Ethereum.toLowerCase()])
        if (method !== 'personal_sign') throw Object.assign(new Error('Method not supported.'), { code: 4200 })
        const bytes = (params?.[0] ?? '').match(/[\da-f]{2}/g)?.map((byte) => Number.parseInt(byte, 16)) ?? []
        return prompt(() => sign('Ethereum', new TextDecoder().decode(Uint8Array.from(bytes))))
      },
    }
    Reflect.set(window, 'ethereum', provider)
    if (isAlone === true) return
    const info = { uuid: crypto.randomUUID(), name: extension.name, icon, rdns }
    const announce = () =>
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
    window.addEventListener('eip6963:requestProvider', announce)
    announce()
  }

  function registerSolana({ version, isArray, signsIn }: NonNullable<Extension['solana']>): void {
    const accounts: object[] = []
    const chains = ['solana:mainnet', 'solana:devnet', 'solana:testnet']
    const account = {
      address: addresses.Solana,
      publicKey: new Uint8Array(32),
      chains,
      features: ['solana:signMessage'],
    }
    const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
    const bytesOf = (text: string) => {
      let number = 0n
      for (const letter of text) number = number * 58n + BigInt(alphabet.indexOf(letter))
      return Uint8Array.from(number.toString(16).padStart(128, '0').match(/../g) ?? [], (byte) =>
        Number.parseInt(byte, 16),
      )
    }
    Reflect.get(
      window,
      'registerWallet',
    )({
      version: '1.0.0',
      name: extension.name,
      icon,
      chains,
      accounts,
      features: {
        'standard:connect': {
          version: '1.0.0',
          connect: (input?: { readonly silent?: boolean }) =>
            input?.silent === true
              ? Promise.resolve({ accounts })
              : prompt(() => {
                  Reflect.set(window, 'connects', Number(Reflect.get(window, 'connects') ?? 0) + 1)
                  accounts.splice(0, 1, account)
                  return { accounts }
                }),
        },
        'standard:disconnect': { version: '1.0.0', disconnect: async () => {} },
        'standard:events': { version: '1.0.0', on: () => () => {} },
        'solana:signMessage': {
          version,
          signMessage: ({ message }: { readonly message: Uint8Array }) =>
            prompt(async () => {
              const signature = bytesOf(await sign('Solana', new TextDecoder().decode(message)))
              return [
                isArray === true
                  ? { signedMessage: [...message], signature: [...signature] }
                  : { signedMessage: message, signature, signatureType: 'ed25519' },
              ]
            }),
        },
        ...((signsIn ?? false) && {
          'solana:signIn': {
            version: '1.0.0',
            signIn: (input: object) =>
              prompt(async () => {
                if (signsIn === 'fails') throw new Error('ChainId mismatch')
                const text: string = await Reflect.get(window, 'writeSignIn')(input)
                const signature = bytesOf(await sign('Solana', text))
                accounts.splice(0, 1, account)
                return [{ account, signedMessage: new TextEncoder().encode(text), signature }]
              }),
          },
        }),
      },
    })
  }

  function putBitcoin({ shape, path, kind }: NonNullable<Extension['bitcoin']>): void {
    const address = addresses.Bitcoin
    const unknownMethod = { code: -32601, message: 'Method not found.' }
    const answer = (result: unknown) => ({ jsonrpc: '2.0', id: '1', result })
    if (shape === 'unisat') {
      put(path, {
        requestAccounts: () => prompt(() => [address]),
        signMessage: (message: string, type: string) =>
          prompt(() => (type === 'bip322-simple' ? sign('Bitcoin', message) : '')),
      })
      return
    }
    const isXverse = shape === 'xverse'
    put(path, {
      async request(method: string, params: { message: string; protocol?: string; paymentType?: string }) {
        if (method === (isXverse ? 'wallet_connect' : 'getAddresses'))
          return prompt(() =>
            answer({
              addresses: [
                {
                  address: '3JvL6Ymt8MVWiCNHC7oWU6nLeHNJKLZGLN',
                  purpose: 'payment',
                  type: 'p2sh',
                  addressType: 'p2sh',
                },
                { address, purpose: 'ordinals', symbol: 'BTC', type: kind, addressType: kind },
              ],
            }),
          )
        const isAsked =
          method === 'signMessage' && (isXverse ? params.protocol === 'BIP322' : params.paymentType === kind)
        if (!isAsked && isXverse) return { error: unknownMethod }
        if (!isAsked) throw Object.assign(new Error(unknownMethod.message), unknownMethod)
        return prompt(async () => answer({ address, signature: await sign('Bitcoin', params.message) }))
      },
    })
    if (!isXverse) return
    const methods = ['wallet_connect', 'getAccounts', 'signMessage']
    Reflect.set(window, 'btc_providers', [{ id: path, name: extension.name, icon, methods }])
  }

  const announce = () => {
    if (extension.eip1193 !== undefined) announceEthereum(extension.eip1193)
    if (extension.solana !== undefined) registerSolana(extension.solana)
    if (extension.bitcoin !== undefined) putBitcoin(extension.bitcoin)
  }
  Reflect.set(window, 'announceExtension', announce)
  if (extension.isLate !== true) announce()
}
