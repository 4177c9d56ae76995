import { type FormEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { HandoffTexts } from '../../messages/handoff/en.ts'

const length = 6

/** The field for the six digits that the phone shows, typed or pasted with any separators. Accepts the digits of any script. */
export function DigitsForm({
  texts,
  action,
  problem,
  isChecking,
  onFinish,
}: {
  readonly texts: HandoffTexts
  readonly action: string
  readonly problem: string | undefined
  readonly isChecking: boolean
  readonly onFinish: (digits: string) => void
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [digits, setDigits] = useState('')
  const [isShort, setShort] = useState(false)
  const told = isShort ? texts.digitsShort : problem

  // The field is the main control here.
  useLayoutEffect(() => input.current?.focus(), [])
  useEffect(() => {
    if (problem !== undefined) input.current?.select()
  }, [problem])

  function submit(event: FormEvent): void {
    event.preventDefault()
    setShort(digits.length < length)
    if (digits.length === length) onFinish(digits)
    else input.current?.focus()
  }

  return (
    <form className="hawser-stack" onSubmit={submit} noValidate>
      <label className="hawser-title" htmlFor={id}>
        {texts.digits}
      </label>
      <input
        ref={input}
        id={id}
        className="hawser-digits"
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="123 456"
        value={digits}
        readOnly={isChecking}
        aria-invalid={told !== undefined}
        aria-describedby={`${id}-problem`}
        onChange={({ target }) => {
          setShort(false)
          setDigits(readDigits(target.value))
        }}
      />
      <p className="hawser-detail hawser-digits-problem" id={`${id}-problem`} role="alert">
        {told}
      </p>
      <button type="submit" className="hawser-button" data-kind="primary" data-wide aria-disabled={isChecking}>
        {action}
      </button>
    </form>
  )
}

/**
 * Reads the digits of any script, as Arabic, Persian and Indian keyboards type them. Every script counts up from its zero. Some
 * sets of ten digits follow each other without a gap.
 */
function readDigits(text: string): string {
  return Array.from(text.matchAll(/\p{Nd}/gu), ([digit]) => {
    const code = digit.codePointAt(0) ?? 0
    let zero = code
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
    return String((code - zero) % 10)
  })
    .join('')
    .slice(0, length)
}
