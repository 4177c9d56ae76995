import type { Session } from '@hawser/sign'
import { InvalidSeedPhraseError } from '../../errors.ts'
import { accountOf, type HeldAccount, isSeenBy } from '../accounts/account.ts'
import type { Keyring } from '../accounts/keyring.ts'
import type { AwaitedEffect, Failure, WalletEffect, WalletEvent } from '../flow/walletState.ts'

/** What is done to the accounts. */
export type AccountEffect = Extract<
  WalletEffect,
  { type: 'addAccount' | 'importPhrase' | 'renameAccount' | 'removeAccount' | 'readPhrase' | 'renewAccount' }
>

/** Runs the effects that change the accounts, and reports how they end. */
export function createAccountEffects(options: {
  readonly keyring: Keyring
  readonly send: (event: WalletEvent) => void
  readonly accounts: () => readonly HeldAccount[]
  readonly showAccounts: (accounts: readonly HeldAccount[]) => void
  /** Ends the sessions it says yes to. It never fails: an app that cannot be told now finds out when it asks. */
  readonly endSessions: (isOver: (session: Session) => boolean) => Promise<void>
  readonly toFailure: (error: unknown) => Failure
}) {
  const { keyring, send, endSessions } = options

  const change = async (effect: AwaitedEffect, action: () => Promise<readonly HeldAccount[]>): Promise<void> => {
    try {
      options.showAccounts(await action())
    } catch (error) {
      if (error instanceof InvalidSeedPhraseError) send({ type: 'importRefused', problem: error.reason })
      else send({ type: 'effectFailed', effect, failure: options.toFailure(error) })
    }
  }

  return (effect: AccountEffect): Promise<void> | void => {
    switch (effect.type) {
      case 'addAccount':
        return change('addAccount', () => keyring.add())
      case 'importPhrase':
        return change('importPhrase', () => keyring.importPhrase(effect.text))
      case 'renameAccount':
        return change('renameAccount', () => keyring.rename(effect.address, effect.name))
      case 'removeAccount':
        return change('removeAccount', async () => {
          const account = accountOf(options.accounts(), effect.address)
          await endSessions((session) => account !== undefined && isSeenBy(account, session))
          return keyring.remove(effect.address)
        })
      case 'renewAccount':
        return change('renewAccount', async () => {
          await endSessions(() => true)
          return keyring.renew()
        })
      case 'readPhrase': {
        const phrase = keyring.phraseOf(effect.address)
        if (phrase !== undefined) send({ type: 'phraseRead', words: phrase.split(' ') })
      }
    }
  }
}
