// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { useSmoothHeight } from './useSmoothHeight.ts'

afterEach(cleanup)

function Card({ text }: { readonly text: string }) {
  const ref = useRef<HTMLDialogElement>(null)
  useSmoothHeight(ref)
  return <dialog ref={ref}>{text}</dialog>
}

test('V10: a dialog begins at the height of its content when it opens again without a frame', () => {
  const frames: (() => void)[] = []
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.splice(id - 1, 1, () => {}))
  onTestFinished(() => void vi.unstubAllGlobals())
  const runFrame = () => {
    for (const run of frames.splice(0)) run()
  }
  const { container, rerender } = render(<Card text="closed" />)
  const [dialog] = container.querySelectorAll('dialog')
  if (dialog === undefined) throw new Error('There is no dialog.')
  let height = 300
  Object.defineProperty(dialog, 'offsetHeight', { get: () => height })
  const changeTo = (text: string) => rerender(<Card text={text} />)
  dialog.show()
  changeTo('first')
  runFrame()
  height = 400
  changeTo('second')
  runFrame()
  expect(dialog.style.blockSize).toBe('400px')
  dialog.removeAttribute('data-resizing')
  dialog.style.removeProperty('block-size')
  dialog.close()
  changeTo('closed')
  dialog.show()
  height = 500
  changeTo('third')
  runFrame()
  expect(dialog.style.blockSize).toBe('')
})
