import type { Kysely, Selectable } from 'kysely'
import { AlreadySignedInError, NameTakenError, SignInRefusedError, VisitorGoneError } from '../../errors.ts'
import type { HostTables } from '../hostSchema.ts'
import type { Asker } from '../sessions/cookieSessions.ts'
import { createAnonymous, type NewSession, type VisitorSessions } from '../sessions/visitorSessions.ts'
import { checkName, lookKeyOf, type NameLooks } from './checkName.ts'
import type { Credentials } from './credentials.ts'
import { hashPassword, isOfCost, isPasswordOf, type PasswordCost } from './password.ts'
import { createPasswordTurns } from './passwordTurns.ts'

export type Accounts = {
  /**
   * Makes an account of the anonymous visitor who asks, with their id and so with their wallets.
   * @throws NameTakenError - this name or one that looks like it
   * @throws NameMisleadingError, AlreadySignedInError, VisitorGoneError, ServerBusyError
   */
  signUp(credentials: Credentials, asker: Asker): Promise<NewSession>
  /**
   * Begins a session of the account, in place of the one that asks.
   * @throws SignInRefusedError - the same for a wrong password and an unknown name, after the same work
   * @throws VisitorGoneError, ServerBusyError
   */
  signIn(credentials: Credentials, asker: Asker): Promise<NewSession>
  /**
   * Begins a session of the account that asks, in place of this one: its password was given just now.
   * @throws SignInRefusedError - a wrong password
   * @throws VisitorGoneError - the session that asks is none of an account, or has ended meanwhile
   * @throws ServerBusyError
   */
  confirm(password: string, asker: Asker): Promise<NewSession>
  /**
   * The same for somebody who signed with a wallet of this visitor, proven at this time (epoch milliseconds). Undefined when
   * the visitor has no account, or the wallet was proven before there was one: whoever was at that browser did that.
   * @throws VisitorGoneError - the session that asks has ended
   */
  signInAs(
    { visitorId, provenAt }: { readonly visitorId: string; readonly provenAt: number },
    asker: Asker,
  ): Promise<NewSession | undefined>
  /** Whether this visitor has an account. */
  has(visitorId: string): Promise<boolean>
}

/** Accounts of a name and a password in SQLite. `migrateHost` has made the tables. */
export function createAccounts(options: {
  readonly database: Kysely<HostTables>
  readonly sessions: VisitorSessions
  readonly cost: PasswordCost
  readonly names: NameLooks
  readonly now: () => number
  readonly randomBytes: (length: number) => Uint8Array
}): Accounts {
  const { database, sessions, cost, names, now, randomBytes } = options
  const takeTurn = createPasswordTurns()
  const hash = (password: string) => hashPassword({ password, salt: randomBytes(16), cost })
  /** Begins a session of this account, if the password is its own. Without an account it takes the same work. */
  const enter = async (
    account: Selectable<HostTables['accounts']> | undefined,
    password: string,
    { token, visitor, browser }: Asker,
  ) => {
    const passwordHash = await takeTurn(async () => {
      const kept = account?.password_hash
      const isRight = await isPasswordOf({ password, hash: kept, cost })
      if (kept === undefined || !isRight) return undefined
      // Made at another cost than an unknown name takes, it would tell by its time that the name is known.
      return isOfCost(kept, cost) ? kept : hash(password)
    })
    if (account === undefined || passwordHash === undefined)
      throw new SignInRefusedError('Name and password do not match.')
    const owner = { id: account.visitor_id, label: account.label, name: account.name }
    const session = await database.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('accounts')
        .set({ password_hash: passwordHash })
        .where('visitor_id', '=', account.visitor_id)
        .where('password_hash', '!=', passwordHash)
        .execute()
      return sessions.replace(transaction, { token: visitor && token, owner, browser, begunBy: 'password' })
    })
    if (session === undefined) throw new VisitorGoneError('Your session has ended meanwhile. Reload the page.')
    return session
  }
  return {
    async signUp({ name, nameKey, password }, { token, visitor, browser }) {
      if (visitor?.name !== undefined) throw new AlreadySignedInError('You have an account. Sign out of it first.')
      checkName(name, names)
      const passwordHash = await takeTurn(() => hash(password))
      const { id } = visitor ?? createAnonymous(randomBytes)
      const owner = { id, label: name, name }
      return database.transaction().execute(async (transaction) => {
        const session = await sessions.replace(transaction, {
          token: visitor && token,
          owner,
          browser,
          begunBy: 'password',
        })
        if (session === undefined) throw new VisitorGoneError('Your session has ended meanwhile. Reload the page.')
        const made = await transaction
          .insertInto('accounts')
          .values({
            visitor_id: id,
            name,
            name_key: nameKey,
            look_key: lookKeyOf(name, names),
            label: owner.label,
            password_hash: passwordHash,
            created_at: now(),
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('visitor_id')
          .executeTakeFirst()
        if (made === undefined) throw new NameTakenError('This name is taken. Choose another.')
        return session
      })
    },

    async signIn({ nameKey, password }, asker) {
      const named = database.selectFrom('accounts').selectAll().where('name_key', '=', nameKey)
      return enter(await named.executeTakeFirst(), password, asker)
    },

    async confirm(password, asker) {
      const { visitor } = asker
      const account = visitor && (await findAccount(database, visitor.id))
      if (account === undefined) throw new VisitorGoneError('You are not signed in to an account. Reload the page.')
      return enter(account, password, asker)
    },

    async signInAs({ visitorId, provenAt }, { token, visitor, browser }) {
      return database.transaction().execute(async (transaction) => {
        const account = await findAccount(transaction, visitorId)
        if (account === undefined || provenAt < account.created_at) return undefined
        const owner = { id: visitorId, label: account.label, name: account.name }
        const asked = { token: visitor && token, owner, browser, begunBy: 'wallet' } as const
        const session = await sessions.replace(transaction, asked)
        if (session === undefined) throw new VisitorGoneError('Your session has ended meanwhile. Reload the page.')
        return session
      })
    },

    has: async (visitorId) => (await findAccount(database, visitorId)) !== undefined,
  }
}

function findAccount(database: Kysely<HostTables>, visitorId: string) {
  return database.selectFrom('accounts').selectAll().where('visitor_id', '=', visitorId).executeTakeFirst()
}
