import { parseOriginStatementRequest } from '@hawser/wire'
import type { Handler } from 'hono'
import type { LinkContext } from '../http/linkContext.ts'
import type { OriginStatements } from '../http/originStatements.ts'
import { readJsonBody } from '../http/readJsonBody.ts'
import type { UserEnv } from './access.ts'

/**
 * Issues the statement that a page sends with its proposal, so that wallets need not trust the address it claims. Stores
 * nothing.
 */
export function issueOriginStatement(link: LinkContext, statements: OriginStatements): Handler<UserEnv> {
  return async (context) => {
    const { id: userId } = context.get('hostUser')
    await link.take('originStatementsPerUser', userId)
    const { topic } = parseOriginStatementRequest(await readJsonBody(context.req.raw))
    link.logEvent('stated', { userId })
    return context.json(statements.state(topic, link.now()), 201)
  }
}
