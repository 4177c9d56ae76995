import type { AuthenticatingClient, Session } from '@hawser/sign'
import { InvalidSeedPhraseError } from '../../errors.ts'
import { accountOf, isSeenBy, type SigningAccount } from '../accounts/account.ts'
import type { Keyring } from '../accounts/keyring.ts'
import type { ConnectedSession, EffectRunner, Send } from '../flow/walletState.ts'
import { toFailure } from './toFailure.ts'

/** Stores and changes the accounts, and reports the result. */
export function createAccountEffects(options: {
  readonly keyring: Keyring
  readonly send: Send
  /** Undefined until the wallet has loaded. */
  readonly client: () => Pick<AuthenticatingClient, 'sessions' | 'disconnect'> | undefined
  readonly sessions: () => readonly ConnectedSession[]
}) {
  const { keyring, send, client, sessions } = options
  let accounts: readonly SigningAccount[] = []

  const show = (held: readonly SigningAccount[]): void => {
    accounts = held
    const shown = held.map(({ signers: _, ...account }) => account)
    send({ type: 'accountsLoaded', accounts: shown, sessions: sessions() })
  }

  const change = async (action: () => Promise<readonly SigningAccount[]>): Promise<void> => {
    try {
      show(await action())
    } catch (error) {
      if (error instanceof InvalidSeedPhraseError) send({ type: 'importRefused', problem: error.reason })
      else send({ type: 'effectFailed', effect: 'accounts', failure: toFailure(error) })
    }
  }

  /** Ends sessions. Never fails: an unreachable app learns of the end at its next request. */
  const endSessions = async (isOver: (session: Session) => boolean): Promise<void> => {
    await Promise.allSettled(
      sessions()
        .filter(isOver)
        .map(({ topic }) => client()?.disconnect({ topic })),
    )
  }

  const effects = {
    addAccount: () => change(() => keyring.add()),
    importPhrase: ({ text }) => change(() => keyring.importPhrase(text)),
    renameAccount: ({ address, name }) => change(() => keyring.rename(address, name)),
    removeAccount: ({ address }) =>
      change(async () => {
        const account = accountOf(accounts, address)
        await endSessions((session) => account !== undefined && isSeenBy(account, session))
        return keyring.remove(address)
      }),
    renewAccount: () =>
      change(async () => {
        await endSessions(() => true)
        return keyring.renew()
      }),
    readPhrase({ address }) {
      const phrase = keyring.phraseOf(address)
      if (phrase !== undefined) send({ type: 'phraseRead', words: phrase.split(' ') })
    },
  } satisfies Partial<EffectRunner>

  return {
    /** Empty until the accounts are loaded. */
    accounts: () => accounts,
    /** @throws AccountUnreadableError */
    load: async (): Promise<void> => show(await keyring.load()),
    effects,
  }
}
