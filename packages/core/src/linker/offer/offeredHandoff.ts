import { type LinkedWallet, namespaceOf } from '@hawser/wire'
import { isAfterSession } from '../../flow/failed.ts'
import type { HandoffScreen } from '../../handoff/createHandoffScreen.ts'
import type { HandoffScreenEvent, HandoffScreenState } from '../../handoff/handoffScreenState.ts'
import { codeOf } from '../../platform/errors.ts'
import { loadPart } from '../../platform/loadPart.ts'
import type { FilledOptions } from '../defaults.ts'
import type { StateStore } from '../stateStore.ts'

/** What a visitor is offered of a handoff. */
export type OfferedHandoff = {
  /** At every opening: it is for links alone. */
  offer(): void
  /** The visitor has gone. */
  leave(): void
  handle(event: HandoffScreenEvent): void
}

/** The handoff of a linker, whose code is fetched when a visitor wants it. */
export function createOfferedHandoff(options: FilledOptions & { readonly store: StateStore }): OfferedHandoff {
  const { store, platform, linkUrl, chains } = options
  const { getState, send } = store
  let screen: HandoffScreen | undefined
  /** Counts what the visitor asked for: code that comes too late is not used. */
  let asked = 0

  const set = (handoff: HandoffScreenState) => store.update({ handoff })
  const isShown = () => {
    const { view, flow } = getState()
    if (view.name !== 'Handoff' || (flow.status === 'failed' && isAfterSession(flow))) return false
    return ['choosing', 'connecting', 'failed', 'linked'].includes(flow.status)
  }

  function leave(): void {
    asked += 1
    screen?.leave()
  }

  async function load(linkApi: string): Promise<void> {
    const { createHandoffScreen } = await loadPart(() => import('../../handoff/createHandoffScreen.ts'))
    screen ??= createHandoffScreen({
      ...options,
      linkUrl: linkApi,
      namespaces: [...new Set<string>(chains.map(namespaceOf))],
      set,
      onLinked: (wallet: LinkedWallet) => send({ type: 'handoffLinked', wallet }),
      onUndone() {
        // A page that shows no list asks for none.
        if (getState().linkedWallets.status !== 'idle') send({ type: 'linkedWalletsWanted' })
      },
    })
    store.subscribe(() => {
      const { handoff } = getState()
      if (isShown() || handoff === undefined || handoff.step === 'offered') return
      leave()
      set({ step: 'offered' })
    })
  }

  async function start(linkApi: string): Promise<void> {
    asked += 1
    const mine = asked
    set({ step: 'starting' })
    send({ type: 'viewShown', view: { name: 'Handoff' } })
    try {
      if (screen === undefined) await load(linkApi)
    } catch (error) {
      if (mine === asked) set({ step: 'failed', code: codeOf(error) })
      return
    }
    if (mine === asked) screen?.start()
  }

  return {
    offer() {
      const isOffered = options.handoff === true && linkUrl !== undefined && platform.device === 'desktop'
      store.update({ handoff: isOffered && getState().purpose.kind === 'link' ? { step: 'offered' } : undefined })
    },
    leave,
    handle(event: HandoffScreenEvent) {
      if (linkUrl === undefined || getState().handoff === undefined) return
      if (event.action === 'start') void start(linkUrl)
      else if (event.action === 'finish') screen?.finish(event.digits)
      else screen?.undo()
    },
  }
}
