import { readField } from '../../platform/readField.ts'
import type { Refusal } from './refusal.ts'

/** A provider like an extension's (EIP-1193). It can answer or throw anything, or never answer. */
type Asked<Request> = { request(request: Request): unknown }

/**
 * Asks an extension. Extensions throw, answer without a promise, or return a promise whose `then` throws; some return
 * the errors that others throw. Every refusal becomes a rejection with the error that `describe` makes of the refusal.
 * @param mayLack - whether wallets can lack the method, such as one to sign a message
 */
export async function requestFromExtension<Request>(
  extension: Asked<Request>,
  request: Request,
  describe: (refusal: Refusal) => Error,
  mayLack = false,
): Promise<unknown> {
  let answer: unknown
  try {
    answer = await extension.request(request)
  } catch (cause) {
    throw describe((await loadRefusals())?.readRefusal(cause, mayLack) ?? readPlainly(cause))
  }
  if (readField(answer, 'error') || readField(answer, 'code') !== undefined || answer instanceof Error) {
    const code = await loadRefusals()
    const refused = code?.refusalIn(answer)
    if (code !== undefined && refused !== undefined) throw describe(code.readRefusal(refused, mayLack))
  }
  return answer
}

/** Loads the code that reads refusals, a separate chunk because most visitors approve. Undefined if the fetch fails. */
function loadRefusals() {
  return import('./refusal.ts').catch(() => undefined)
}

function readPlainly(cause: unknown): Refusal {
  const code = readField(cause, 'code')
  return { code: typeof code === 'number' ? code : undefined, message: '', data: readField(cause, 'data') }
}
