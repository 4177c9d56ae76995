import { inspect } from 'node:util'

/** A source of states that reports each change, such as a linker or a demo wallet. */
export type Shown<State> = { getState(): State; subscribe(listener: () => void): () => void }

/** Longer than any step takes on a busy machine, and shorter than a test is allowed to take. */
const patienceMs = 40_000

/** Resolves with the first state that satisfies `isSo`; rejects with the last state when that takes too long. */
export function untilState<State>(shown: Shown<State>, isSo: (state: State) => boolean): Promise<State> {
  const asked = new Error()
  return new Promise((resolve, reject) => {
    let unsubscribe = () => {}
    const end = () => {
      clearTimeout(bound)
      unsubscribe()
    }
    const look = () => {
      const state = shown.getState()
      try {
        if (!isSo(state)) return
        resolve(state)
      } catch (error) {
        reject(error)
      }
      end()
    }
    const bound = setTimeout(() => {
      end()
      const last = inspect(shown.getState(), { depth: 4, maxArrayLength: 5, maxStringLength: 200 })
      asked.message = `Waited ${patienceMs / 1000} s in vain. The last state: ${last}`
      reject(asked)
    }, patienceMs)
    unsubscribe = shown.subscribe(look)
    look()
  })
}

/** Resolves with the linker's flow as soon as it has one of these statuses. */
export async function untilFlow<Flow extends { readonly status: string }, Status extends Flow['status']>(
  linker: Shown<{ readonly flow: Flow }>,
  ...statuses: readonly Status[]
): Promise<Extract<Flow, { readonly status: Status }>> {
  const isIt = hasStatus<Flow, Status>(statuses)
  const { flow } = await untilState(linker, (state) => isIt(state.flow))
  if (!isIt(flow)) throw new Error('unreachable')
  return flow
}

/** Resolves with the demo wallet's screen as soon as it has this status. */
export async function untilScreen<Screen extends { readonly status: string }, Status extends Screen['status']>(
  wallet: Shown<{ readonly screen: Screen }>,
  status: Status,
): Promise<Extract<Screen, { readonly status: Status }>> {
  const isIt = hasStatus<Screen, Status>([status])
  const { screen } = await untilState(wallet, (state) => isIt(state.screen))
  if (!isIt(screen)) throw new Error('unreachable')
  return screen
}

function hasStatus<Part extends { readonly status: string }, Status extends Part['status']>(
  statuses: readonly Status[],
) {
  return (part: Part): part is Extract<Part, { readonly status: Status }> =>
    statuses.some((status) => status === part.status)
}
