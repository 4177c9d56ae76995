import type { Handoff, HandoffLinks, HandoffState } from '@hawser/core/handoff'
import type { Texts } from '../texts/en.ts'
import { badge, button, element, icon, ring, sentence } from './elements.ts'
import { endTextOf } from './endWords.ts'

type Step<S extends HandoffState['step']> = Extract<HandoffState, { step: S }>

/** The values that every state is drawn with. */
export type RenderContext = {
  readonly handoff: Handoff
  readonly texts: Texts
  /** The host name of the page. */
  readonly site: string
  /** Announces a text to screen readers without moving the focus. */
  readonly say: (text: string) => void
  /** The values that the browser did not copy. They stay on the page for the visitor to copy by hand. */
  readonly uncopied: Set<string>
}

/**
 * The elements of a state. `next` is the visitor's next step, which gets the focus. Screen readers read `announcement` where the
 * focus stays.
 */
export type RenderedState = {
  readonly parts: readonly (HTMLElement | SVGElement)[]
  readonly next: HTMLElement | undefined
  readonly announcement?: string
}

// Names of networks, the same in every language.
const networks: Readonly<Record<string, string>> = { eip155: 'Ethereum', solana: 'Solana', bip122: 'Bitcoin' }

/** Draws a state of the handoff. */
export function drawHandoff(drawing: RenderContext, state: HandoffState): RenderedState {
  switch (state.step) {
    case 'start':
      return drawStart(drawing, state)
    case 'ask':
      return drawQuestion(drawing, state)
    case 'waiting':
      return drawWaiting(drawing, state)
    case 'digits':
      return drawDigits(drawing, state)
    case 'linked':
      return drawEnd('success', drawing.texts.linked, [drawing.texts.close])
    case 'ended': {
      const { texts } = drawing
      const wayOn = state.code === 'declined' ? texts.close : texts.startAgain
      return drawEnd('error', texts.notLinked, [endTextOf(texts, state.code), wayOn])
    }
  }
}

function drawStart(drawing: RenderContext, state: Step<'start'>): RenderedState {
  const { handoff, texts, site } = drawing
  const heading = title(sentence(texts.titleSite, { domain: site }))
  const top = [badge('wallet'), heading]
  if (state.wallets.length > 0) {
    const choices = state.wallets.map(({ rdns, name, icon: picture }, _, { length }) => {
      const choice = button(
        [...image(picture), element('span', sentence(texts.use, { wallet: name }))],
        () => handoff.choose(rdns),
        length === 1 ? 'button primary' : 'button choice',
      )
      return choice
    })
    return { parts: [...top, steps(texts, 0), ...choices], next: choices[0] }
  }
  const said = state.isLooking ? texts.looking : texts.none
  const found = element('p', [...(state.isLooking ? [ring()] : []), said], 'found')
  if (state.links === undefined) {
    const open = button(texts.openIn, () => handoff.requestLinks(), state.isLooking ? 'button' : 'button primary')
    return {
      parts: [...top, steps(texts, 0), found, open],
      next: state.isLooking ? undefined : open,
      announcement: said,
    }
  }
  const { wallets, address } = state.links
  const anchors = wallets.map(({ name, href }) => row(href, [initial(name), element('span', name, 'name')]))
  const copy = copying(drawing, address, { text: texts.copy, done: texts.copied })
  const ways = wallets.length > 0 ? [element('h2', texts.openIn), list(anchors)] : [found]
  return {
    parts: [...top, ...ways, ...stores(texts, wallets), ...copy],
    next: anchors[0] ?? copy[0],
    announcement: said,
  }
}

/** Draws links to the wallets' stores. A link into a wallet that is not installed opens nothing and reports nothing. */
function stores(texts: Texts, wallets: HandoffLinks['wallets']): readonly HTMLElement[] {
  const rows = wallets.flatMap(({ name, store }) =>
    store === undefined ? [] : [row(store, [element('span', sentence(texts.get, { wallet: name }), 'name')])],
  )
  // The store opens in a new tab, so that the visitor can continue here once the wallet is installed.
  for (const each of rows) each.target = '_blank'
  return rows.length === 0 ? [] : [element('details', [element('summary', texts.notInstalled), list(rows)])]
}

function row(href: string, content: readonly HTMLElement[]): HTMLAnchorElement {
  return Object.assign(element('a', [...content, icon('forward')], 'row'), { href, rel: 'noreferrer' })
}

function list(rows: readonly HTMLElement[]): HTMLElement {
  return element(
    'ul',
    rows.map((each) => element('li', [each])),
    'list',
  )
}

function drawQuestion({ handoff, texts }: RenderContext, state: Step<'ask'>): RenderedState {
  const { label, domain, walletName: wallet, namespaces, failure } = state
  const heading = title(sentence(texts.titleAccount, { label, domain }))
  // As large as the button for yes and next to it, so that saying no is as easy.
  const stop = button(texts.stop, () => handoff.decline(), 'button stop')
  if (namespaces.length === 0) {
    // After a reload, the wallet can appear later than the question.
    const found = wallet === '' ? [ring(), texts.looking] : [texts.noNetwork]
    return { parts: [heading, element('p', found, 'found'), stop], next: wallet === '' ? undefined : stop }
  }
  const again = failure === undefined ? '' : `${texts.tryAgain}: `
  const yes = namespaces.map((namespace, _, { length }) => {
    const network = networks[namespace] ?? namespace
    const text = length === 1 ? sentence(texts.yes, { wallet }) : sentence(texts.yesOn, { network })
    return button([element('span', [again, ...text])], () => handoff.approve(namespace), 'button primary')
  })
  const question = element('p', texts.question, 'question')
  // Keyboard and screen reader users land on "Yes" first, so the description says what the button confirms.
  heading.id = 'account'
  question.id = 'question'
  for (const each of yes) each.setAttribute('aria-describedby', 'account question')
  const problem = failure === undefined ? undefined : endTextOf(texts, failure)
  return {
    parts: [
      heading,
      ...(problem === undefined ? [] : [element('p', [icon('exclamation'), problem], 'problem')]),
      element('div', [question, element('p', texts.warning, 'quiet')], 'panel'),
      ...yes,
      stop,
      steps(texts, 1),
    ],
    next: yes[0],
    ...(problem !== undefined && { announcement: problem }),
  }
}

function drawWaiting({ handoff, texts }: RenderContext, state: Step<'waiting'>): RenderedState {
  const heading = title([{ server: texts.waitServer, connect: texts.waitConnect, sign: texts.waitSign }[state.for]])
  const detail = state.for === 'sign' ? [element('p', texts.waitSignDetail, 'detail')] : []
  const stop = state.for === 'server' ? [] : [button(texts.stop, () => handoff.decline(), 'button stop')]
  const rest = state.for === 'server' ? [] : [steps(texts, 1)]
  return { parts: [ring(), heading, ...detail, ...stop, ...rest], next: heading }
}

function drawDigits(drawing: RenderContext, { digits }: Step<'digits'>): RenderedState {
  const { texts } = drawing
  const shown = element('output', `${digits.slice(0, 3)} ${digits.slice(3)}`, 'digits')
  // Screen readers read single digits, not a number.
  shown.setAttribute('aria-label', [...digits].join(' '))
  shown.tabIndex = -1
  return {
    parts: [
      title([texts.digits]),
      shown,
      element('p', texts.digitsWarning, 'detail'),
      ...copying(drawing, digits, { text: texts.copyDigits, done: texts.copiedDigits }),
    ],
    next: shown,
  }
}

function drawEnd(kind: 'success' | 'error', text: string, details: readonly string[]): RenderedState {
  const heading = title([text])
  return { parts: [badge(kind), heading, ...details.map((each) => element('p', each, 'detail'))], next: heading }
}

function title(content: readonly (Node | string)[]): HTMLHeadingElement {
  const made = element('h1', content)
  made.tabIndex = -1
  return made
}

/** Draws the steps, of which the first `done` are checked off. */
function steps(texts: Texts, done: number): HTMLElement {
  const items = [texts.stepChoose, texts.stepSign, texts.stepDigits].map((text, index) => {
    const item = element('li', [
      element('span', index < done ? [icon('check')] : `${index + 1}`, 'mark'),
      element('span', text),
    ])
    if (index < done) item.className = 'done'
    if (index === done) item.setAttribute('aria-current', 'step')
    return item
  })
  return element('section', [element('h2', texts.next), element('ol', items)], 'steps')
}

/** Draws a wallet's own picture from a `data:` URL; nothing is fetched. */
function image(src: string | undefined): readonly HTMLElement[] {
  return src === undefined ? [] : [Object.assign(document.createElement('img'), { src, alt: '' })]
}

/** Draws the first letter of a name in place of a picture, hidden from screen readers because the name is next to it. */
function initial(name: string): HTMLElement {
  const made = element('span', [...name][0] ?? '', 'initial')
  made.setAttribute('aria-hidden', 'true')
  return made
}

/**
 * Draws a button that copies a value. If the browser does not copy, as on plain `http:` and in the browsers of many apps, the
 * visitor finds the value selected in a field.
 */
function copying(
  { say, uncopied }: RenderContext,
  value: string,
  { text, done }: { text: string; done: string },
): readonly [HTMLButtonElement, ...HTMLElement[]] {
  const field = element('textarea', [], 'by-hand')
  // The value is a property only, and a browser does not store it with the page's other fields.
  Object.assign(field, { value, readOnly: true, autocomplete: 'off', dir: 'ltr', rows: Math.ceil(value.length / 32) })
  field.setAttribute('aria-label', text)
  const made = button(
    text,
    async () => {
      try {
        await navigator.clipboard.writeText(value)
      } catch {
        made.after(field)
        field.focus()
        field.select()
        if (!copySelection()) {
          uncopied.add(value)
          return
        }
        made.disabled = false
        made.focus()
      }
      uncopied.delete(value)
      field.remove()
      made.textContent = done
      say(done)
    },
    'button plain',
  )
  return uncopied.has(value) ? [made, field] : [made]
}

/** Copies with the command that browsers had before the clipboard API. Returns whether the browser copied. */
function copySelection(): boolean {
  try {
    return document.execCommand('copy')
  } catch {
    return false
  }
}
