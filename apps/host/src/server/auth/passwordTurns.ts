import { ServerBusyError } from '../../errors.ts'

/** Does the work of one password, or refuses it. */
type TakePasswordTurn = <T>(work: () => Promise<T>) => Promise<T>

// Half of them run on Node's four threads, the others wait for about as long as one takes.
const defaultLimit = 8

/**
 * So many passwords are checked or hashed at once; one more is refused, not queued: each holds 32 MiB and a thread that
 * names and files wait for as well.
 */
export function createPasswordTurns(limit = defaultLimit): TakePasswordTurn {
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
