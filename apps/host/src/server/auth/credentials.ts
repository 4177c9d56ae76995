import { InvalidCredentialsError } from '../../errors.ts'

export type Credentials = { readonly name: string; readonly password: string }

export const passwordLength = { min: 8, max: 128 } as const
const nameLength = { min: 3, max: 32 } as const

// Visible characters, and single spaces between them. A leading mark has no base character.
const namePattern = /^(?![\p{M} ])(?:[\p{L}\p{M}\p{N}\p{P}\p{S}]| (?=[^ ]))+$/u
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/u
// The prefix of the names for visitors without an account.
const reserved = /^visitor-/

/** Reads the body of sign-up and sign-in: name and password, nothing else (InvalidCredentialsError). */
export function parseCredentials(body: unknown): Credentials {
  const [name, password] = readFields(body, ['name', 'password'])
  if (typeof name !== 'string' || !name.isWellFormed() || !isName(name.normalize('NFC')))
    throw new InvalidCredentialsError('The name must have 3 to 32 visible characters and not begin with "visitor-".')
  return { name: name.normalize('NFC'), password: readPassword(password) }
}

/** Reads the body that confirms a password: the password, nothing else (InvalidCredentialsError). */
export function parsePassword(body: unknown): string {
  return readPassword(readFields(body, ['password'])[0])
}

/** Returns the values of a body that has exactly these fields, whose names are in alphabetical order. */
function readFields(body: unknown, names: readonly string[]): readonly unknown[] {
  if (typeof body !== 'object' || body === null || Object.keys(body).sort().join() !== names.join())
    throw new InvalidCredentialsError(`The body must hold ${names.join(' and ')}, and nothing else.`)
  return names.map((name) => Reflect.get(body, name))
}

function readPassword(password: unknown): string {
  if (typeof password !== 'string' || !password.isWellFormed() || !fits(password.normalize('NFC'), passwordLength))
    throw new InvalidCredentialsError('The password must have 8 to 128 characters.')
  return password
}

/** Whether a text (NFC) has the form of a name. */
export function isName(name: string): boolean {
  return fits(name, nameLength) && namePattern.test(name) && !invisible.test(name) && !reserved.test(foldName(name))
}

/** Whether the length of a text, in code points, is within the bounds. */
function fits(text: string, { min, max }: { readonly min: number; readonly max: number }): boolean {
  const { length } = [...text]
  return length >= min && length <= max
}

/** Folds a name to a key that ignores case. Compatibility forms count as the letters they look like. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC')
}
