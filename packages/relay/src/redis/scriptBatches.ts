import type { Deadline } from './deadline.ts'
import { listOf } from './redisReply.ts'

/** The part of one caller in a script call that does the work of several callers. */
export type ScriptPart = { readonly keys: readonly string[]; readonly args: readonly string[] }

/** Sends the script calls of one turn of the event loop to Redis together. */
export type ScriptBatches<Name extends string> = {
  /**
   * Adds a part to the call of a script. Parts with different times, `at`, are not joined. Resolves to the script's answer for
   * this part.
   */
  add(name: Name, at: string, part: ScriptPart, deadline: Deadline): Promise<unknown>
  /** Sends the waiting calls now, so that later calls take effect after them. */
  flush(): void
}

type Waiting = ScriptPart & {
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: unknown) => void
}
type Batch<Name> = {
  readonly name: Name
  readonly at: string
  readonly parts: Waiting[]
  argCount: number
  deadline: Deadline
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
  readonly run: (name: Name, at: string, parts: readonly ScriptPart[], deadline: Deadline) => Promise<unknown>
}): ScriptBatches<Name> {
  const { names, run } = options
  let batches: Batch<Name>[] = []
  let timer: NodeJS.Immediate | undefined

  const send = async ({ name, at, parts, deadline }: Batch<Name>) => {
    try {
      const answers = listOf(await run(name, at, parts, deadline))
      for (const [place, part] of parts.entries()) part.resolve(answers[place])
    } catch (error) {
      for (const part of parts) part.reject(error)
    }
  }
  const flush = () => {
    if (timer === undefined) return
    clearImmediate(timer)
    timer = undefined
    const full = batches
    batches = []
    for (const name of names) for (const batch of full) if (batch.name === name) void send(batch)
  }
  return {
    add: (name, at, part, deadline) =>
      new Promise((resolve, reject) => {
        let batch = batches.find((one) => one.name === name && one.at === at)
        if (batch === undefined) {
          batch = { name, at, parts: [], argCount: 0, deadline }
          batches.push(batch)
        }
        // The newest part has the most time left.
        batch.deadline = deadline
        batch.parts.push({ ...part, resolve, reject })
        batch.argCount += part.args.length
        timer ??= setImmediate(flush)
        if (batch.parts.length >= mostParts || batch.argCount >= mostArgs) flush()
      }),
    flush,
  }
}
