import { MailboxFailedError } from '../errors.ts'
import { type Deadline, onOver } from './deadline.ts'
import { listOf } from './redisReply.ts'

/** The part of one caller in a script call that does the work of several callers. */
export type ScriptPart = { readonly keys: readonly string[]; readonly args: readonly string[] }

/**
 * Sends script calls to Redis together: those of one turn of the event loop, and while Redis works on earlier ones, all that
 * arrive meanwhile. The busier Redis is, the more calls share one command.
 */
export type ScriptBatches<Name extends string> = {
  /**
   * Adds a part to the call of a script. Resolves to the script's answer for this part.
   * @throws MailboxFailedError - if the deadline passes before the part is sent
   */
  add(name: Name, part: ScriptPart, deadline: Deadline): Promise<unknown>
  /** Sends the waiting calls now, so that later calls take effect after them. */
  flush(): void
}

type Waiting = {
  readonly part: ScriptPart
  readonly deadline: Deadline
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: unknown) => void
}
type Batch<Name> = {
  readonly name: Name
  readonly waiting: Waiting[]
  argCount: number
}

// A script blocks Redis, so it works for a few milliseconds at most. A part can contain hundreds of messages.
const mostParts = 64
const mostArgs = 1_000

/**
 * @param options - `names` in the order in which their calls are sent; `run` resolves to one answer for each part, in the order
 * of the parts
 */
export function createScriptBatches<Name extends string>(options: {
  readonly names: readonly Name[]
  readonly run: (name: Name, parts: readonly ScriptPart[], deadline: Deadline) => Promise<unknown>
}): ScriptBatches<Name> {
  const { names, run } = options
  let batches: Batch<Name>[] = []
  let timer: NodeJS.Immediate | undefined
  let inProgress = 0

  const flushSoon = () => {
    timer ??= setImmediate(flush)
  }
  const send = async (name: Name, waiting: readonly Waiting[]) => {
    const newest = waiting.at(-1)
    if (newest === undefined) return
    inProgress += 1
    let isCounted = true
    const countOut = () => {
      if (isCounted) inProgress -= 1
      isCounted = false
      if (inProgress === 0 && batches.length > 0) flushSoon()
    }
    // A call without an answer must not hold up others for longer than its time.
    const forget = onOver(newest.deadline, countOut)
    try {
      const parts = waiting.map(({ part }) => part)
      const answers = listOf(await run(name, parts, newest.deadline))
      waiting.forEach(({ resolve }, place) => {
        resolve(answers[place])
      })
    } catch (error) {
      for (const { reject } of waiting) reject(error)
    }
    forget()
    countOut()
  }
  const flush = () => {
    clearImmediate(timer)
    timer = undefined
    const full = batches
    batches = []
    for (const name of names)
      for (const batch of full) {
        if (batch.name !== name) continue
        for (const { deadline, reject } of batch.waiting)
          if (deadline.isOver) reject(new MailboxFailedError('The call did not reach Redis in time. Try again.'))
        const inTime = batch.waiting.filter(({ deadline }) => !deadline.isOver)
        void send(name, inTime)
      }
  }
  return {
    add: (name, part, deadline) =>
      new Promise((resolve, reject) => {
        let batch = batches.find((one) => one.name === name)
        if (batch === undefined) {
          batch = { name, waiting: [], argCount: 0 }
          batches.push(batch)
        }
        batch.waiting.push({ part, deadline, resolve, reject })
        batch.argCount += part.args.length
        if (batch.waiting.length >= mostParts || batch.argCount >= mostArgs) flush()
        else if (inProgress === 0) flushSoon()
      }),
    flush,
  }
}
