import type { Socket } from 'node:net'
import type { Fault, Hop } from './faultProxy.ts'

/** Forwards data `from` one socket `to` the other in order, with the hop's faults applied. */
export function passWithFaults(from: Socket, to: Socket, hop: Hop): void {
  const waiting: { readonly piece: Buffer; readonly dueAt: number }[] = []
  // When the last piece is due: no piece overtakes it.
  let lastDueAt = 0
  let timer: NodeJS.Timeout | undefined
  let isSwallowing = false
  /** How the connection ends after the last piece: a close or a reset. */
  let last: (() => void) | undefined

  const send = () => {
    timer = undefined
    for (;;) {
      const [next] = waiting
      if (next === undefined) break
      const delay = next.dueAt - performance.now()
      if (delay > 0) {
        timer = setTimeout(send, delay)
        return
      }
      waiting.shift()
      if (to.writable) to.write(next.piece)
    }
    from.resume()
    last?.()
  }
  from.on('data', (chunk: Buffer) => {
    if (isSwallowing) return
    const faults = hop.faults()
    const { passed, end } = shorten(chunk, faults, hop)
    corrupt(passed, faults, hop)
    hop.bytesPassed += passed.length
    // Latency shifts everything that follows; it is not a pause for each chunk.
    lastDueAt = Math.max(lastDueAt, performance.now() + latencyOf(faults, hop))
    for (const piece of slice(passed, faults, hop)) {
      lastDueAt += rateDelayOf(piece, faults, hop)
      waiting.push({ piece, dueAt: lastDueAt })
    }
    // A slow hop slows its sender down, as a real hop does.
    if (waiting.length > 64) from.pause()
    if (end?.kind === 'blackhole') isSwallowing = true
    if (end?.kind === 'reset') last = hop.reset
    if (timer === undefined) send()
  })
  from.on('end', () => {
    if (isSwallowing) return
    last ??= () => to.end()
    if (timer === undefined) send()
  })
  from.on('close', () => clearTimeout(timer))
}

/** Returns the part of the chunk before the byte at which the connection is reset or swallowed. */
function shorten(chunk: Buffer, faults: readonly Fault[], hop: Hop): { passed: Buffer; end: Fault | undefined } {
  let passed = chunk
  let end: Fault | undefined
  for (const fault of faults) {
    if (fault.kind !== 'reset' && fault.kind !== 'blackhole') continue
    const room = Math.max(0, fault.atByte - hop.bytesPassed)
    if (room >= passed.length) continue
    passed = passed.subarray(0, room)
    end = fault
  }
  if (end !== undefined) hop.note(end)
  return { passed, end }
}

function corrupt(passed: Buffer, faults: readonly Fault[], hop: Hop): void {
  for (const fault of faults) {
    if (fault.kind !== 'corruption') continue
    const index = fault.atByte - hop.bytesPassed
    const byte = index < 0 ? undefined : passed[index]
    if (byte === undefined) continue
    passed[index] = byte ^ (1 << hop.random.between(0, 7))
    hop.note(fault)
  }
}

function latencyOf(faults: readonly Fault[], hop: Hop): number {
  let total = 0
  for (const fault of faults) {
    if (fault.kind !== 'latency') continue
    total += fault.ms + hop.random.next() * fault.jitterMs
    hop.note(fault)
  }
  return total
}

function rateDelayOf(piece: Buffer, faults: readonly Fault[], hop: Hop): number {
  let delay = 0
  for (const fault of faults) {
    if (fault.kind !== 'rate') continue
    delay = Math.max(delay, (piece.length / fault.bytesPerSecond) * 1000)
    hop.note(fault)
  }
  return delay
}

function slice(passed: Buffer, faults: readonly Fault[], hop: Hop): readonly Buffer[] {
  const fault = faults.find(({ kind }) => kind === 'slice')
  if (fault === undefined) return passed.length === 0 ? [] : [passed]
  const pieces: Buffer[] = []
  for (let start = 0; start < passed.length; ) {
    const end = start + hop.random.between(1, 5)
    pieces.push(passed.subarray(start, end))
    start = end
  }
  hop.note(fault)
  return pieces
}
