import { originStatementsPath, parseOriginStatementRequest } from '@hawser/wire'
import type { Hono } from 'hono'
import type { LinkContext, LinkEnv } from '../http/linkContext.ts'
import type { OriginStatements } from '../http/originStatements.ts'
import { readJsonBody } from '../http/readJsonBody.ts'

/** Issues the statement that a page sends with its proposal, so that wallets need not trust its claimed address. Stores nothing. */
export function addOriginStatementRoute(app: Hono<LinkEnv>, link: LinkContext, statements: OriginStatements): void {
  const { now, take, logEvent } = link
  app.post(originStatementsPath, async (context) => {
    const { id: userId } = context.get('hostUser')
    await take('originStatementsPerUser', userId)
    const { topic } = parseOriginStatementRequest(await readJsonBody(context.req.raw))
    logEvent('stated', { userId })
    return context.json(statements.state(topic, now()), 201)
  })
}
