import { fill } from '../texts/fill.ts'
import type { HostMessages } from '../texts/messages/en.ts'
import type { Credentials, Refused } from './hostClient.ts'

/** The reason why signing up or in fails, and the field that shows it. */
export type SignProblem = { readonly at: 'name' | 'password' | 'whole'; readonly text: string }

/** Checks the lengths, in code points, before the server is asked. The server checks everything else. */
export function checkCredentials({ name, password }: Credentials, texts: HostMessages): SignProblem | undefined {
  const [nameLength, passwordLength] = [[...name.normalize('NFC')].length, [...password.normalize('NFC')].length]
  if (nameLength < 3 || nameLength > 32) return { at: 'name', text: texts.nameBad }
  if (passwordLength < 8 || passwordLength > 128) return { at: 'password', text: texts.passwordBad }
  return undefined
}

/** Explains a refusal of the server to a visitor who confirms their password. */
export function passwordProblemOf(refused: Refused, texts: HostMessages): SignProblem {
  const isWrong = refused.code === 'sign_in_refused' || refused.code === 'invalid_credentials'
  return isWrong ? { at: 'password', text: texts.passwordWrong } : signProblemOf(refused, texts)
}

const signProblems = new Map<string, readonly [at: SignProblem['at'], text: keyof HostMessages]>([
  ['invalid_credentials', ['name', 'nameBad']],
  ['name_taken', ['name', 'nameTaken']],
  ['name_misleading', ['name', 'nameMisleading']],
  ['sign_in_refused', ['whole', 'signInRefused']],
  ['too_many_sign_ins', ['whole', 'tooMany']],
  ['unreachable', ['whole', 'unreachable']],
])

/** Explains a refusal of the server to a visitor who fills in the form. */
export function signProblemOf({ code, retryAfterSeconds }: Refused, texts: HostMessages): SignProblem {
  const [at, text] = signProblems.get(code) ?? ['whole', 'failed']
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60))
  return { at, text: fill(texts[text], { minutes: String(minutes) }) }
}
