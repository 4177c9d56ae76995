import type { ReactNode } from 'react'
import { useLinkerContext } from '../linker/context.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import type { ViewPart } from './errors.ts'

/** Wraps one of Hawser's components. After an error, a sentence replaces the component. */
export function PartBoundary(props: {
  readonly part: ViewPart
  /** The sentence to show after an error. */
  readonly text: string
  readonly children: ReactNode
}) {
  const { onFailure } = useLinkerContext()
  return (
    <ErrorBoundary
      onFailure={(error) => onFailure(props.part, error)}
      fallback={
        <p className="hawser-link-problem" role="alert">
          {props.text} (view_failed)
        </p>
      }
    >
      {props.children}
    </ErrorBoundary>
  )
}
