export type { SessionsMessages } from './messages/sessions/en.ts'
export { Sessions } from './sessions/Sessions.tsx'
export { type KeptSessions, useSessions } from './sessions/useSessions.ts'
