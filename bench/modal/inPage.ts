/** The part of the bench that runs inside the page. Each function is sent as text, so it can use nothing outside itself. */

/** Runs before the page's own code: counts every layout shift, and marks when the button appears. */
export function observePage(): void {
  const shifts: { value: number; at: number }[] = []
  Reflect.set(window, 'layoutShifts', shifts)
  // A shift soon after a click counts as well, because the visitor sees that shift too.
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      shifts.push({ value: Number(Reflect.get(entry, 'value')), at: entry.startTime })
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new MutationObserver((_, observer) => {
    if (document.querySelector('button') === null) return
    performance.mark('button')
    observer.disconnect()
  }).observe(document, { subtree: true, childList: true })
}

/**
 * Clicks the button, once the page has one, and resolves in the painted frame that shows the code, to the milliseconds taken.
 * Marks the first painted frame that does not dim the code, for `readOpaqueMs`. Rejects after a minute without a code.
 */
export async function clickUntilCode(path: readonly string[]): Promise<number> {
  const findCode = (): Element | undefined => {
    let scope: Document | ShadowRoot = document
    for (const [index, selector] of path.entries()) {
      const found: Element | null = scope.querySelector(selector)
      if (found === null) return undefined
      if (index === path.length - 1) return found
      if (found.shadowRoot === null) return undefined
      scope = found.shadowRoot
    }
    return undefined
  }
  const isOpaque = (code: Element): boolean => {
    let each: Element | undefined = code
    while (each !== undefined) {
      if (Number(getComputedStyle(each).opacity) < 1) return false
      const root: Node = each.getRootNode()
      each = each.assignedSlot ?? each.parentElement ?? (root instanceof ShadowRoot ? root.host : undefined)
    }
    return true
  }
  // Runs after this frame's style, layout and paint, where many elements cost time.
  const afterPaint = (run: () => void) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = run
    port2.postMessage(undefined)
  }
  const waitMs = 60_000
  while (document.querySelector('button') === null) {
    if (performance.now() > waitMs) throw new Error('The page showed no button within a minute.')
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    performance.mark('click')
    let isDrawn = false
    const look = () => {
      const code = findCode()
      if (code === undefined && performance.now() - startedAt > waitMs)
        return reject(new Error('The page showed no code within a minute of the click.'))
      if (code !== undefined && !isDrawn) {
        isDrawn = true
        performance.mark('code')
        afterPaint(() => resolve(performance.now() - startedAt))
      }
      if (code !== undefined && isOpaque(code)) afterPaint(() => performance.mark('opaque code'))
      else requestAnimationFrame(look)
    }
    document.querySelector('button')?.click()
    requestAnimationFrame(look)
  })
}

/** Returns the milliseconds from the click to the first painted frame that does not dim the code. */
export function readOpaqueMs(): number {
  const at = (mark: string) => performance.getEntriesByName(mark)[0]?.startTime ?? Number.NaN
  return at('opaque code') - at('click')
}

/** Runs before the page's own code: records the tasks of 50 ms and more, as browsers define a long task. */
export function observeLongTasks(): void {
  const tasks: PerformanceEntry[] = []
  Reflect.set(window, 'longTasks', tasks)
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true })
}

/** Returns the milliseconds of the longest task since a time of the page's clock, 0 if none took 50 ms. */
export function readLongestTask(since: number): number {
  const tasks: PerformanceEntry[] = Reflect.get(window, 'longTasks')
  return Math.max(0, ...tasks.filter(({ startTime }) => startTime >= since).map(({ duration }) => duration))
}

/** Counts every element of the page, including those in shadow roots. */
export function countElements(): number {
  const count = (scope: ParentNode): number => {
    let sum = 0
    for (const element of scope.querySelectorAll('*')) {
      sum += 1
      if (element.shadowRoot !== null) sum += count(element.shadowRoot)
    }
    return sum
  }
  return count(document)
}

/** Returns the compressed bytes requested from the page's own origin by each moment, including the document. */
export function readFetchedBytes(): { untilButton: number; untilCode: number; beforeClick: number; files: number } {
  const fetched = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].flatMap(
    (entry) => {
      const isOwn = new URL(entry.name).origin === location.origin
      return isOwn ? [{ at: entry.startTime, bytes: Number(Reflect.get(entry, 'encodedBodySize')) }] : []
    },
  )
  const until = (mark: string) => {
    const at = performance.getEntriesByName(mark)[0]?.startTime ?? 0
    return fetched.reduce((sum, each) => (each.at < at ? sum + each.bytes : sum), 0)
  }
  const codeAt = performance.getEntriesByName('code')[0]?.startTime ?? 0
  const files = fetched.filter(({ at }) => at < codeAt).length
  return { untilButton: until('button'), beforeClick: until('click'), untilCode: until('code'), files }
}

/** Returns the sum of all layout shifts since the click. */
export function readLayoutShift(): number {
  const clickedAt = performance.getEntriesByName('click')[0]?.startTime ?? 0
  const shifts: { value: number; at: number }[] = Reflect.get(window, 'layoutShifts')
  return shifts.reduce((sum, { value, at }) => (at >= clickedAt ? sum + value : sum), 0)
}

/**
 * Scrolls the page's longest list by the same distance in each frame, from a share of its length on, and returns each frame's
 * milliseconds. The distance does not follow the clock: a late frame would then have further to go, and delay the next one.
 */
export async function scrollSteadily(stretch: {
  readonly from: number
  readonly frames: number
  readonly pixelsPerFrame: number
  /** A list slower than this stops early, with the frames it has drawn. */
  readonly patienceMs: number
}): Promise<readonly number[]> {
  let list: Element | undefined
  const search = (scope: ParentNode) => {
    for (const element of scope.querySelectorAll('*')) {
      const room = element.scrollHeight - element.clientHeight
      const isScroller = /auto|scroll/.test(getComputedStyle(element).overflowY)
      if (isScroller && room > (list === undefined ? 0 : list.scrollHeight - list.clientHeight)) list = element
      if (element.shadowRoot !== null) search(element.shadowRoot)
    }
  }
  search(document)
  const scroller = list
  if (scroller === undefined) throw new Error('Nothing on the page can be scrolled.')
  const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  const length = stretch.frames * stretch.pixelsPerFrame
  const start = Math.max(
    0,
    stretch.from * (scroller.scrollHeight - scroller.clientHeight) - (stretch.from === 1 ? length : 0),
  )
  scroller.scrollTop = start
  // The jump itself and the images it loads are not part of the scrolling.
  const settled = performance.now() + 1_000
  let previous = await nextFrame()
  while (previous < settled) previous = await nextFrame()
  const deadline = previous + stretch.patienceMs
  const frames: number[] = []
  while (frames.length < stretch.frames && previous < deadline) {
    scroller.scrollTop = start + (frames.length + 1) * stretch.pixelsPerFrame
    const now = await nextFrame()
    frames.push(now - previous)
    previous = now
  }
  return frames
}
