/** The host's own table, and the columns it reads of Better Auth's. There, times are ISO text and booleans 0 and 1. */
export type HostTables = {
  host_schema: { id: number; version: number }
  user: { id: string; isAnonymous: number; updatedAt: string }
  session: { id: string; userId: string; expiresAt: string }
}
