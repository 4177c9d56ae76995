import { type AccountId, type AccountProof, type ChainId, isAccountId } from '@hawser/wire'
import { ExtensionFailedError, ExtensionMissingError } from '../../errors.ts'
import type { AnnouncedWallet } from '../../wallets/discovery/announcement.ts'
import { normalizeRdns } from '../../wallets/discovery/rdns.ts'
import { listenForDisconnect } from '../foreign/listenForDisconnect.ts'
import { decisionTimeoutMs, signatureTimeoutMs, withExtensionTimeout } from '../withExtensionTimeout.ts'
import type { PageConnector, RequestApproval } from './pageConnector.ts'

/** The options of a connector to wallets of this page. `Found` finds the wallets of one make. */
export type PageConnectorOptions<Found> = {
  /** Returns the wallets of this page. Undefined until the code that finds wallets is loaded. */
  readonly discovery: () => (Found & { wallets(): readonly AnnouncedWallet[] }) | undefined
  readonly chains: readonly ChainId[]
  readonly setTimer: (callback: () => void, delayMs: number) => () => void
  readonly now?: () => number
}

/** Waits for the answer to a method, for `patienceMs`. Default: the time that a person has to decide. */
export type RequestWithTimeout = <Answer>(
  method: string,
  answer: () => Promise<Answer>,
  patienceMs?: number,
) => Promise<Answer>

/** A text and the account that signs it. */
export type TextToSign = { readonly address: string; readonly message: string }

/** The accounts that a wallet shares, the account to prove first. `proof` is its proof, if the wallet gave it at once. */
export type SharedAccounts = {
  readonly accounts: readonly AccountId[]
  readonly proof?: Omit<AccountProof, 'walletName'> | undefined
}

/** The functions that ask a wallet, and the wallet's rdns. */
export type WalletRequestContext = {
  readonly rdns: string
  readonly ask: RequestWithTimeout
  readonly requestApproval: RequestApproval | undefined
}

/** The code for one make of wallets. */
export type PageWalletProtocol<Found, Wallet> = {
  find(found: Found, rdns: string): Wallet | undefined
  /** The object that emits the wallet's events. */
  emitterOf(wallet: Wallet): unknown
  /** @throws AccountNotGrantedError - the wallet shares no account that the page can use */
  connect(wallet: Wallet, asking: WalletRequestContext): Promise<SharedAccounts>
  sign(wallet: Wallet, text: TextToSign, ask: RequestWithTimeout): Promise<unknown>
  /** Returns the signature in the answer of `sign`, in the form that the link API accepts. Throws if there is no signature. */
  readSignature(answer: unknown, text: TextToSign): string | Promise<string>
}

// An answer may be on its way when the wallet reports the end of its connection.
const lastWordMs = 3_000
// More accounts than any visitor grants one page.
const maxAccounts = 100

/** Creates the connector to wallets of one make. It sends no request before `connect`. */
export function createPageConnector<Found, Wallet>(
  { discovery, setTimer, now = Date.now }: PageConnectorOptions<Found>,
  make: PageWalletProtocol<Found, Wallet>,
): PageConnector {
  function find(rdns: string): Wallet {
    const found = discovery()
    const wallet = found && make.find(found, rdns)
    if (wallet !== undefined) return wallet
    throw new ExtensionMissingError('The wallet has left this page. Reload it.')
  }

  function nameOf(rdns: string): string {
    const wallets = discovery()?.wallets() ?? []
    return wallets.find((wallet) => wallet.rdns === normalizeRdns(rdns))?.name ?? rdns
  }

  /** Watches for the end of a connection: wallets that lock or disconnect never answer their pending requests. */
  function watchEnd(wallet: Wallet) {
    let stop = () => {}
    const reached = new Promise<never>((_, reject) => {
      let cancel = () => {}
      const fail = () =>
        reject(new ExtensionFailedError('The wallet ended its connection. Unlock it or reload the page.'))
      const forget = listenForDisconnect(make.emitterOf(wallet), (hasEnded) => {
        cancel()
        if (hasEnded) cancel = setTimer(fail, lastWordMs)
      })
      stop = () => {
        cancel()
        forget()
      }
    })
    // Between two requests no caller handles the rejection.
    reached.catch(() => {})
    return { reached, stop }
  }

  return {
    async connect({ rdns, requestApproval, signal }) {
      const ask: RequestWithTimeout = (method, answer, patienceMs = decisionTimeoutMs) =>
        withExtensionTimeout({ signal, setTimer }, method, patienceMs, answer)
      // The list can change while the wallet is asked.
      const walletName = nameOf(rdns)
      const { accounts, proof } = await make.connect(find(rdns), { rdns, ask, requestApproval })
      const [accountId] = accounts
      if (accountId === undefined) throw new ExtensionFailedError('The wallet answered without a valid account.')
      return { walletName, accountId, accounts, ...(proof && { proof: { ...proof, walletName } }) }
    },
    async signMessage({ rdns, accountId, message, expiresAt, signal }) {
      const text = { address: accountId.slice(accountId.lastIndexOf(':') + 1), message }
      const wallet = find(rdns)
      const end = watchEnd(wallet)
      const ask: RequestWithTimeout = (method, answer, patienceMs = signatureTimeoutMs(expiresAt, now())) =>
        withExtensionTimeout({ signal, setTimer }, method, patienceMs, () => Promise.race([answer(), end.reached]))
      const answer = await make.sign(wallet, text, ask).finally(end.stop)
      try {
        return await make.readSignature(answer, text)
      } catch {
        // The error is dropped, because its message can contain anything.
        throw new ExtensionFailedError('The wallet answered without a valid signature.')
      }
    },
  }
}

/** Returns the accounts of these addresses on these chains, chain by chain. */
export function accountsOn(chains: readonly ChainId[], addresses: readonly string[]): readonly AccountId[] {
  const each = [...new Set(addresses)].slice(0, maxAccounts)
  return chains.flatMap((chain) => each.map((address) => `${chain}:${address}`)).filter(isAccountId)
}
