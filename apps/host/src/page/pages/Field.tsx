import { type Ref, useId } from 'react'

type FieldProps = {
  readonly ref: Ref<HTMLInputElement>
  readonly label: string
  readonly hint: string | undefined
  /** What is wrong with what was written. */
  readonly problem: string | undefined
  readonly type: 'text' | 'password'
  readonly autoComplete: 'username' | 'new-password' | 'current-password'
}

/** An input with its label, and what is to be known of it. */
export function Field({ ref, label, hint, problem, type, autoComplete }: FieldProps) {
  const [id, hintId, problemId] = [useId(), useId(), useId()]
  const described = [hint === undefined ? [] : [hintId], problem === undefined ? [] : [problemId]].flat()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        ref={ref}
        id={id}
        className="input"
        type={type}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        required
        aria-invalid={problem !== undefined}
        aria-describedby={described.length === 0 ? undefined : described.join(' ')}
      />
      {problem !== undefined && (
        <p id={problemId} className="field-problem">
          {problem}
        </p>
      )}
      {hint !== undefined && (
        <p id={hintId} className="hint">
          {hint}
        </p>
      )}
    </div>
  )
}
