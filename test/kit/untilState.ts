import { inspect } from 'node:util'

/** A source of states that reports each change: a linker, a demo wallet. */
export type Shown<State> = { getState(): State; subscribe(listener: () => void): () => void }

/** More than anything takes on a busy machine, and less than a test may take. */
const patienceMs = 40_000

/** Resolves with the state as soon as it is so; rejects with the last one when that takes too long. */
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

/** Resolves with the flow of a linker as soon as it has one of these statuses. */
export async function untilFlow<Flow extends { readonly status: string }, Status extends Flow['status']>(
  linker: Shown<{ readonly flow: Flow }>,
  ...statuses: readonly Status[]
): Promise<Extract<Flow, { readonly status: Status }>> {
  const isIt = hasStatus<Flow, Status>(statuses)
  const { flow } = await untilState(linker, (state) => isIt(state.flow))
  if (!isIt(flow)) throw new Error('unreachable')
  return flow
}

/** Resolves with the screen of a demo wallet as soon as it is this one. */
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
