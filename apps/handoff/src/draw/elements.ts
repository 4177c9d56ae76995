/** Makes an element with a text or with child nodes. HTML is never made from text, which Trusted Types forbid. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  content: string | readonly (Node | string)[],
  className = '',
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  made.append(...(typeof content === 'string' ? [content] : content))
  if (className !== '') made.className = className
  return made
}

/** Fills in the braces of a text and isolates each value, so that a name or an address keeps its own direction. */
export function sentence(text: string, values: Readonly<Record<string, string>>): readonly (Node | string)[] {
  return text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : element('bdi', values[part] ?? '')))
}

/** Makes a button that is disabled while its action runs: a second claim would end the handoff. */
export function button(
  text: string | readonly (Node | string)[],
  onClick: () => unknown,
  className = 'button',
): HTMLButtonElement {
  const made = element('button', text, className)
  made.type = 'button'
  made.addEventListener('click', () => {
    made.disabled = true
    Promise.resolve(onClick()).finally(() => {
      made.disabled = false
    })
  })
  return made
}

const outlines = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  exclamation: 'M12 5v8.5M12 18.5h.01',
  wallet: 'M18 8V5H6a2 2 0 0 0 0 4h14v11H6a2 2 0 0 1-2-2V7M16.5 14.5h.01',
  forward: 'M9 5l7 7-7 7',
} as const

const svg = 'http://www.w3.org/2000/svg'

/** A decorative outline on a grid of 24, like those of the modal. */
export function icon(name: keyof typeof outlines): SVGSVGElement {
  const made = drawing('0 0 24 24', 'icon')
  const path = document.createElementNS(svg, 'path')
  path.setAttribute('d', outlines[name])
  made.append(path)
  made.dataset.icon = name
  return made
}

const marks = { error: 'exclamation', success: 'check', wallet: 'wallet' } as const

/** The mark of a state: its subject or its outcome. */
export function badge(kind: keyof typeof marks): HTMLElement {
  const made = element('span', [icon(marks[kind])], 'badge')
  made.dataset.kind = kind
  return made
}

/** A ring that shows work in progress. The text next to the ring names the work. */
export function ring(): SVGSVGElement {
  const made = drawing('0 0 48 48', 'ring')
  for (const part of ['track', 'run']) {
    const circle = document.createElementNS(svg, 'circle')
    for (const [name, value] of Object.entries({ cx: 24, cy: 24, r: 22, pathLength: 100, class: part }))
      circle.setAttribute(name, `${value}`)
    made.append(circle)
  }
  return made
}

function drawing(viewBox: string, className: string): SVGSVGElement {
  const made = document.createElementNS(svg, 'svg')
  made.setAttribute('viewBox', viewBox)
  made.setAttribute('class', className)
  made.setAttribute('aria-hidden', 'true')
  return made
}
