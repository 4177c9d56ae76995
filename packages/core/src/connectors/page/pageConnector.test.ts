import { EventEmitter } from 'node:events'
import { registerWallet } from '@wallet-standard/wallet'
import { onTestFinished } from 'vitest'
import { createBitcoinDiscovery } from '../../wallets/discovery/bitcoinDiscovery.ts'
import { createDiscovery } from '../../wallets/discovery/discovery.ts'
import { createStandardDiscovery } from '../../wallets/discovery/standardDiscovery.ts'
import { createBitcoinConnector } from './bitcoinConnector.ts'
import { createInjectedConnector } from './injected.ts'
import { testPageConnector, type WalletAnswers, type WalletMake } from './pageConnector.conformance.ts'
import { createStandardConnector } from './standardConnector.ts'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
const hex = `0x${'11'.repeat(65)}`

function listenersOf(events: EventEmitter): number {
  return events.eventNames().reduce((sum, name) => sum + events.listenerCount(name), 0)
}

const eip1193: WalletMake = {
  name: 'EIP-1193',
  accountId: 'eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb',
  otherAccountId: 'eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  signature: hex,
  signatureText: hex,
  open({ name, icon, answers, timers, onChange }) {
    const asked: string[] = []
    const scope = new EventTarget()
    const discovery = createDiscovery({ scope, onChange })
    const rdns = 'example.quay'
    const events = new EventEmitter()
    const provider = {
      on: events.on.bind(events),
      removeListener: events.removeListener.bind(events),
      request({ method, params }: { readonly method: string; readonly params?: readonly unknown[] }): unknown {
        asked.push(method)
        if (method === 'eth_requestAccounts') return answers.accounts()
        return method === 'eth_chainId' ? '0x1' : answers.signature(String(params?.[1]))
      },
    }
    return {
      asked,
      rdns,
      discovery,
      end: () => void events.emit('accountsChanged', []),
      resume: () => void events.emit('accountsChanged', ['0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb']),
      listeners: () => listenersOf(events),
      announce() {
        const detail = { info: { uuid: 'u1', name, icon, rdns }, provider }
        const tell = () => scope.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
        scope.addEventListener('eip6963:requestProvider', tell)
        tell()
      },
      connector: createInjectedConnector({ ...timers, chains: ['eip155:1'], discovery: () => discovery }),
    }
  },
}

const base64 = 'nDVBVRoeRbQiwAb3b15PjZqGeg4UIl17hTsDBLoN/jScmZiXS1f1uZIq0s7RM5Wa17drkuvnPN1ofjN6663iDA=='
const base58 = '48974CEUJTkeS2LsqNLkWKNLvFS1MHVaXJafRPeF7zoFyGLVmWWTKTXU317nd21Vkq7ohAmXyGXhUj2GzZ9zz4p3'

const walletStandard: WalletMake = {
  name: 'Wallet Standard',
  accountId: `${solana}:8sbwsw9cnbGTy8L4CN8guhQ4fU3T8D4Qiq71f72ECbKe`,
  otherAccountId: `${solana}:GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1`,
  signature: [{ signedMessage: new Uint8Array(), signature: Uint8Array.from(Buffer.from(base64, 'base64')) }],
  signatureText: base58,
  open({ name, icon, answers, timers, onChange }) {
    const asked: string[] = []
    const scope = new EventTarget()
    // The registration helper uses the global `window`.
    Object.defineProperty(globalThis, 'window', { value: scope, configurable: true })
    onTestFinished(() => void Reflect.deleteProperty(globalThis, 'window'))
    const discovery = createStandardDiscovery({ scope, onChange })
    const accountOf = (address: unknown) =>
      typeof address === 'string' ? { address, publicKey: new Uint8Array(32), chains: ['solana:mainnet'] } : address
    let accounts: readonly unknown[] = []
    const events = new EventEmitter()
    const wallet = {
      version: '1.0.0',
      name,
      icon,
      chains: ['solana:mainnet'],
      get accounts() {
        return accounts
      },
      features: {
        'standard:connect': {
          version: '1.0.0',
          connect() {
            asked.push('connect')
            const shared = answers.accounts()
            if (!Array.isArray(shared)) return shared
            accounts = shared.map(accountOf)
            return { accounts }
          },
        },
        'standard:events': {
          version: '1.0.0',
          on(name: string, listener: (change: object) => void) {
            events.on(name, listener)
            return () => events.off(name, listener)
          },
        },
        'solana:signMessage': {
          version: '1.0.0',
          signMessage({ account }: { readonly account: { readonly address: string } }) {
            asked.push('signMessage')
            return answers.signature(account.address)
          },
        },
      },
    }
    return {
      asked,
      rdns: 'standard-quay',
      discovery,
      end: () => void events.emit('change', { accounts: [] }),
      resume: () => void events.emit('change', { accounts }),
      listeners: () => listenersOf(events),
      announce: () => registerWallet(wallet as unknown as Parameters<typeof registerWallet>[0]),
      connector: createStandardConnector({
        ...timers,
        chains: [solana],
        discovery: () => ({ standardOf: discovery.walletOf, wallets: discovery.wallets }),
      }),
    }
  },
}

const witness = Buffer.from([2, 72, ...Array(72).fill(7), 33, ...Array(33).fill(3)]).toString('base64')

/** Creates one of two kinds of Bitcoin wallets: one method for all actions (WBIP-004), or one for each action (UniSat). */
function bitcoinMake(kind: string, providerOf: (answers: WalletAnswers, asked: string[]) => object): WalletMake {
  return {
    name: `Bitcoin, ${kind}`,
    accountId: `${bitcoin}:bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu`,
    otherAccountId: `${bitcoin}:bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr`,
    signature: witness,
    signatureText: witness,
    open({ name, icon, answers, timers, onChange }) {
      const asked: string[] = []
      const scope = new EventTarget()
      const discovery = createBitcoinDiscovery({ scope, onChange })
      const events = new EventEmitter()
      // WBIP-004 wallets have `addListener`, which returns the undo; UniSat's events are like Node's.
      const listening =
        kind === 'request'
          ? {
              addListener(name: string, listener: () => void) {
                events.on(name, listener)
                return () => events.off(name, listener)
              },
            }
          : { on: events.on.bind(events), removeListener: events.removeListener.bind(events) }
      const provider = { ...providerOf(answers, asked), ...listening }
      return {
        asked,
        rdns: 'bitcoin-quay',
        discovery,
        end: () => void events.emit('disconnect'),
        resume: () => void events.emit('connect', {}),
        listeners: () => listenersOf(events),
        announce() {
          Object.assign(scope, { quay: provider, btc_providers: [{ id: 'quay', name, icon }] })
          // These wallets send no announcement, so the page looks again when it has loaded.
          scope.dispatchEvent(new Event('load'))
        },
        connector: createBitcoinConnector({
          ...timers,
          chains: [bitcoin],
          discovery: () => ({ bitcoinOf: discovery.walletOf, wallets: discovery.wallets }),
        }),
      }
    },
  }
}

const requestMake = bitcoinMake('request', (answers, asked) => ({
  request(method: string, params?: { readonly address?: string }): unknown {
    asked.push(method)
    if (method === 'signMessage') return answers.signature(String(params?.address))
    return answers.accounts()
  },
}))

const unisatMake = bitcoinMake('UniSat', (answers, asked) => {
  // UniSat has one account at a time, and signs with it.
  let current = ''
  return {
    requestAccounts() {
      asked.push('requestAccounts')
      const accounts = answers.accounts()
      if (Array.isArray(accounts)) current = accounts.find((each) => /^bc1/.test(String(each))) ?? ''
      return accounts
    },
    getAccounts: () => [current],
    signMessage() {
      asked.push('signMessage')
      return answers.signature(current)
    },
  }
})

for (const make of [eip1193, walletStandard, requestMake, unisatMake]) testPageConnector(make)
