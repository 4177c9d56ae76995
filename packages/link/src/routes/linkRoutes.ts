import { handoffPaths, linkPaths, NotFoundError, originStatementsPath, signInPath } from '@hawser/wire'
import { type Env, type Handler, Hono } from 'hono'
import { refuseHandoff } from '../handoff/changeHandoff.ts'
import type { HandoffContext } from '../handoff/handoffContext.ts'
import { createHandoffPage } from '../handoff/page.ts'
import type { LinkContext, LinkEnv } from '../http/linkContext.ts'
import type { OriginStatements } from '../http/originStatements.ts'
import type { LinkRateLimits } from '../options/linkRateLimits.ts'
import {
  type Access,
  allowPhone,
  allowVisitor,
  checkId,
  requireSession,
  requireUser,
  requireUserOrSession,
} from './access.ts'
import { issueText } from './challenges.ts'
import * as phone from './handoffPhone.ts'
import * as screen from './handoffScreen.ts'
import { issueOriginStatement } from './originStatements.ts'
import { linkWallet } from './proofs.ts'
import { signIn } from './signIn.ts'
import { releaseWallet, unlinkInSession, unlinkWithProof } from './unlinks.ts'
import { changeWallet, listHistory, listWallets } from './wallets.ts'

/** A route: its method, its path, and the handlers that admit and answer a request. */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  addTo(app: Hono<LinkEnv>): void
}

/**
 * Returns a function that creates the routes of one link API.
 * @param refuseId - the error for an `:id` that the link API cannot have issued
 */
export function createRoute(link: LinkContext, refuseId: () => Error) {
  /** @param limit - the limit by address. Default: the limit for proofs */
  return <E extends Env, P extends string>(
    method: Route['method'],
    path: P,
    access: Access<E>,
    answer: Handler<NoInfer<E>, P>,
    limit: keyof LinkRateLimits = 'proofsPerAddress',
  ): Route => ({
    method,
    path,
    addTo: (app) => void app.route('/', new Hono<E>().on(method, path, access(link, limit), checkId(refuseId), answer)),
  })
}

/** Returns every route of the link API. The routes of an option that is not set do not exist. */
export function linkRoutes(
  link: LinkContext,
  {
    handoffs,
    statements,
  }: { readonly handoffs: HandoffContext | undefined; readonly statements: OriginStatements | undefined },
): readonly Route[] {
  const route = createRoute(link, () => new NotFoundError('There is no such linked wallet.'))
  const oneWallet = `${linkPaths.wallets}/:id` as const
  return [
    route('POST', linkPaths.challenges, allowVisitor, issueText(link), 'challengesPerAddress'),
    route('POST', linkPaths.proofs, requireUser, linkWallet(link)),
    route('GET', linkPaths.wallets, requireUser, listWallets(link)),
    route('PATCH', oneWallet, requireUser, changeWallet(link)),
    route('DELETE', oneWallet, requireUser, unlinkInSession(link)),
    route('POST', `${oneWallet}/unlink`, requireUser, unlinkWithProof(link)),
    route('POST', `${linkPaths.wallets}/release`, requireUser, releaseWallet(link)),
    route('GET', linkPaths.history, requireUser, listHistory(link)),
    ...(link.signIn === undefined
      ? []
      : [route('POST', signInPath, requireSession(link.signIn), signIn(link, link.signIn))]),
    ...(statements === undefined
      ? []
      : [
          route(
            'POST',
            originStatementsPath,
            requireUserOrSession,
            issueOriginStatement(link, statements),
            'originStatementsPerAddress',
          ),
        ]),
    ...(handoffs === undefined ? [] : handoffRoutes(handoffs)),
  ]
}

/** Returns the routes of a handoff. The screen has the session of its host user, the phone has none. */
function handoffRoutes(link: HandoffContext): readonly Route[] {
  const route = createRoute(link, () => refuseHandoff('unknown'))
  const onScreen = `${handoffPaths.screen}/:id` as const
  const onPhone = `${handoffPaths.phone}/:id` as const
  const page = createHandoffPage()
  return [
    route('POST', handoffPaths.screen, requireUser, screen.start(link), 'handoffsPerAddress'),
    route('POST', `${onScreen}/renew`, requireUser, screen.renew(link), 'handoffsPerAddress'),
    route('GET', onScreen, requireUser, screen.follow(link)),
    route('POST', `${onScreen}/finish`, requireUser, screen.finish(link)),
    route('POST', `${onScreen}/undo`, requireUser, screen.undo(link)),
    route('DELETE', onScreen, requireUser, screen.cancel(link)),
    route('GET', handoffPaths.phone, allowPhone, ({ req }) => page.answer(req.raw)),
    route('GET', `${handoffPaths.phone}/texts/:language`, allowPhone, phone.answerTexts(page)),
    route('GET', onPhone, allowPhone, phone.look(link)),
    route('POST', `${onPhone}/hop`, allowPhone, phone.hop(link)),
    route('POST', `${onPhone}/no-wallet`, allowPhone, phone.reportNoWallet(link)),
    route('POST', `${onPhone}/claim`, allowPhone, phone.claim(link)),
    route('POST', `${onPhone}${linkPaths.challenges}`, allowPhone, phone.issueText(link), 'challengesPerAddress'),
    route('POST', `${onPhone}${linkPaths.proofs}`, allowPhone, phone.prove(link)),
    route('POST', `${onPhone}/decline`, allowPhone, phone.decline(link)),
  ]
}
