import type { Choice } from '../../gallery/choice.ts'

/** The interface of the gallery's page. */
declare global {
  interface Window {
    readonly gallery: { readonly names: readonly string[]; show(choice: Choice): Promise<void> }
  }
}

export type CheckRequest = {
  readonly names: readonly string[]
  readonly theme: Choice['theme']
  readonly preset: Choice['preset']
  readonly language: Choice['language']
}

/** The problems, each with the details to find it again, and how many different views were checked. */
export type CheckResult = { readonly looked: number; readonly problems: readonly string[] }

/**
 * Runs in the page: shows one state after the other and checks each. States that are drawn alike, as most are on similar
 * platforms, are checked once. The function goes into the page as text, so it can use nothing outside itself.
 */
export async function checkStates({ names, theme, preset, language }: CheckRequest): Promise<CheckResult> {
  const seen = new Set<string>()
  const problems: string[] = []

  const describe = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`

  /** WCAG 2.5.8: a link inside a sentence is exempt. */
  const isInSentence = (element: Element) =>
    element.tagName === 'A' && getComputedStyle(element).display === 'inline' && element.closest('p') !== null

  const findSmallTargets = (dialog: Element) =>
    [...dialog.querySelectorAll('button, a[href], input, select, [role="tab"], [tabindex="0"]')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !isInSentence(element))
      .flatMap((element) => {
        const { width, height } = element.getBoundingClientRect()
        return Math.min(width, height) < 24
          ? [`target ${width.toFixed(1)}×${height.toFixed(1)}: ${describe(element)}`]
          : []
      })

  /** Finds text that is cut off without an ellipsis, and elements that extend beyond the sides of the card. */
  const findClipped = (dialog: Element) => {
    const card = (dialog.querySelector('.hawser-card') ?? dialog).getBoundingClientRect()
    const texts = 'h1, h2, h3, p, span, strong, button, a, label, li, dt, dd, code, time'
    return [...dialog.querySelectorAll(`:is(.hawser-card, .hawser-sessions, .hawser-linked) :is(${texts})`)].flatMap(
      (element) => {
        if (!element.checkVisibility({ visibilityProperty: true })) return []
        if (
          element.closest('.hawser-hidden, .hawser-sessions-hidden, .hawser-linked-hidden, [aria-hidden="true"]') !==
          null
        )
          return []
        const { overflowX, textOverflow } = getComputedStyle(element)
        const isCut =
          /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1
        const box = element.getBoundingClientRect()
        const isOut = box.width > 0 && (box.left < card.left - 1 || box.right > card.right + 1)
        return isCut ? [`cut off: ${describe(element)}`] : isOut ? [`stands out: ${describe(element)}`] : []
      },
    )
  }

  /**
   * Checks the contrast where axe cannot tell the background: against the first ancestor with an opaque background. Skips texts
   * over the code.
   */
  const findFaint = (dialog: Element, targets: readonly string[]) =>
    targets.flatMap((target) => {
      const element = dialog.ownerDocument.querySelector(target)
      const isOverCode =
        element?.closest('.hawser-plate, .hawser-hidden, .hawser-sessions-hidden, .hawser-linked-hidden') !== null
      if (element === null || isOverCode || !element.checkVisibility({ visibilityProperty: true })) return []
      let behind: Element | null = element
      while (behind !== null && !/^rgb\(/.test(getComputedStyle(behind).backgroundColor)) behind = behind.parentElement
      // Outside the card there is only the backdrop; the page beneath it counts as white.
      const paint =
        behind === null ? overWhite(getComputedStyle(dialog, '::backdrop').backgroundColor) : colourOf(behind)
      const [darker = 0, lighter = 0] = [parse(getComputedStyle(element).color), paint]
        .map(luminanceOf)
        .sort((a, b) => a - b)
      const contrast = (lighter + 0.05) / (darker + 0.05)
      return contrast < 4.5 ? [`contrast ${contrast.toFixed(2)}: ${describe(element)}`] : []
    })

  const brush = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  /** Parses a colour in any notation, such as a computed `oklch(…)`, to red, green and blue up to 255 and alpha up to 1. */
  const parse = (colour: string) => {
    if (brush === null) return []
    brush.clearRect(0, 0, 1, 1)
    brush.fillStyle = colour
    brush.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = brush.getImageData(0, 0, 1, 1).data
    return [red, green, blue, alpha / 255]
  }
  const colourOf = (element: Element) => parse(getComputedStyle(element).backgroundColor)
  const overWhite = (colour: string) => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = parse(colour)
    return [red, green, blue].map((channel) => channel * alpha + 255 * (1 - alpha))
  }
  const luminanceOf = (channels: readonly number[]) => {
    const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
      const share = channel / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }

  for (const state of names) {
    await window.gallery.show({ state, theme, preset, language })
    const dialog = document.querySelector('dialog[open], .hawser-sessions, .hawser-linked')
    if (dialog === null) {
      problems.push(`${state}: nothing is shown`)
      continue
    }
    if (seen.has(dialog.outerHTML)) continue
    seen.add(dialog.outerHTML)
    const { violations, incomplete } = await window.axe.run(dialog, { resultTypes: ['violations', 'incomplete'] })
    const unsure = incomplete
      .filter(({ id }) => id === 'color-contrast')
      .flatMap(({ nodes }) => nodes.flatMap(({ target }) => (typeof target[0] === 'string' ? [target[0]] : [])))
    const found = [
      ...violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => {
          const detail =
            id === 'color-contrast' ? (/contrast of [\d.]+ \([^)]*\)/.exec(failureSummary ?? '')?.[0] ?? '') : ''
          return `${id}: ${target.join(' ')} ${detail}`
        }),
      ),
      ...findFaint(dialog, unsure),
      ...findSmallTargets(dialog),
      ...findClipped(dialog),
    ]
    problems.push(...found.map((problem) => `${state}: ${problem}`))
  }
  return { looked: seen.size, problems }
}
