import { readField } from '../../platform/readField.ts'
import type { Refusal } from './refusal.ts'

/** A provider in the form of extensions (EIP-1193). It may answer or throw anything, or never answer. */
type Asked<Request> = { request(request: Request): unknown }

/**
 * Asks an extension. It may throw, answer without a promise, or with one whose `then` throws; some answer what others
 * throw. Here a refusal is always a rejection, with the error that `describe` makes of it.
 */
export async function askExtension<Request>(
  extension: Asked<Request>,
  request: Request,
  describe: (refusal: Refusal) => Error,
): Promise<unknown> {
  let answer: unknown
  try {
    answer = await extension.request(request)
  } catch (cause) {
    throw describe((await loadRefusals())?.readRefusal(cause) ?? readPlainly(cause))
  }
  if (readField(answer, 'error') || readField(answer, 'code') !== undefined || answer instanceof Error) {
    const code = await loadRefusals()
    const refused = code?.refusalIn(answer)
    if (code !== undefined && refused !== undefined) throw describe(code.readRefusal(refused))
  }
  return answer
}

/** Most visitors approve: refusals are a separate chunk. Undefined if it cannot be fetched. */
function loadRefusals() {
  return import('./refusal.ts').catch(() => undefined)
}

function readPlainly(cause: unknown): Refusal {
  const code = readField(cause, 'code')
  return { code: typeof code === 'number' ? code : undefined, message: '', data: readField(cause, 'data') }
}
