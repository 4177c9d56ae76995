import { useEffect } from 'react'
import { formatTime } from '../messages/formatTime.ts'
import { whenIdle } from '../whenIdle.ts'
import { drawQr } from './code/qrDrawing.ts'

// As long as a pairing's, and nobody's.
const sample = `wc:${'0'.repeat(240)}`

/** Draws a code that nobody sees while the page is idle: the first one takes a browser several times as long as the next. */
export function useWarmUp(isOpen: boolean, language: string): void {
  useEffect(() => {
    if (isOpen) return
    return whenIdle(() => {
      drawQr(sample, { hasIcon: false })
      formatTime(0, language)
    })
  }, [isOpen, language])
}
