import { list, required, secret, text, type ValuesOf } from '@hawser/command'
import { proofMethods } from '../verifiers/proofMethods.ts'

/** Prefix of the environment variables that the link store's commands read. */
export const prefix = 'HAWSER_LINK_'

/** Settings that locate the store. */
export const placeSettings = {
  file: text('file', { placeholder: 'FILE', meaning: 'a store in an SQLite file, which must exist' }),
  postgresUrl: secret(
    text('postgres-url', {
      meaning: 'a store in PostgreSQL, as postgresql://user@host/database. It has no flag: it may hold a password',
    }),
  ),
}
export type PlaceValues = ValuesOf<typeof placeSettings>

export const userSettings = {
  user: required(
    text('user', { placeholder: 'ID', meaning: 'the id your host app gives link for a user, to the letter' }),
  ),
  ...placeSettings,
}

export const methodSettings = {
  methods: list('method', {
    placeholder: 'METHOD',
    allowed: `one or more of ${proofMethods.join(', ')}`,
    parseItem: (item) => proofMethods.find((known) => known === item),
    meaning: `only wallets proven so; may be repeated: ${proofMethods.join(', ')}`,
  }),
  ...placeSettings,
}
