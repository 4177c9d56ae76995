import type { Handoff, HandoffState } from '@hawser/core/handoff'
import type { Texts } from './texts/en.ts'

type Step<S extends HandoffState['step']> = Extract<HandoffState, { step: S }>

// Names of networks, the same in every language.
const networks: Readonly<Record<string, string>> = { eip155: 'Ethereum', solana: 'Solana', bip122: 'Bitcoin' }

/** Draws a state of the handoff in the place of what was there, and tells screen readers. */
export function drawHandoff(place: HTMLElement, handoff: Handoff, texts: Texts, state: HandoffState): void {
  place.replaceChildren(element('h1', texts.title), ...draw(handoff, texts, state))
  place.dataset.step = state.step
  place.setAttribute('aria-busy', `${state.step === 'waiting'}`)
}

function draw(handoff: Handoff, texts: Texts, state: HandoffState): readonly HTMLElement[] {
  switch (state.step) {
    case 'start':
      return drawStart(handoff, texts, state)
    case 'ask':
      return drawQuestion(handoff, texts, state)
    case 'waiting':
      return [
        status({ server: texts.waitServer, connect: texts.waitConnect, sign: texts.waitSign }[state.for]),
        ...(state.for === 'server' ? [] : [button(texts.stop, () => handoff.decline(), 'plain')]),
      ]
    case 'digits': {
      const shown = element('output', `${state.digits.slice(0, 3)} ${state.digits.slice(3)}`, 'digits')
      return [
        status(texts.digits),
        shown,
        button(texts.copyDigits, () => navigator.clipboard.writeText(state.digits), 'plain'),
        element('p', texts.digitsWarning, 'quiet'),
      ]
    }
    case 'linked':
      return [status(texts.linked)]
    case 'ended':
      return [status(wordsOf(texts, state.code))]
  }
}

function drawStart(handoff: Handoff, texts: Texts, state: Step<'start'>): readonly HTMLElement[] {
  const wallets = state.wallets.map(({ rdns, name, icon }) => {
    const choice = button(fill(texts.use, { wallet: name }), () => handoff.choose(rdns))
    // A wallet's own picture, as `data:`; nothing is fetched.
    if (icon !== undefined) choice.prepend(Object.assign(document.createElement('img'), { src: icon, alt: '' }))
    return choice
  })
  if (wallets.length > 0) return wallets
  const found = status(state.isLooking ? texts.looking : texts.none)
  const { links } = state
  if (links === undefined) return [found, button(texts.openIn, () => handoff.wantLinks())]
  const anchors = links.wallets.map(({ name, href }) =>
    Object.assign(element('a', name, 'button'), { href, rel: 'noreferrer' }),
  )
  const copy = button(texts.copy, async () => {
    await navigator.clipboard.writeText(links.address)
    copy.textContent = texts.copied
  })
  return [found, ...anchors, copy]
}

function drawQuestion(handoff: Handoff, texts: Texts, state: Step<'ask'>): readonly HTMLElement[] {
  const { label, domain, walletName: wallet, namespaces, failure } = state
  const [only, ...others] = namespaces
  const again = failure === undefined ? '' : `${texts.tryAgain}: `
  const yes =
    only !== undefined && others.length === 0
      ? [button(again + fill(texts.yes, { wallet }), () => handoff.approve(only))]
      : namespaces.map((each) =>
          button(again + fill(texts.yesOn, { network: networks[each] ?? each }), () => handoff.approve(each)),
        )
  return [
    ...(failure === undefined ? [] : [status(wordsOf(texts, failure))]),
    element('p', texts.account),
    element('p', label, 'account'),
    element('p', fill(texts.site, { domain })),
    element('p', texts.question, 'question'),
    element('p', texts.warning, 'quiet'),
    // As easy to find as the other, and first.
    button(texts.stop, () => handoff.decline()),
    ...(only === undefined ? [element('p', texts.noNetwork)] : yes),
  ]
}

function wordsOf(texts: Texts, code: string): string {
  const words: Readonly<Record<string, string>> = {
    declined: texts.declined,
    cancelled: texts.cancelled,
    elsewhere: texts.elsewhere,
    handoff_elsewhere: texts.elsewhere,
    taken: texts.taken,
    digits: texts.wrongDigits,
    time: texts.over,
    handoff_over: texts.over,
    handoff_unknown: texts.over,
    extension_declined: texts.refused,
    wallet_cannot_sign: texts.cannotSign,
  }
  return (Object.hasOwn(words, code) && words[code]) || texts.failed
}

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  text: string,
  className?: string,
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  made.textContent = text
  if (className !== undefined) made.className = className
  return made
}

/** Read out when it comes. */
function status(text: string): HTMLElement {
  const made = element('p', text, 'status')
  made.setAttribute('role', 'status')
  return made
}

function button(text: string, onClick: () => unknown, className = ''): HTMLButtonElement {
  const made = element('button', text, className)
  made.type = 'button'
  made.addEventListener('click', () => {
    // Pressed once: a second claim would end the handoff.
    if (className === '') made.disabled = true
    Promise.resolve(onClick()).finally(() => {
      made.disabled = false
    })
  })
  return made
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}
