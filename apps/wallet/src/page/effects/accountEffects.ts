import type { AuthenticatingClient, Session } from '@hawser/sign'
import { InvalidSeedPhraseError } from '../../errors.ts'
import { accountOf, type HeldAccount, isSeenBy } from '../accounts/account.ts'
import type { Keyring } from '../accounts/keyring.ts'
import type { Send } from '../flow/send.ts'
import type { AwaitedEffect, Failure, WalletEffect } from '../flow/walletState.ts'

/** What is done to the accounts. */
export type AccountEffect = Extract<
  WalletEffect,
  { type: 'addAccount' | 'importPhrase' | 'renameAccount' | 'removeAccount' | 'readPhrase' | 'renewAccount' }
>

/** Holds the accounts, runs the effects that change them, and reports how those end. */
export function createAccountEffects(options: {
  readonly keyring: Keyring
  readonly send: Send
  /** Undefined until the wallet has loaded. */
  readonly client: () => Pick<AuthenticatingClient, 'sessions' | 'disconnect'> | undefined
  readonly toFailure: (error: unknown) => Failure
}) {
  const { keyring, send, client } = options
  let accounts: readonly HeldAccount[] = []

  const show = (held: readonly HeldAccount[]): void => {
    accounts = held
    const shown = held.map(({ signers: _, ...account }) => account)
    send({ type: 'accountsLoaded', accounts: shown, sessions: client()?.sessions() ?? [] })
  }

  const change = async (effect: AwaitedEffect, action: () => Promise<readonly HeldAccount[]>): Promise<void> => {
    try {
      show(await action())
    } catch (error) {
      if (error instanceof InvalidSeedPhraseError) send({ type: 'importRefused', problem: error.reason })
      else send({ type: 'effectFailed', effect, failure: options.toFailure(error) })
    }
  }

  /** Never fails: an app that cannot be told now finds out when it asks. */
  const endSessions = async (isOver: (session: Session) => boolean): Promise<void> => {
    const over = (client()?.sessions() ?? []).filter(isOver)
    await Promise.allSettled(over.map(({ topic }) => client()?.disconnect({ topic })))
  }

  const run = (effect: AccountEffect): Promise<void> | void => {
    switch (effect.type) {
      case 'addAccount':
        return change('addAccount', () => keyring.add())
      case 'importPhrase':
        return change('importPhrase', () => keyring.importPhrase(effect.text))
      case 'renameAccount':
        return change('renameAccount', () => keyring.rename(effect.address, effect.name))
      case 'removeAccount':
        return change('removeAccount', async () => {
          const account = accountOf(accounts, effect.address)
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

  return {
    /** Empty until they are loaded. */
    accounts: () => accounts,
    /** @throws AccountUnreadableError */
    load: async (): Promise<void> => show(await keyring.load()),
    run,
  }
}
