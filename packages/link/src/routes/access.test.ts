import type { Context, Handler } from 'hono'
import { expectTypeOf, test } from 'vitest'
import type { HostUser } from '../options/hostUser.ts'
import type { SignInOptions } from '../options/signInOptions.ts'
import {
  type Access,
  allowPhone,
  allowVisitor,
  type PhoneEnv,
  requireSession,
  requireUser,
  requireUserOrSession,
  type SessionEnv,
  type UserEnv,
  type VisitorEnv,
} from './access.ts'
import type { createRoute } from './linkRoutes.ts'

type UserOf<Middleware> =
  Middleware extends Access<infer E extends { Variables: { hostUser: unknown } }>
    ? E['Variables']['hostUser']
    : undefined

test('types: hostUser is there after requireUser, may be missing after allowVisitor', () => {
  expectTypeOf<UserOf<typeof requireUser>>().toEqualTypeOf<HostUser>()
  expectTypeOf<UserOf<typeof requireUserOrSession>>().toEqualTypeOf<HostUser>()
  expectTypeOf<UserOf<typeof allowVisitor>>().toEqualTypeOf<HostUser | undefined>()
  expectTypeOf<UserOf<typeof allowPhone>>().toEqualTypeOf<undefined>()
  expectTypeOf<UserOf<ReturnType<typeof requireSession>>>().toEqualTypeOf<undefined>()
  const read = (context: Context<VisitorEnv>) => context.get('hostUser')
  expectTypeOf(read).returns.toEqualTypeOf<HostUser | undefined>()
  expectTypeOf((context: Context<UserEnv>) => context.get('hostUser')).returns.toEqualTypeOf<HostUser>()
})

test('types: a route takes only an answer that its access prepares', () => {
  type Given = {
    readonly route: ReturnType<typeof createRoute>
    readonly signIn: SignInOptions
    readonly forUser: Handler<UserEnv>
    readonly forVisitor: Handler<VisitorEnv>
    readonly forSession: Handler<SessionEnv>
    readonly forPhone: Handler<PhoneEnv>
  }
  // Never called: the types are the test.
  const declare = ({ route, signIn, forUser, forVisitor, forSession, forPhone }: Given) => [
    route('GET', '/x', requireUser, forUser),
    route('GET', '/x', requireUserOrSession, forUser),
    route('POST', '/x', allowVisitor, forVisitor),
    route('POST', '/x', requireSession(signIn), forSession),
    route('POST', '/x', allowPhone, forPhone),
    // @ts-expect-error - nobody may be signed in
    route('GET', '/x', allowVisitor, forUser),
    // @ts-expect-error - a phone has no user
    route('GET', '/x', allowPhone, forUser),
    // @ts-expect-error - the visitor's session was not read
    route('POST', '/x', requireUser, forSession),
    // @ts-expect-error - a session is not a signed-in user
    route('POST', '/x', requireSession(signIn), forUser),
  ]
  expectTypeOf(declare).returns.toBeArray()
})
