import { LinkerProvider } from '@hawser/react'
import { LinkedWallets } from '@hawser/react/linked-wallets'
import { Sessions } from '@hawser/react/sessions'
import { useEffect, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { closed, createScriptedLinker } from '../../packages/react/src/linkerStates.fixture.ts'
import { pseudoMessages } from '../browser/pages/states/pseudoMessages.ts'
import { type Choice, formatChoice, listOf, states } from './choice.ts'

const pseudo = pseudoMessages('ltr')
const linker = createScriptedLinker(closed)
const listeners = new Set<() => void>()
let shown: Choice | undefined

/** Replaces the shown state, and resolves when the new one is on screen. For the browser tests. */
export async function show(choice: Choice): Promise<void> {
  flushSync(() => {
    shown = choice
    for (const listener of listeners) listener()
  })
  const state = states[choice.state]
  if (state === undefined) throw new Error(`The gallery has no state ${choice.state}.`)
  const { theme, preset } = choice
  const options = { ...state.options, themeMode: theme, ...(preset !== 'none' && { theme: preset }) }
  document.documentElement.dataset.theme = theme
  flushSync(() => linker.show({ ...state, options }))
  const language = choice.language === 'pseudo' ? pseudo.language : choice.language
  const list = listOf(state)
  const ofPreset = preset === 'none' ? ':not([data-hawser-theme])' : `[data-hawser-theme="${preset}"]`
  const look = `[lang="${language}"][data-theme="${theme}"]${ofPreset}`
  const isThere = () =>
    document.querySelector(
      list === undefined
        ? `dialog[open]${look}[data-variant="${options.variant ?? 'standard'}"]`
        : `.hawser-${list}${look}`,
    ) !== null &&
    // The placeholder of a view whose code is still loading, unlike a view that waits for something else.
    document.querySelector(
      '.hawser-body > div[aria-busy="true"]:not([class]), .hawser-body[aria-busy="true"]:not(.hawser-explorer), .hawser-search:empty',
    ) === null
  for (let frames = 0; frames === 0 || !isThere(); frames += 1) {
    if (frames > 600) throw new Error(`The gallery waits in vain for ${choice.state} in ${choice.language}.`)
    await nextFrame()
  }
  await nextFrame()
}

function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve))
}

/** The real modal over a fixed state. Escape closes the modal; the page beneath links back to all views. */
export function ShownState({ first }: { readonly first: Choice }) {
  const choice = useSyncExternalStore(subscribe, () => shown) ?? first
  useEffect(() => void show(first), [first])
  const { language } = choice
  const list = listOf(states[choice.state] ?? closed)
  return (
    <LinkerProvider
      linker={closing}
      locale={language === 'pseudo' ? 'en' : language}
      {...(language === 'pseudo' && { messages: pseudo })}
    >
      <main className="gallery-page">
        <h1>{choice.state}</h1>
        {list === 'sessions' && <Sessions key={choice.state} />}
        {list === 'linked' && <LinkedWallets key={choice.state} />}
        <p>
          <a href={formatChoice({ ...choice, state: '' })}>All views</a>
        </p>
        <p>
          <button type="button" onClick={() => void show(choice)}>
            Show again
          </button>
        </p>
      </main>
    </LinkerProvider>
  )
}

/** Ignores every action of the visitor except closing. */
const closing: typeof linker = {
  ...linker,
  close: () => linker.show(closed),
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
