import {
  AccountNotGrantedError,
  ExtensionBusyError,
  ExtensionDeclinedError,
  ExtensionFailedError,
  WalletCannotSignError,
} from '../../errors.ts'
import { readField, readList } from '../../platform/readField.ts'
import type { StandardWallet } from '../../wallets/discovery/standardWallet.ts'
import type { Refusal } from '../foreign/refusal.ts'
import { requestFromExtension } from '../foreign/requestFromExtension.ts'
import { readSolanaSignature } from '../solanaSigning.ts'
import { accountsOn, createPageConnector, type PageConnectorOptions } from './createPageConnector.ts'
import type { PageConnector } from './pageConnector.ts'
import { signInWithSolana } from './solanaSignIn.ts'

type FindsStandard = { standardOf(rdns: string): StandardWallet | undefined }

/** Creates the connector to wallets of the Wallet Standard, for Solana accounts. It sends no request before `connect`. */
export function createStandardConnector(options: PageConnectorOptions<FindsStandard>): PageConnector {
  const solanaChains = options.chains.filter((chain) => chain.startsWith('solana:'))
  return createPageConnector<FindsStandard, StandardWallet>(options, {
    find: (discovery, rdns) => discovery.standardOf(rdns),
    emitterOf: ({ emitter }) => emitter,
    async connect(wallet, asking) {
      const { signIn } = wallet
      const signedIn =
        signIn && (await signInWithSolana(asking, solanaChains, (input) => answerOf(() => signIn(input)), readAddress))
      if (signedIn !== undefined) return signedIn
      const answer = await asking.ask('standard:connect', () => answerOf(wallet.connect))
      // The shared accounts are in the answer, or only in the wallet's own list.
      const given = [...readList(readField(answer, 'accounts')), ...readList(wallet.accounts())]
      const sorted = [...given.filter(signsMessages), ...given.filter((each) => !signsMessages(each))]
      const accounts = accountsOn(solanaChains, sorted.flatMap(readAddress))
      if (accounts.length === 0) throw new AccountNotGrantedError('The wallet shared no account of Solana.')
      return { accounts }
    },
    async sign(wallet, { message, address }, ask) {
      const find = (accounts: unknown) => readList(accounts).find((each) => readAddress(each)[0] === address)
      let account = find(wallet.accounts())
      // A wallet that has locked in the meantime, or that signed in without keeping the shared accounts, is asked for
      // its accounts again. They are in the answer, or only in the wallet's own list.
      if (account === undefined) {
        const answer = await ask('standard:connect', () => answerOf(wallet.connect))
        account = find(readField(answer, 'accounts')) ?? find(wallet.accounts())
      }
      if (account === undefined)
        throw new AccountNotGrantedError('The wallet does not share this account with the page any more.')
      const bytes = new TextEncoder().encode(message)
      return ask('solana:signMessage', () => answerOf(() => wallet.signMessage({ account, message: bytes }), true))
    },
    readSignature: readSolanaSignature,
  })
}

/** Whether an account does not say that it cannot sign messages, as that of a hardware wallet can. */
function signsMessages(account: unknown): boolean {
  const features = readList(readField(account, 'features'))
  return features.length === 0 || features.includes('solana:signMessage')
}

function answerOf(request: () => unknown, mayLack?: boolean): Promise<unknown> {
  return requestFromExtension({ request }, undefined, describeRefusal, mayLack)
}

/**
 * The standard defines no codes: wallets throw those of EIP-1193, or only a message. The message is dropped, because it
 * can contain anything.
 */
function describeRefusal({ code }: Refusal): Error {
  if (code === 4001) return new ExtensionDeclinedError('The request was declined in the wallet.')
  if (code === -32_002) return new ExtensionBusyError('A request is already waiting in the wallet. Open it there.')
  if (code === 4100) return new AccountNotGrantedError('The wallet does not share this account with the page any more.')
  if ([4200, -32_601, -32_004].some((each) => each === code))
    return new WalletCannotSignError('The wallet cannot sign a message with this account.')
  return new ExtensionFailedError('The wallet failed. Unlock it or reload the page, then try again.')
}

/** Reads the Solana address of an account, if the account claims to have one. */
function readAddress(account: unknown): readonly string[] {
  const address = readField(account, 'address')
  if (typeof address !== 'string' || !/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return []
  const chains = readList(readField(account, 'chains'))
  const isSolana =
    chains.length === 0 || chains.some((chain) => typeof chain === 'string' && chain.startsWith('solana:'))
  return isSolana ? [address] : []
}
