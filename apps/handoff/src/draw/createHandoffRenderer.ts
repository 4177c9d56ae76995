import type { Handoff, HandoffState } from '@hawser/core/handoff'
import { languages } from '../languages.ts'
import type { PageWords } from '../pageWords.ts'
import { drawHandoff } from './drawHandoff.ts'
import { element } from './elements.ts'

export type StageOptions = {
  readonly place: HTMLElement
  readonly words: PageWords
  /** The host name of the page. */
  readonly site: string
  /** Loads the words of the language that the visitor chose. Undefined: the words cannot be loaded. */
  readonly onLanguage: (language: string) => Promise<PageWords | undefined>
}

/** The place that shows the states of a handoff, one after the other, in the visitor's language. */
export type HandoffRenderer = { show(handoff: Handoff, state: HandoffState): void; setLanguage(words: PageWords): void }

/** Creates the stage: a card for the state, with a language choice under it. */
export function createHandoffRenderer({ place, words: first, site, onLanguage }: StageOptions): HandoffRenderer {
  let words = first
  let shown: { readonly handoff: Handoff; readonly state: HandoffState } | undefined
  const uncopied = new Set<string>()
  const card = element('div', [], 'card')
  const heard = element('p', '', 'hidden')
  heard.setAttribute('role', 'status')
  const choice = element('select', [])
  const footer = element('footer', [choice])
  for (const [language, name] of Object.entries(languages)) {
    const option = element('option', name)
    option.value = language
    option.lang = language
    choice.append(option)
  }
  choice.addEventListener('change', async () => {
    const chosen = await onLanguage(choice.value)
    if (chosen !== undefined) stage.setLanguage(chosen)
    choice.value = words.language
  })
  place.replaceChildren(card, heard, footer)

  function draw(takesFocus: boolean): void {
    if (shown === undefined) return
    const { handoff, state } = shown
    const say = (text: string) => {
      heard.textContent = text
    }
    const { parts, next, announcement: said = '' } = drawHandoff({ handoff, texts: words, site, say, uncopied }, state)
    card.replaceChildren(...parts)
    card.dataset.step = state.step
    card.setAttribute('aria-busy', `${state.step === 'waiting'}`)
    if (heard.textContent !== said) say(said)
    // The focused element can disappear with its state, and the visitor must not lose the focus.
    if (takesFocus || document.activeElement === document.body) next?.focus({ preventScroll: true })
  }

  const stage: HandoffRenderer = {
    show(handoff, state) {
      const isNew = shown?.state.step !== state.step
      shown = { handoff, state }
      draw(isNew)
      if (isNew) scrollTo(0, 0)
    },
    setLanguage(next) {
      words = next
      document.documentElement.lang = words.language
      document.documentElement.dir = words.direction
      document.title = words.title
      choice.value = words.language
      choice.setAttribute('aria-label', words.languageChoice)
      draw(false)
    },
  }
  stage.setLanguage(first)
  return stage
}
