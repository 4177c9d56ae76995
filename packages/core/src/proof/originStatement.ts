import {
  formatOriginStatement,
  InvalidOriginStatementError,
  originStatementProperty,
  originStatementsPath,
  type Properties,
  parseOriginStatement,
  type Topic,
} from '@hawser/wire'
import { createLinkCall, type LinkClientOptions } from './linkClient.ts'

/**
 * Requests the origin statement that accompanies a proposal: the host app's confirmation that the pairing is its own. With it,
 * a wallet need not trust the address that this page gives. This module is a separate chunk, which only pages with
 * `link.originStatement` fetch.
 * @throws LinkRefusedError | LinkUnavailableError
 */
export async function requestOriginStatement(options: LinkClientOptions, topic: Topic): Promise<Properties> {
  const call = createLinkCall(options)
  const { signal } = new AbortController()
  const read = (body: unknown) => {
    const statement = parseOriginStatement(body)
    if (statement.topic !== topic) throw new InvalidOriginStatementError('The statement is for another pairing.')
    return statement
  }
  const statement = await call('POST', originStatementsPath, signal, read, { topic })
  return { sessionProperties: { [originStatementProperty]: formatOriginStatement(statement) } }
}
