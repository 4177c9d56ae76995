import { ServerBusyError } from '../../errors.ts'

type TakePasswordTurn = <T>(work: () => Promise<T>) => Promise<T>

// Half of them run on Node's four threads; the others wait for about as long as one password takes.
const defaultLimit = 8

/** Limits the passwords hashed at once. Others are refused, not queued: each takes 32 MiB and a shared thread. */
export function createPasswordLimiter(limit = defaultLimit): TakePasswordTurn {
  let underWay = 0
  return async (work) => {
    if (underWay >= limit) throw new ServerBusyError('The server is busy. Try again in a second.', 1)
    underWay += 1
    try {
      return await work()
    } finally {
      underWay -= 1
    }
  }
}
